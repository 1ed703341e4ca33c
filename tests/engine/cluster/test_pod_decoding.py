"""Decoding errors of a pod outside of its containers."""

from __future__ import annotations

import pytest

from playground.engine.cluster.pod_decoding import decodable, pod_problems, pods_of
from tests.engine.environments import objects_of


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
    (problem,) = pod_problems(objects_of(text))
    assert str(problem.path) == path
    assert problem.error.endswith(end)


def test_the_fields_of_containers_are_checked_elsewhere() -> None:
    text = "kind: Pod\nspec: {containers: [{name: 1, env: 2}], volumes: [{name: v}]}"
    assert list(pod_problems(objects_of(text))) == []


@pytest.mark.parametrize(
    ("spec", "whole"),
    [
        ("{containers: [{name: a, env: [{name: A}]}], volumes: [{name: v}]}", True),
        ("{containers: [{name: a, env: 2}]}", False),
        ("{containers: [x]}", False),
        ("{nodeName: 1}", False),
        ("[]", False),
    ],
)
def test_a_pod_that_can_be_decoded_with_its_containers_has_no_problem(spec: str, whole: bool) -> None:
    (item,) = objects_of(f"kind: Deployment\nspec: {{template: {{spec: {spec}}}}}")
    (place,) = pods_of(item)
    assert decodable(item, place) is whole


def test_the_pods_of_an_object_are_found_once() -> None:
    (item,) = objects_of("{kind: List, items: [{kind: Pod, spec: {}}, {kind: Service}, {kind: CronJob}]}")
    assert [str(place.spec_path) for place in pods_of(item)] == [
        "items[0].spec",
        "items[2].spec.jobTemplate.spec.template.spec",
    ]
    assert pods_of(item) is pods_of(item)
