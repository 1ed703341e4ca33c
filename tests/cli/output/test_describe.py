"""`-o describe` prints the bytes of the real program, except for generated values."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.running import process

VECTORS = Path(__file__).resolve().parents[2] / "vectors" / "process.jsonl"
GENERATED = re.compile(r"(?<=Value:\t\t\t)[a-z]{3}$", re.MULTILINE)


def described(text: str, folder: Path, capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    file = folder / "template.yaml"
    file.write_text(text)
    status, out, _ = process(capsys, "-f", str(file), "-o", "describe", *argv)
    assert status == 0
    return out


def test_it_prints_what_oc_prints_except_generated_values(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    vectors = [
        vector for line in VECTORS.read_text().splitlines() if "describe" in (vector := json.loads(line))["args"]
    ]
    assert len(vectors) == 1
    for vector in vectors:
        out = described(vector["template"], tmp_path, capsys)
        assert GENERATED.sub("…", out) == GENERATED.sub("…", vector["stdout"])
        assert "…" in GENERATED.sub("…", out)


def test_columns_take_several_lines_and_end_at_an_empty_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = """\
apiVersion: template.openshift.io/v1
kind: Template
metadata:
  name: t
  namespace: space
  labels: {b: "2", a: "1"}
  annotations: {description: "one\\ntwo", tags: x}
parameters:
- {name: P, description: "first\\nsecond"}
- {name: G, generate: expression, from: "[a-z]{3}"}
objects: []
"""
    assert described(text, tmp_path, capsys, "-p", "G=x") == (
        "Name:\t\tt\nNamespace:\tspace\nLabels:\t\ta=1\n\t\tb=2\nDescription:\tone\n\t\ttwo\nAnnotations:\ttags=x\n"
        "\nParameters:\t\t \n"
        "    Name:\t\tP\n    Description:\tfirst\n\t\t\tsecond\n    Required:\t\tfalse\n    Value:\t\t<none>\n\n"
        "    Name:\tG\n    Required:\tfalse\n    Value:\tx\n\n\n"
        "Object Labels:\t<none>\n\nMessage:\t<none>\n\nObjects:\t \n"
    )


def test_a_further_line_of_a_later_entry_ends_the_columns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (
        "apiVersion: template.openshift.io/v1\nkind: Template\n"
        'metadata: {name: a, labels: {a: "1\\n2"}, annotations: {a: "1\\n2", b: "3\\n4", c: "5"}}\n'
    )
    out = described(text, tmp_path, capsys)
    assert out.startswith(
        "Name:\t\ta\nLabels:\t\ta=1\n\t\t2\nAnnotations:\ta=1\n\t\t2\n\t\tb=3\n4\n\tc=5\n\nParameters:\t \n"
    )
