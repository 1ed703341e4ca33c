"""`check`: its output for people and for programs, and its exit status."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import run
from tests.texts import POD


@pytest.fixture
def pod(tmp_path: Path) -> str:
    file = tmp_path / "pod.yaml"
    file.write_text(POD)
    return str(file)


def diagnostics(out: str) -> list[dict[str, Any]]:
    answer = json.loads(out)
    assert list(answer) == ["diagnostics"]
    items: list[dict[str, Any]] = answer["diagnostics"]
    return items


def test_check_prints_one_json_object(pod: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "check", "-f", pod, "--format", "json")
    assert (status, err) == (0, "")
    (diagnostic,) = diagnostics(out)
    assert (diagnostic["code"], diagnostic["name"], diagnostic["severity"]) == (
        "ENV502",
        "forward-reference",
        "warning",
    )
    assert diagnostic["span"] == {"start": {"line": 13, "column": 29}, "end": {"line": 13, "column": 36}}
    assert list(diagnostic) == ["code", "name", "severity", "message", "hint", "span", "field", "related", "fix"]


@pytest.mark.parametrize("content", [b"a: b: c\n", b"\xff\xfe", b"", b"\x00", b"a: \xc3\x28\n", b"{", b"- " * 5000])
def test_check_prints_one_json_object_for_any_bytes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    file = tmp_path / "bytes"
    file.write_bytes(content)
    status, out, err = run(capsys, "check", "-f", str(file), "--format", "json")
    assert err == ""
    assert status == (1 if any(item["severity"] == "error" for item in diagnostics(out)) else 0)
    assert status == (1 if content else 0)


def test_check_prints_the_place(pod: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "check", "-f", pod)
    assert status == 0
    lines = out.splitlines()
    assert lines[0].startswith(f"{pod}:13:29: ENV502 ")
    assert lines[1:3] == ["   13 |       value: http://$(HOST):$(PORT)", f"      | {' ' * 28}^^^^^^^"]


def test_check_prints_nothing_for_a_good_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "good.yaml"
    file.write_text("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n")
    assert run(capsys, "check", "-f", str(file)) == (0, "", "")
