"""The API server's errors for the metadata of a pod."""

from __future__ import annotations

import pytest

from playground.engine import evaluate
from playground.engine.kubernetes.pods import pod_places
from playground.engine.model.location import ROOT
from playground.engine.validation.pod.metadata import metadata_errors


def errors(metadata: dict[str, object], kind: str = "Pod") -> list[str]:
    value = {"kind": kind, "metadata": metadata, "template": {"metadata": metadata}, "spec": {}}
    (place,) = pod_places(value)
    problems = list(metadata_errors(place, ROOT / "metadata"))
    assert {error.stage for error in problems} <= {"recorded"}
    return [error.message.partition(": a ")[0] for error in problems]


def test_a_pod_needs_a_name_or_the_start_of_one() -> None:
    assert errors({}) == ["metadata.name: Required value: name or generateName is required"]
    assert errors({"generateName": "p-"}) == errors({"name": "p"}) == errors({}, "PodTemplate") == []


def test_names_labels_and_annotations_are_checked() -> None:
    assert errors({"name": "A", "namespace": "B", "labels": {"app": "-"}, "annotations": {"A/b": ""}}) == [
        'metadata.name: Invalid value: "A"',
        'metadata.namespace: Invalid value: "B"',
        'metadata.labels: Invalid value: "-"',
    ]


def test_the_path_of_a_pod_templates_labels_leaves_out_metadata() -> None:
    value = {"kind": "Job", "spec": {"template": {"metadata": {"labels": {"-": ""}, "annotations": {"-": ""}}}}}
    (place,) = pod_places(value)
    path = ROOT.join(("spec", "template", "metadata"))
    labels, annotations = metadata_errors(place, path)
    assert (str(labels.path), str(annotations.path)) == (f"{path}.labels", f"{path}.annotations")
    assert labels.message.startswith('spec.template.labels: Invalid value: "-": ')
    assert annotations.message.startswith('spec.template.annotations: Invalid value: "-": ')


def test_annotations_are_refused_together_beyond_their_limit() -> None:
    head = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  annotations:\n    a: "
    spec = "\nspec: {containers: [{name: a, image: b}]}\n"
    [problem] = evaluate(f"{head}{'é' * 131_072}{spec}").server_problems
    assert problem.error == "metadata.annotations: Too long: may not be more than 262144 bytes"
    assert evaluate(f"{head}{'é' * 131_071}{spec}").server_problems == ()


def test_an_owner_of_a_pod_needs_all_its_fields() -> None:
    owners = "[{apiVersion: a/b/c, kind: A, name: a}, {apiVersion: apps/v1, kind: A, name: b, uid: x}, {}]"
    spec = "spec: {containers: [{name: a, image: b}]}"
    text = f"apiVersion: v1\nkind: Pod\nmetadata: {{name: a, ownerReferences: {owners}}}\n{spec}\n"
    assert [problem.error.removeprefix("metadata.ownerReferences.") for problem in evaluate(text).server_problems] == [
        'apiVersion: Invalid value: "a/b/c": version must not be empty',
        'uid: Invalid value: "": must not be empty',
        'apiVersion: Invalid value: "": version must not be empty',
        'kind: Invalid value: "": must not be empty',
        'name: Invalid value: "": must not be empty',
        'uid: Invalid value: "": must not be empty',
    ]


def problems_of(metadata: str) -> list[str]:
    spec = "spec: {containers: [{name: a, image: b}]}"
    text = f"apiVersion: v1\nkind: Pod\nmetadata: {{name: a, {metadata}}}\n{spec}\n"
    return [problem.error for problem in evaluate(text).server_problems if problem.detail["stage"] == "validation"]


def test_an_event_owns_no_pod_and_one_owner_at_most_is_the_controller() -> None:
    [problem] = problems_of("ownerReferences: [{apiVersion: v1, kind: Event, name: e, uid: x}]")
    owner = '{"apiVersion":"v1","kind":"Event","name":"e","uid":"x"}'
    reason = "/v1, Kind=Event is disallowed from being an owner"
    assert problem == f"metadata.ownerReferences: Invalid value: {owner}: {reason}"
    first, second = (f"{{apiVersion: apps/v1, kind: A, uid: x, name: {name}, controller: true}}" for name in "bc")
    [problem] = problems_of(f"ownerReferences: [{first}, {second}]")
    assert problem.startswith('metadata.ownerReferences: Invalid value: [{"apiVersion":"apps/v1","kind":"A",')
    assert problem.endswith('to true. Found "true" in references for A/b and A/c')
    assert problems_of(f"ownerReferences: [{first}, {second.replace('true', 'false')}]") == []


@pytest.mark.parametrize(
    ("finalizers", "error"),
    [
        (["mine"], '[0]: Invalid value: "mine": name is neither a standard finalizer name nor is it fully qualified'),
        (
            ["orphan", "foregroundDeletion"],
            ': Invalid value: ["orphan","foregroundDeletion"]: finalizer orphan and foregroundDeletion cannot be both',
        ),
        (["a.example/b c"], ': Invalid value: "a.example/b c": name part must consist of'),
    ],
)
def test_finalizers_have_a_standard_name_or_one_with_a_domain(finalizers: list[str], error: str) -> None:
    assert problems_of("finalizers: [a.example/b, foregroundDeletion, kubernetes]") == []
    [problem] = problems_of(f"finalizers: {finalizers}")
    assert problem.startswith(f"metadata.finalizers{error}")
