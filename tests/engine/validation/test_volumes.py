"""The API server's errors for volumes and volume mounts, in its words and order."""

from __future__ import annotations

import pytest

from playground.engine.model.location import ROOT
from playground.engine.validation.volumes import volumes_errors
from tests.engine.environments import pod, problems_of

_MOUNTS = "spec.containers[0].volumeMounts"
_VOLUME = "  volumes: [{name: v}]\n"


def errors(fields: str, more: str = "") -> list[str]:
    return [item.error for item in problems_of(pod(fields, more)) if item.detail["stage"] == "validation"]


@pytest.mark.parametrize(
    ("volumes", "errors"),
    [
        ([{"name": "a"}, {"name": "b", "secret": {"secretName": "s"}}, {"name": "c", "emptyDir": {}}], []),
        ([{"emptyDir": {}}], ["[0].name: Required value"]),
        ([{"name": "a"}, {"name": "a"}], ['[1].name: Duplicate value: "a"']),
        ([{"name": "a", "secret": {"name": "s"}}], ["[0].secret.secretName: Required value"]),
        ([{"name": "a", "nfs": {}}], ["[0].nfs.server: Required value", "[0].nfs.path: Required value"]),
        (
            [{"name": "a", "configMap": {"name": "c"}, "secret": {"secretName": "s"}}],
            ["[0].configMap: Forbidden: may not specify more than 1 volume type"],
        ),
        # Only a good volume takes its name.
        ([{"name": "a", "secret": {}}, {"name": "a"}], ["[0].secret.secretName: Required value"]),
    ],
)
def test_volumes_are_refused_in_the_api_servers_words(volumes: list[object], errors: list[str]) -> None:
    path = ROOT / "spec" / "volumes"
    assert [error.message for error in volumes_errors(volumes, path)] == [f"spec.volumes{error}" for error in errors]


@pytest.mark.parametrize("field", ["subPath", "subPathExpr"])
@pytest.mark.parametrize(
    ("path", "messages"),
    [
        ("/a", ["must be a relative path"]),
        ("..", ["must not contain '..'"]),
        ("a/../../b", ["must not contain '..'"]),
        ("/..", ["must be a relative path", "must not contain '..'"]),
        ("..a/b..", []),
        ("", []),
    ],
)
def test_a_sub_path_is_relative_and_descends(field: str, path: str, messages: list[str]) -> None:
    reported = errors(f"volumeMounts: [{{name: v, mountPath: /d, {field}: '{path}'}}]", _VOLUME)
    assert reported == [f'{_MOUNTS}.{field}: Invalid value: "{path}": {message}' for message in messages]


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
