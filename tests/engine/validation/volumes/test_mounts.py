"""The API server's errors for volume mounts, in its words and order."""

from __future__ import annotations

import pytest

from tests.engine.environments import pod, problems_of
from tests.engine.validation.pods import container_errors

_MOUNTS = "spec.containers[0].volumeMounts"
_VOLUME = "  volumes: [{name: v}]\n"


def refusals(fields: str, more: str = "") -> list[str]:
    return [item.error for item in problems_of(pod(fields, more)) if item.detail["stage"] == "validation"]


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
    reported = refusals(f"volumeMounts: [{{name: v, mountPath: /d, {field}: '{path}'}}]", _VOLUME)
    assert reported == [f'{_MOUNTS}.{field}: Invalid value: "{path}": {message}' for message in messages]


def test_the_errors_of_a_mount_come_in_the_api_servers_order() -> None:
    assert refusals("volumeMounts: [{subPath: /a, subPathExpr: ../b}]") == [
        f"{_MOUNTS}[0].name: Required value",
        f'{_MOUNTS}[0].name: Not found: ""',
        f"{_MOUNTS}[0].mountPath: Required value",
        f'{_MOUNTS}.subPath: Invalid value: "/a": must be a relative path',
        f'{_MOUNTS}[0].subPathExpr: Invalid value: "../b": subPathExpr and subPath are mutually exclusive',
        f"{_MOUNTS}.subPathExpr: Invalid value: \"../b\": must not contain '..'",
    ]


def test_a_mount_needs_a_volume_and_a_unique_path() -> None:
    mounts = "[{name: v, mountPath: /a}, {name: w, mountPath: /a}, {name: v, mountPath: /b}]"
    assert refusals(f"volumeMounts: {mounts}", _VOLUME) == [
        f'{_MOUNTS}[1].name: Not found: "w"',
        f'{_MOUNTS}[1].mountPath: Invalid value: "/a": must be unique',
    ]


@pytest.mark.parametrize(
    ("fields", "messages"),
    [
        ("mountPropagation: HostToContainer", []),
        (
            "mountPropagation: x",
            [
                (
                    'mountPropagation: Unsupported value: "x": '
                    'supported values: "Bidirectional", "HostToContainer", "None"'
                ),
            ],
        ),
        (
            "mountPropagation: Bidirectional",
            [
                (
                    "mountPropagation: Forbidden: "
                    "Bidirectional mount propagation is available only to privileged containers"
                ),
            ],
        ),
        ("recursiveReadOnly: Disabled", []),
        ("recursiveReadOnly: Enabled, readOnly: true", []),
        (
            "recursiveReadOnly: x",
            ['recursiveReadOnly: Unsupported value: "x": supported values: "Disabled", "Enabled", "IfPossible"'],
        ),
        (
            "recursiveReadOnly: IfPossible, mountPropagation: HostToContainer",
            [
                "recursiveReadOnly: Forbidden: may only be specified when readOnly is true",
                "recursiveReadOnly: Forbidden: may only be specified when mountPropagation is None or not specified",
            ],
        ),
    ],
)
def test_propagation_and_recursion_of_a_mount_are_checked(fields: str, messages: list[str]) -> None:
    reported = refusals(f"volumeMounts: [{{name: v, mountPath: /d, {fields}}}]", _VOLUME)
    assert reported == [f"{_MOUNTS}.{message}" for message in messages]


def test_a_privileged_container_may_propagate_its_mounts() -> None:
    mount = "volumeMounts: [{name: v, mountPath: /d, mountPropagation: Bidirectional}]"
    assert refusals(f"{mount}\nsecurityContext: {{privileged: true}}", _VOLUME) == []


def test_a_volume_device_is_a_claim_with_a_unique_name_and_path() -> None:
    devices = "volumeDevices: [{name: c, devicePath: /a}, {name: c, devicePath: /a}, {}, {name: v, devicePath: /b/..}]"
    volumes = "volumes: [{name: c, persistentVolumeClaim: {claimName: c}}, {name: v}]"
    block = "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode"
    assert container_errors(devices, more=volumes) == [
        f"containers[0].volumeDevices{error}"
        for error in (
            '[1].name: Invalid value: "c": must be unique',
            '[1].devicePath: Invalid value: "/a": must be unique',
            "[2].name: Required value",
            '[2].name: Not found: ""',
            "[2].devicePath: Required value",
            f'[3].name: Invalid value: "v": {block}',
            "[3].devicePath: Invalid value: \"/b/..\": can not contain backsteps ('..')",
        )
    ]


def test_a_volume_is_either_mounted_or_a_device() -> None:
    fields = "volumeMounts: [{name: c, mountPath: /a}], volumeDevices: [{name: c, devicePath: /a}]"
    assert container_errors(fields, more="volumes: [{name: c, persistentVolumeClaim: {claimName: c}}]") == [
        f"containers[0].{error}"
        for error in (
            'volumeMounts[0].name: Invalid value: "c": must not already exist in volumeDevices',
            'volumeMounts[0].mountPath: Invalid value: "/a": must not already exist as a path in volumeDevices',
            'volumeDevices[0].name: Invalid value: "c": must not already exist in volumeMounts',
            'volumeDevices[0].devicePath: Invalid value: "/a": must not already exist as a path in volumeMounts',
        )
    ]
