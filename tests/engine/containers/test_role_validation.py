"""What the API server refuses in containers for their names and their roles."""

from __future__ import annotations

import pytest

from tests.engine.environments import environments

_NOT_INIT = "Forbidden: may not be set for init containers without restartPolicy=Always"
_NOT_EPHEMERAL = "Forbidden: cannot be set for an Ephemeral Container"


def errors(spec: str) -> list[str]:
    found = environments(f"apiVersion: v1\nkind: Pod\nmetadata: {{name: p}}\nspec: {{{spec}}}")
    return [item.error for container in found for item in container.problems if item.detail["stage"] == "validation"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("''", "Required value"),
        ("a.b", 'Invalid value: "a.b": must not contain dots'),
        ("A", 'Invalid value: "A": a lowercase RFC 1123 label must consist of'),
    ],
)
def test_a_container_needs_a_label_for_a_name(name: str, words: str) -> None:
    (error,) = errors(f"containers: [{{name: {name}}}]")
    assert error.startswith(f"spec.containers[0].name: {words}")


def test_a_name_is_taken_by_the_container_that_is_validated_first() -> None:
    spec = "containers: [{name: a}, {name: b}, {name: a}], initContainers: [{name: b}, {name: c}, {name: c}]"
    assert errors(spec) == [
        'spec.initContainers[0].name: Duplicate value: "b"',
        'spec.initContainers[2].name: Duplicate value: "c"',
        'spec.containers[2].name: Duplicate value: "a"',
    ]


def test_only_sidecars_among_init_containers_have_probes_and_hooks() -> None:
    fields = "livenessProbe: {exec: {command: [x]}}, lifecycle: {preStop: {exec: {command: [x]}}}"
    spec = f"initContainers: [{{name: a, {fields}}}, {{name: b, restartPolicy: Always, {fields}}}]"
    assert errors(spec) == [
        f"spec.initContainers[0].lifecycle: {_NOT_INIT}",
        f"spec.initContainers[0].livenessProbe: {_NOT_INIT}",
    ]


def test_an_exec_probe_needs_a_command() -> None:
    assert errors("containers: [{name: a, readinessProbe: {exec: {command: []}}, startupProbe: {exec: {}}}]") == [
        "spec.containers[0].readinessProbe.exec.command: Required value",
        "spec.containers[0].startupProbe.exec.command: Required value",
    ]


def test_an_ephemeral_container_has_no_probes_and_no_sub_paths() -> None:
    mounts = "volumeMounts: [{name: v, mountPath: /a}, {name: v, mountPath: /b, subPathExpr: x}]"
    container = f"{{name: a, startupProbe: {{exec: {{command: [x]}}}}, {mounts}}}"
    assert errors(f"volumes: [{{name: v}}], ephemeralContainers: [{container}]") == [
        f"spec.ephemeralContainers[0].startupProbe: {_NOT_EPHEMERAL}",
        f"spec.ephemeralContainers[0].volumeMounts[1].subPathExpr: {_NOT_EPHEMERAL}",
        "spec.ephemeralContainers: Forbidden: cannot be set on create",
    ]
