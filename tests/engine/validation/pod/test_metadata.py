"""The API server's errors for the metadata of a pod."""

from __future__ import annotations

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
