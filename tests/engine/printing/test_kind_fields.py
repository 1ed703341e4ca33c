"""The fields of kinds, as the editor gets them."""

from __future__ import annotations

import gzip
import json

import pytest

from playground.engine import FieldPath, kind_fields, type_words, written_field
from playground.engine.kubernetes.schema import type_of


def structs(minor: int, api_version: str, kind: str) -> dict[str, dict[str, list[object]]]:
    """The fields of a kind's structs, by the struct's name."""
    return dict(json.loads(kind_fields(minor, api_version, kind)))


def test_a_kind_has_its_structs_with_types_marks_versions_and_values() -> None:
    pod = structs(36, "v1", "Pod")
    assert next(iter(pod)) == "Pod"
    assert pod["PodSpec"]["containers"][:2] == [f"[]#{list(pod).index('Container')}", 1]
    assert pod["Container"]["imagePullPolicy"] == [
        "string",
        0,
        "Image pull policy.",
        0,
        0,
        ["Always", "Never", "IfNotPresent"],
    ]
    assert pod["Pod"]["status"][0] == "any"
    assert "PodStatus" not in pod
    assert pod["ResourceRequirements"]["limits"][0] == "{}quantity"
    older = structs(29, "v1", "Pod")
    assert {name for name in pod["Container"] if name not in older["Container"]} == {"restartPolicyRules"}
    assert pod["Container"]["restartPolicyRules"][3] == 34


def test_kinds_of_openshift_are_known_also_without_their_group() -> None:
    assert structs(36, "v1", "DeploymentConfig") == structs(36, "apps.openshift.io/v1", "DeploymentConfig")
    assert structs(36, "template.openshift.io/v1", "Template")["Parameter"]["name"][:2] == ["string", 1]
    assert kind_fields(36, "v1", "Nothing") == kind_fields(36, "example.org/v1", "Pod") == "[]"


@pytest.mark.parametrize("minor", [29, 36])
@pytest.mark.parametrize(
    ("api_version", "kind"),
    [("apps.openshift.io/v1", "DeploymentConfig"), ("batch/v1", "CronJob"), ("apps/v1", "StatefulSet"), ("v1", "Pod")],
)
def test_no_file_is_larger_than_16_kb_compressed(minor: int, api_version: str, kind: str) -> None:
    assert 5_000 < len(gzip.compress(kind_fields(minor, api_version, kind).encode())) < 16 * 1024


def test_a_field_is_found_in_objects_of_templates_and_lists() -> None:
    pod = {"kind": "Pod", "apiVersion": "v1", "spec": {"containers": [{"env": [{"name": "A"}]}], "x": {"y": 1}}}
    template = {
        "kind": "Template",
        "apiVersion": "template.openshift.io/v1",
        "objects": [{"kind": "List", "items": [pod]}],
    }
    place = FieldPath(("spec", "containers", 0, "env"))
    for value, start in ((pod, ()), (template, ("objects", 0, "items", 0))):
        field = written_field(36, value, FieldPath((*start, *place)))
        assert field
        assert type_words(field.type) == "list of EnvVar"
        assert written_field(36, value, FieldPath((*start, "spec", "x", "y"))) is None
    parameters = written_field(36, template, FieldPath(("objects",)))
    assert parameters
    assert parameters.required
    assert written_field(36, ["a"], FieldPath((0,))) is None
    assert written_field(36, {"kind": 1, "apiVersion": "v1"}, FieldPath(("kind",))) is None


def test_types_are_named_in_words() -> None:
    config_map = type_of(36, "v1", "ConfigMap")
    assert config_map
    assert [type_words(config_map.fields[name].type) for name in ("data", "binaryData", "immutable", "metadata")] == [
        "map of string",
        "map of base64",
        "boolean",
        "ObjectMeta",
    ]
