"""The API server's error messages become suggestions with a fix."""

from __future__ import annotations

import pytest

from playground.engine import Diagnostic, apply_edits
from playground.engine.rules.server_errors import reason, what_to_write
from tests.engine.environments import pod
from tests.engine.rules.finding import find_diagnostics


def find_refused(text: str) -> list[Diagnostic]:
    return find_diagnostics(text, "POD602")


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("{fieldRef: {fieldPath: spec.nodename}}", "spec.nodeName"),
        ("{fieldRef: {fieldPath: status.podIp}}", "status.podIP"),
        ("{fieldRef: {fieldPath: \"metadata.label['app']\"}}", "metadata.labels['app']"),
        ("{fieldRef: {fieldPath: \"metadata.annotation['a/b']\"}}", "metadata.annotations['a/b']"),
        ("{resourceFieldRef: {resource: limits.cpus}}", "limits.cpu"),
        ("{resourceFieldRef: {resource: request.memory}}", "requests.memory"),
    ],
)
def test_the_intended_value_is_offered_as_a_fix(wrong: str, right: str) -> None:
    text = pod(f"env: [{{name: A, valueFrom: {wrong}}}]")
    (diagnostic,) = find_refused(text)
    assert diagnostic.hint.startswith(f"Did you mean `{right}`? The API server says: ")
    assert diagnostic.fix is not None
    assert diagnostic.fix.title == f"Write {right}"
    assert find_refused(apply_edits(text, diagnostic.fix.edits)) == []


@pytest.mark.parametrize("wrong", ["{fieldRef: {fieldPath: spec.volumes}}", "{resourceFieldRef: {resource: cores}}"])
def test_without_a_near_value_there_are_only_the_servers_words(wrong: str) -> None:
    (diagnostic,) = find_refused(pod(f"env: [{{name: A, valueFrom: {wrong}}}]"))
    assert diagnostic.hint.startswith("The API server says: ")
    assert diagnostic.fix is None


def test_the_middle_of_a_field_error_is_its_reason() -> None:
    assert reason('spec.a: Invalid value: "x": must be y') == 'Invalid value: "x"'
    assert reason('spec.a: Invalid value: "": must be y') == "must be y"
    assert reason("Pod in version v1: no such form") == ""


def test_the_reason_of_a_refused_mapping_or_pair_of_fields_is_short() -> None:
    context = '{"Privileged":true,"AllowPrivilegeEscalation":false}'
    assert reason(f"spec.a: Invalid value: {context}: cannot set `a` to false") == "cannot set a to false"
    assert reason('spec.a[0].{b, c}: Duplicate value: "{x, y}"') == 'Duplicate value: "{x, y}"'


def test_unknown_messages_are_left_alone() -> None:
    assert what_to_write("spec.a: Forbidden: never") == ("", "")
