"""The API server's errors for volume mounts and files."""

from __future__ import annotations

import pytest

from tests.engine.environments import environment, pod

_MOUNTS = "spec.containers[0].volumeMounts"
_VOLUME = "  volumes: [{name: v}]\n"
_FILE = "spec.containers[0].env[0].valueFrom.fileKeyRef"
_LABEL = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-'"


def errors(fields: str, more: str = "") -> list[str]:
    return [item.error for item in environment(pod(fields, more)).problems if item.detail["stage"] == "validation"]


def file_errors(reference: str, volumes: str = "[{name: v, emptyDir: {}}]") -> list[str]:
    entry = f"env: [{{name: A, valueFrom: {{fileKeyRef: {reference}}}}}]"
    return errors(entry, f"  volumes: {volumes}\n")


@pytest.mark.parametrize("field", ["subPath", "subPathExpr"])
@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/a", ["must be a relative path"]),
        ("..", ["must not contain '..'"]),
        ("a/../../b", ["must not contain '..'"]),
        ("/..", ["must be a relative path", "must not contain '..'"]),
        ("..a/b..", []),
        ("", []),
    ],
)
def test_a_sub_path_is_relative_and_descends(field: str, path: str, words: list[str]) -> None:
    found = errors(f"volumeMounts: [{{name: v, mountPath: /d, {field}: '{path}'}}]", _VOLUME)
    assert found == [f'{_MOUNTS}.{field}: Invalid value: "{path}": {word}' for word in words]


def test_the_errors_of_a_mount_come_in_the_api_servers_order() -> None:
    assert errors("volumeMounts: [{subPath: /a, subPathExpr: ../b}]") == [
        f"{_MOUNTS}[0].name: Required value",
        f'{_MOUNTS}[0].name: Not found: ""',
        f"{_MOUNTS}[0].mountPath: Required value",
        f'{_MOUNTS}.subPath: Invalid value: "/a": must be a relative path',
        f'{_MOUNTS}[0].subPathExpr: Invalid value: "../b": subPathExpr and subPath are mutually exclusive',
        f"{_MOUNTS}.subPathExpr: Invalid value: \"../b\": must not contain '..'",
    ]


def test_a_mount_needs_a_volume_and_a_unique_path() -> None:
    mounts = "[{name: v, mountPath: /a}, {name: w, mountPath: /a}, {name: v, mountPath: /b}]"
    assert errors(f"volumeMounts: {mounts}", _VOLUME) == [
        f'{_MOUNTS}[1].name: Not found: "w"',
        f'{_MOUNTS}[1].mountPath: Invalid value: "/a": must be unique',
    ]


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
