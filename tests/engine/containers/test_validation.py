"""The API server's errors and warnings for a container."""

from __future__ import annotations

import pytest

from playground.engine.kubernetes.names import subdomain_errors
from tests.engine.environments import environment, environments, pod

_KEYS = "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`"
_ENV = "spec.containers[0].env[0]"
_FROM = "spec.containers[0].envFrom"
_SIZES = "1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei are supported with the"
_DIVISOR = f"{_ENV}.valueFrom.resourceFieldRef.divisor"
_PREFIX = "a valid environment variable name must consist only of printable ASCII characters other than '='"
_CONVERTING = "error converting fieldPath: unsupported pod version: v2"


def errors(text: str, stage: str = "validation") -> list[str]:
    return [item.error for item in environment(text).problems if item.detail["stage"] == stage]


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


@pytest.mark.parametrize("resource", ["limits.cpu", "requests.ephemeral-storage", "limits.hugepages-2Mi"])
@pytest.mark.parametrize("divisor", ["1", '"0"', "1000m"])
def test_divisors_are_compared_in_canonical_form(resource: str, divisor: str) -> None:
    source = f"{{resourceFieldRef: {{resource: {resource}, divisor: {divisor}}}}}"
    assert errors(pod(f"env:\n- name: A\n  valueFrom: {source}")) == []


@pytest.mark.parametrize("name", ["a", "a.b", "a-", "a--", "app.conf-"])
def test_names_in_env_from_may_end_with_a_dash(name: str) -> None:
    """They are checked as prefixes, of which names are still to be made."""
    assert errors(pod(f"envFrom: [{{configMapRef: {{name: {name}}}}}, {{secretRef: {{name: {name}}}}}]")) == []


def test_other_names_may_not_end_with_a_dash() -> None:
    (error,) = errors(pod("env: [{name: A, valueFrom: {secretKeyRef: {name: a-, key: k}}}]"))
    assert error.startswith(f'{_ENV}.valueFrom.secretKeyRef.name: Invalid value: "a-": a lowercase RFC 1123 subdomain')


def test_a_bad_label_key_is_refused_at_the_selector_itself() -> None:
    (error,) = errors(pod("""env: [{name: A, valueFrom: {fieldRef: {fieldPath: "metadata.labels['a b']"}}}]"""))
    assert error.startswith(f'{_ENV}.valueFrom.fieldRef: Invalid value: "a b": name part must consist of')


def test_an_annotations_key_is_checked_in_lower_case() -> None:
    field = "metadata.annotations['Example.com/Key']"
    assert errors(pod(f'env: [{{name: A, valueFrom: {{fieldRef: {{fieldPath: "{field}"}}}}}}]')) == []


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


def test_ephemeral_containers_cannot_be_created_with_the_pod() -> None:
    (_, debug) = environments(pod(more="  ephemeralContainers: [{name: debug, image: i}]"))
    (problem,) = debug.problems
    assert problem.error == "spec.ephemeralContainers: Forbidden: cannot be set on create"


def test_pod_templates_have_no_ephemeral_containers() -> None:
    text = "kind: Job\nspec: {template: {spec: {ephemeralContainers: [{name: debug, image: i}]}}}"
    (problem,) = environment(text).problems
    words = "Forbidden: ephemeral containers not allowed in pod template"
    assert problem.error == f"spec.template.spec.ephemeralContainers: {words}"


def test_messages_have_paths_in_the_object_and_problems_paths_in_the_document() -> None:
    container = "{name: a, image: i, env: [{value: x}]}"
    text = f"kind: List\nitems:\n- kind: Job\n  spec: {{template: {{spec: {{containers: [{container}]}}}}}}"
    (problem,) = environment(text).problems
    assert problem.error == "spec.template.spec.containers[0].env[0].name: Required value"
    assert str(problem.path) == "items[0].spec.template.spec.containers[0].env[0].name"
