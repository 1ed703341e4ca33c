"""Values of the wrong type."""

from __future__ import annotations

from typing import Any

import pytest

from playground.engine.kubernetes.types import base64_error, decode_errors, refusal
from playground.engine.location import ROOT, FieldPath

_SPEC = ROOT / "spec"


def messages(value: Any, go_type: str = "v1.PodSpec", struct: str = "Pod", path: FieldPath = _SPEC) -> list[str]:
    return [f"{error.path}: {error.message}" for error in decode_errors(value, go_type, struct, path)]


_REGEX = r"'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
_KEY_REF = "containers.env.valueFrom.configMapKeyRef.optional"


@pytest.mark.parametrize(
    ("container", "place", "message"),
    [
        ({"env": [{"value": 8080}]}, ".env[0].value", "number into EnvVar.spec.containers.env.value of type string"),
        ({"env": [{"name": True}]}, ".env[0].name", "bool into EnvVar.spec.containers.env.name of type string"),
        ({"args": ["a", ["b"]]}, ".args[1]", "array into Container.spec.containers.args of type string"),
        (
            {"env": [{"valueFrom": {"configMapKeyRef": {"optional": "yes"}}}]},
            ".env[0].valueFrom.configMapKeyRef.optional",
            f"string into ConfigMapKeySelector.spec.{_KEY_REF} of type bool",
        ),
        ({"env": {"A": "1"}}, ".env", "object into Container.spec.containers.env of type []v1.EnvVar"),
        ("app", "", "string into PodSpec.spec.containers of type v1.Container"),
    ],
)
def test_the_words_are_the_api_servers(container: Any, place: str, message: str) -> None:
    words = message.replace(" into ", " into Go struct field ")
    assert messages({"containers": [container]}) == [f"spec.containers[0]{place}: json: cannot unmarshal {words}"]


def test_a_quantity_has_words_of_its_own() -> None:
    (found,) = messages({"containers": [{"resources": {"limits": {"cpu": "much"}}}]})
    assert found == f"spec.containers[0].resources.limits.cpu: quantities must match the regular expression {_REGEX}"


def test_keys_are_read_in_sorted_order() -> None:
    found = messages({"nodeName": 1, "containers": 2, "hostNetwork": "x"})
    assert [message.partition(":")[0] for message in found] == ["spec.containers", "spec.hostNetwork", "spec.nodeName"]


def test_null_always_fits() -> None:
    assert messages({"containers": [None, {"env": None, "args": [None]}], "volumes": None}) == []


def test_unknown_fields_are_not_looked_at() -> None:
    assert messages({"future": 1, "containers": [{"future": []}]}) == []


def test_a_port_says_which_number_does_not_fit() -> None:
    service = {"spec": {"ports": [{"port": 1.5}]}}
    (found,) = messages(service, "v1.Service", "Service", ROOT)
    assert found.endswith("number 1.5 into Go struct field ServicePort.spec.ports.port of type int32")


def test_the_refusal_names_the_version_without_its_group() -> None:
    assert refusal("Deployment", "apps/v1", "x") == 'Deployment in version "v1" cannot be handled as a Deployment: x'


@pytest.mark.parametrize(("text", "place"), [("aGk=", None), ("aG\nk=", None), ("a!", 1), ("abc", 0), ("", None)])
def test_base64_is_checked_as_go_does(text: str, place: int | None) -> None:
    assert base64_error(text) == place
