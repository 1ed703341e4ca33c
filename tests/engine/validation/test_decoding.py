"""Problems for values that the API server cannot decode."""

from __future__ import annotations

import pytest

from playground.engine.kubernetes.kinds import Kinds
from playground.engine.validation.decoding import decode_problems, given_refusal
from tests.engine.environments import objects_of, problems_of


@pytest.mark.parametrize(
    ("text", "path", "end"),
    [
        ("kind: Pod\nspec: []", "spec", "array into Go struct field Pod.spec of type v1.PodSpec"),
        ("kind: Pod\nspec: {containers: x}", "spec.containers", "PodSpec.spec.containers of type []v1.Container"),
        ("kind: Pod\nspec: {containers: [x]}", "spec.containers[0]", "PodSpec.spec.containers of type v1.Container"),
        ("kind: Pod\nmetadata: {labels: {a: 1}}", "metadata.labels.a", "ObjectMeta.metadata.labels of type string"),
        (
            "kind: Deployment\nspec: {template: 1}",
            "spec.template",
            "number into Go struct field DeploymentSpec.spec.template of type v1.PodTemplateSpec",
        ),
        (
            "kind: CronJob\nspec: {jobTemplate: {spec: x}}",
            "spec.jobTemplate.spec",
            "string into Go struct field JobTemplateSpec.spec.jobTemplate.spec of type v1.JobSpec",
        ),
        (
            "kind: Job\nspec: {template: {spec: {nodeName: 1}}}",
            "spec.template.spec.nodeName",
            "number into Go struct field PodSpec.spec.template.spec.nodeName of type string",
        ),
    ],
)
def test_a_malformed_pod_is_a_problem_at_its_place(text: str, path: str, end: str) -> None:
    (item,) = objects_of(text)
    (problem,) = decode_problems(0, item, Kinds(36))
    assert str(problem.path) == path
    assert problem.error.endswith(end)


def test_pasted_values_of_the_wrong_type_are_problems_with_a_place() -> None:
    (problem,) = problems_of("kind: ConfigMap\napiVersion: v1\ndata: {PORT: 8080}")
    assert (problem.pattern, str(problem.path)) == ("non-string-value", "data.PORT")
    assert problem.error == (
        'ConfigMap in version "v1" cannot be handled as a ConfigMap: '
        "json: cannot unmarshal number into Go struct field ConfigMap.data of type string"
    )


@pytest.mark.parametrize("first", ["kind: Node", "kind: ConfigMap\ndata: {a: b}"])
def test_objects_behind_sound_ones_are_checked_too(first: str) -> None:
    (problem,) = problems_of(f"{first}\n---\nkind: ConfigMap\ndata: {{PORT: 8080}}")
    assert problem.pattern == "non-string-value"


def test_a_secret_with_invalid_base64_is_a_problem() -> None:
    (problem,) = problems_of("kind: Secret\ndata: {a: plain!}")
    assert problem.pattern == "invalid-base64"
    assert problem.error.endswith("illegal base64 data at input byte 5")


def test_given_objects_that_cannot_be_decoded_are_an_error() -> None:
    cluster = {"services": [{"metadata": {"name": 1}}]}
    assert given_refusal(cluster) == (
        'Service in version "v1" cannot be handled as a Service: '
        "json: cannot unmarshal number into Go struct field ObjectMeta.metadata.name of type string"
    )
