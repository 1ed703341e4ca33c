"""The API server's errors for `valueFrom`."""

from __future__ import annotations

import pytest

from tests.engine.environments import pod, problems_of

_ENV = "spec.containers[0].env[0]"
_FILE = f"{_ENV}.valueFrom.fileKeyRef"
_LABEL = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-'"


def errors(fields: str, more: str = "") -> list[str]:
    return [item.error for item in problems_of(pod(fields, more)) if item.detail["stage"] == "validation"]


def file_errors(reference: str, volumes: str = "[{name: v, emptyDir: {}}]") -> list[str]:
    entry = f"env: [{{name: A, valueFrom: {{fileKeyRef: {reference}}}}}]"
    return errors(entry, f"  volumes: {volumes}\n")


@pytest.mark.parametrize("resource", ["limits.cpu", "requests.ephemeral-storage", "limits.hugepages-2Mi"])
@pytest.mark.parametrize("divisor", ["1", '"0"', "1000m"])
def test_divisors_are_compared_in_canonical_form(resource: str, divisor: str) -> None:
    source = f"{{resourceFieldRef: {{resource: {resource}, divisor: {divisor}}}}}"
    assert errors(f"env:\n- name: A\n  valueFrom: {source}") == []


def test_other_names_may_not_end_with_a_dash() -> None:
    (error,) = errors("env: [{name: A, valueFrom: {secretKeyRef: {name: a-, key: k}}}]")
    assert error.startswith(f'{_ENV}.valueFrom.secretKeyRef.name: Invalid value: "a-": a lowercase RFC 1123 subdomain')


def test_a_bad_label_key_is_refused_at_the_selector_itself_and_shown_where_it_is_written() -> None:
    (problem,) = problems_of(pod("""env: [{name: A, valueFrom: {fieldRef: {fieldPath: "metadata.labels['a b']"}}}]"""))[
        :1
    ]
    assert problem.error.startswith(f'{_ENV}.valueFrom.fieldRef: Invalid value: "a b": name part must consist of')
    assert str(problem.path) == f"{_ENV}.valueFrom.fieldRef.fieldPath"


def test_an_annotations_key_is_checked_in_lower_case() -> None:
    field = "metadata.annotations['Example.com/Key']"
    assert errors(f'env: [{{name: A, valueFrom: {{fieldRef: {{fieldPath: "{field}"}}}}}}]') == []


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
    found = file_errors(f"{{volumeName: v, path: '{path}', key: K}}")
    assert found == [f"{_FILE}.path: Invalid value: \"{path}\": must not contain '..'"]


@pytest.mark.parametrize(("key", "refused"), [("K", False), ("k.-1 $(x)", False), ("1", False), ("a=b", True)])
def test_a_files_key_follows_the_relaxed_rule(key: str, refused: bool) -> None:
    found = file_errors(f"{{volumeName: v, path: f, key: '{key}'}}")
    assert [error.startswith(f'{_FILE}.key: Invalid value: "{key}": a valid env') for error in found] == [
        True
    ] * refused


@pytest.mark.parametrize(
    ("name", "words"),
    [("V", f"{_LABEL}, and"), ("a.b", "must not contain dots"), ("a" * 64, "must be no more than 63 bytes")],
)
def test_a_volumes_name_is_a_label(name: str, words: str) -> None:
    refused, missing = file_errors(f"{{volumeName: {name}, path: f, key: K}}")
    assert refused.startswith(f'{_FILE}.volumeName: Invalid value: "{name}": {words}')
    assert missing == f'{_FILE}.volumeName: Not found: "{name}"'


def test_the_volume_must_be_an_empty_dir() -> None:
    reference = "{volumeName: v, path: f, key: K}"
    words = "referenced volume must be of type emptyDir"
    assert file_errors(reference, "[{name: v, configMap: {name: c}}]") == [
        f'{_FILE}.volumeName: Invalid value: "v": {words}'
    ]


@pytest.mark.parametrize("volume", ["{name: v}", "{name: v, emptyDir: null}", "{name: v, emptydir: {}}"])
def test_a_volume_without_a_source_becomes_an_empty_dir(volume: str) -> None:
    """The API server fills it in; what is misspelt it does not see."""
    assert file_errors("{volumeName: v, path: p, key: K}", f"[{volume}]") == []
