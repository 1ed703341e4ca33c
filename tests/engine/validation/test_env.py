"""The API server's errors and warnings for `env`, `envFrom` and `valueFrom`."""

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
_FILE = f"{_ENV}.valueFrom.fileKeyRef"
_LABEL = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-'"


def errors(text: str, stage: str = "validation") -> list[str]:
    return [item.error for item in problems_of(text) if item.detail["stage"] == stage]


def errors_of(fields: str, more: str = "") -> list[str]:
    return [item.error for item in problems_of(pod(fields, more)) if item.detail["stage"] == "validation"]


def file_errors(reference: str, volumes: str = "[{name: v, emptyDir: {}}]") -> list[str]:
    entry = f"env: [{{name: A, valueFrom: {{fileKeyRef: {reference}}}}}]"
    return errors_of(entry, f"  volumes: {volumes}\n")


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
    messages = errors(pod(f"env:\n- name: A\n  value: x\n- name: A\n  {later}"), "warning")
    hides = 'spec.containers[0].env[1]: hides previous definition of "A", which may be dropped when using apply'
    assert messages == ([hides] if warned else [])


@pytest.mark.parametrize("resource", ["limits.cpu", "requests.ephemeral-storage", "limits.hugepages-2Mi"])
@pytest.mark.parametrize("divisor", ["1", '"0"', "1000m"])
def test_divisors_are_compared_in_canonical_form(resource: str, divisor: str) -> None:
    source = f"{{resourceFieldRef: {{resource: {resource}, divisor: {divisor}}}}}"
    assert errors_of(f"env:\n- name: A\n  valueFrom: {source}") == []


def test_other_names_may_not_end_with_a_dash() -> None:
    (error,) = errors_of("env: [{name: A, valueFrom: {secretKeyRef: {name: a-, key: k}}}]")
    assert error.startswith(f'{_ENV}.valueFrom.secretKeyRef.name: Invalid value: "a-": a lowercase RFC 1123 subdomain')


def test_a_bad_label_key_is_refused_at_the_selector_and_shown_at_its_key() -> None:
    (problem,) = problems_of(pod("""env: [{name: A, valueFrom: {fieldRef: {fieldPath: "metadata.labels['a b']"}}}]"""))[
        :1
    ]
    assert problem.error.startswith(f'{_ENV}.valueFrom.fieldRef: Invalid value: "a b": name part must consist of')
    assert str(problem.path) == f"{_ENV}.valueFrom.fieldRef.fieldPath"


def test_an_annotations_key_is_checked_in_lower_case() -> None:
    field = "metadata.annotations['Example.com/Key']"
    assert errors_of(f'env: [{{name: A, valueFrom: {{fieldRef: {{fieldPath: "{field}"}}}}}}]') == []


def test_a_file_needs_a_key_a_volume_and_a_path() -> None:
    assert file_errors("{}") == [
        f"{_FILE}.key: Required value",
        f"{_FILE}.volumeName: Required value",
        f"{_FILE}.path: Required value",
        f'{_FILE}.volumeName: Not found: ""',
    ]


@pytest.mark.parametrize("path", ["a.env", "/a.env", "..a", "a..", "./a", "a//b"])
def test_a_files_path_may_be_anything_without_dot_dot(path: str) -> None:
    assert file_errors(f"{{volumeName: v, path: '{path}', key: K}}") == []


@pytest.mark.parametrize("path", ["..", "../a", "a/../b", "/.."])
def test_a_files_path_may_not_contain_dot_dot(path: str) -> None:
    messages = file_errors(f"{{volumeName: v, path: '{path}', key: K}}")
    assert messages == [f"{_FILE}.path: Invalid value: \"{path}\": must not contain '..'"]


@pytest.mark.parametrize(("key", "refused"), [("K", False), ("k.-1 $(x)", False), ("1", False), ("a=b", True)])
def test_a_files_key_follows_the_relaxed_rule(key: str, refused: bool) -> None:
    messages = file_errors(f"{{volumeName: v, path: f, key: '{key}'}}")
    assert [error.startswith(f'{_FILE}.key: Invalid value: "{key}": a valid env') for error in messages] == [
        True
    ] * refused


@pytest.mark.parametrize(
    ("name", "message"),
    [("V", f"{_LABEL}, and"), ("a.b", "must not contain dots"), ("a" * 64, "must be no more than 63 characters")],
)
def test_a_volumes_name_is_a_label(name: str, message: str) -> None:
    refused, missing = file_errors(f"{{volumeName: {name}, path: f, key: K}}")
    assert refused.startswith(f'{_FILE}.volumeName: Invalid value: "{name}": {message}')
    assert missing == f'{_FILE}.volumeName: Not found: "{name}"'


def test_the_volume_must_be_an_empty_dir() -> None:
    reference = "{volumeName: v, path: f, key: K}"
    message = "referenced volume must be of type emptyDir"
    assert file_errors(reference, "[{name: v, configMap: {name: c}}]") == [
        f'{_FILE}.volumeName: Invalid value: "v": {message}'
    ]


@pytest.mark.parametrize("volume", ["{name: v}", "{name: v, emptyDir: null}", "{name: v, emptydir: {}}"])
def test_a_volume_without_a_source_becomes_an_empty_dir(volume: str) -> None:
    """The API server sets the default and ignores misspelt fields."""
    assert file_errors("{volumeName: v, path: p, key: K}", f"[{volume}]") == []
