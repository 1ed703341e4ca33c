"""`check`: its output for people and for programs, and its exit status."""

from __future__ import annotations

import json
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import run
from tests.texts import POD

VECTORS = Path(__file__).parents[1] / "vectors"
OLD = "apiVersion: extensions/v1beta1\nkind: Ingress\nmetadata: {name: web}\n"


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


def test_the_server_format_has_the_words_of_kubectl_apply(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [json.loads(line) for line in (VECTORS / "strict.jsonl").read_text().splitlines()]
    file = tmp_path / "strict.yaml"
    file.write_text("---\n".join(f"{json.dumps(row['object'])}\n" for row in rows))
    server = f'Error from server (BadRequest): error when creating "{file}"'
    expected = {f"{server}: {cannot_handle(row['object'], row['error'])}" for row in rows}
    status, out, err = run(capsys, "check", "-f", str(file), "--format", "server", "--kubernetes-version", "1.35")
    assert (status, set(out.splitlines()), err) == (1, expected, "")
    assert len(expected) == 250


def cannot_handle(value: dict[str, str], error: str) -> str:
    kind, version = value["kind"], value["apiVersion"].rpartition("/")[2]
    return f'{kind} in version "{version}" cannot be handled as a {kind}: {error}'


REFUSED_KIND = """\
resource mapping not found for name: "web" namespace: "" from "STDIN": no matches for kind "Ingress" in version \
"extensions/v1beta1"
ensure CRDs are installed first
"""
REFUSED_HEAD = """\
error: error validating "STDIN": error validating data: apiVersion not set; if you choose to ignore these errors, turn \
validation off with --validate=false
"""
REFUSED_FIELD = """\
Error from server (BadRequest): error when creating "STDIN": Service in version "v1" cannot be handled as a Service: \
strict decoding error: unknown field "spec.portal"
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (POD, ""),
        ("apiVersion: monitoring.coreos.com/v1\nkind: ServiceMonitor\nspec: {anything: 1}\n", ""),
        (f"{OLD}---\n{OLD}", REFUSED_KIND * 2),
        (OLD, f"error: {REFUSED_KIND}"),
        (f"kind: Pod\n---\n{OLD}", REFUSED_HEAD),
        ("apiVersion: v1\nkind: List\nitems: [{apiVersion: v1, kind: Service, spec: {portal: 1}}]\n", REFUSED_FIELD),
    ],
)
def test_the_server_format_says_nothing_else(
    text: str, expected: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(text.encode())))
    status, out, err = run(capsys, "check", "-f", "-", "--format", "server")
    assert (status, out, err) == (1 if expected else 0, expected, "")


def test_the_server_format_says_why_a_text_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "broken.yaml"
    file.write_text("a: [\n")
    status, out, err = run(capsys, "check", "-f", str(file), "--format", "server")
    assert (status, out) == (1, "")
    assert err.startswith(f"{file}:1:4: SRC111 ")
