"""The API server's errors and warnings for `env` and `envFrom`."""

from __future__ import annotations

import pytest

from playground.engine.kubernetes.names import subdomain_errors
from tests.engine.environments import pod, problems_of

_KEYS = "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`"
_ENV = "spec.containers[0].env[0]"
_FROM = "spec.containers[0].envFrom"
_SIZES = "1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei are supported with the"
_DIVISOR = f"{_ENV}.valueFrom.resourceFieldRef.divisor"
_PREFIX = "a valid environment variable name must consist only of printable ASCII characters other than '='"
_CONVERTING = "error converting fieldPath: unsupported pod version: v2"


def errors(text: str, stage: str = "validation") -> list[str]:
    return [item.error for item in problems_of(text) if item.detail["stage"] == stage]


@pytest.mark.parametrize(
    ("entry", "error"),
    [
        ("value: x", f"{_ENV}.name: Required value"),
        ("name: A\n  valueFrom: {}", f'{_ENV}.valueFrom: Invalid value: "": {_KEYS}'),
        (
            "name: A\n  value: x\n  valueFrom: {fieldRef: {fieldPath: metadata.name}}",
            f'{_ENV}.valueFrom: Invalid value: "": may not be specified when `value` is not empty',
        ),
        (
            "name: A\n  valueFrom: {fieldRef: {fieldPath: metadata.name}, secretKeyRef: {name: s, key: k}}",
            f'{_ENV}.valueFrom: Invalid value: "": may not have more than one field specified at a time',
        ),
        ("name: A\n  valueFrom: {fieldRef: {}}", f"{_ENV}.valueFrom.fieldRef.fieldPath: Required value"),
        (
            "name: A\n  valueFrom: {fieldRef: {apiVersion: v2, fieldPath: metadata.name}}",
            f'{_ENV}.valueFrom.fieldRef.fieldPath: Invalid value: "metadata.name": {_CONVERTING}',
        ),
        ("name: A\n  valueFrom: {resourceFieldRef: {}}", f"{_ENV}.valueFrom.resourceFieldRef.resource: Required value"),
        (
            "name: A\n  valueFrom: {resourceFieldRef: {resource: requests.memory, divisor: 1024}}",
            f'{_DIVISOR}: Invalid value: "requests.memory": only divisor\'s values {_SIZES} memory resource',
        ),
        (
            "name: A\n  valueFrom: {resourceFieldRef: {resource: limits.hugepages-2Mi, divisor: 1m}}",
            f'{_DIVISOR}: Invalid value: "limits.hugepages-2Mi": only divisor\'s values {_SIZES} hugepages resource',
        ),
        ("name: A\n  valueFrom: {configMapKeyRef: {name: c}}", f"{_ENV}.valueFrom.configMapKeyRef.key: Required value"),
    ],
)
def test_an_env_entry_is_refused_in_the_api_servers_words(entry: str, error: str) -> None:
    assert error in errors(pod(f"env:\n- {entry}"))


@pytest.mark.parametrize("name", ["a", "a.b", "a-", "a--", "app.conf-"])
def test_names_in_env_from_may_end_with_a_dash(name: str) -> None:
    """They are checked as prefixes, of which names are still to be made."""
    assert errors(pod(f"envFrom: [{{configMapRef: {{name: {name}}}}}, {{secretRef: {{name: {name}}}}}]")) == []


@pytest.mark.parametrize(
    ("entry", "error"),
    [
        ("{}", f'{_FROM}: Invalid value: "": must specify one of: `configMapRef` or `secretRef`'),
        ("{configMapRef: {}}", f"{_FROM}[0].configMapRef.name: Required value"),
        (
            "{prefix: a=, secretRef: {name: s}}",
            f'{_FROM}[0].prefix: Invalid value: "a=": {_PREFIX}',
        ),
        (
            "{configMapRef: {name: a_b}}",
            f'{_FROM}[0].configMapRef.name: Invalid value: "a_b": {subdomain_errors("a_b")[0]}',
        ),
    ],
)
def test_an_env_from_item_is_refused_in_the_api_servers_words(entry: str, error: str) -> None:
    assert errors(pod(f"envFrom: [{entry}]")) == [error]


@pytest.mark.parametrize(
    ("later", "warned"),
    [("value: x", True), ("value: $(A)", True), ("value: $(A)x", False), ("value: $$(A)x", False), ("", True)],
)
def test_a_duplicate_causes_a_warning_unless_it_refers_to_the_earlier_one(later: str, warned: bool) -> None:
    found = errors(pod(f"env:\n- name: A\n  value: x\n- name: A\n  {later}"), "warning")
    hides = 'spec.containers[0].env[1]: hides previous definition of "A", which may be dropped when using apply'
    assert found == ([hides] if warned else [])
