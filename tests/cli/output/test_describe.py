"""`-o describe`, in the layout of `oc describe`."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from pathlib import Path

import pytest

from playground.cli.output.describe import human_duration
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
        "Name:\t\tt\nLabels:\t\ta=1\n\t\tb=2\nDescription:\tone\n\t\ttwo\nAnnotations:\ttags=x\n"
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


METADATA = "apiVersion: template.openshift.io/v1\nkind: Template\nobjects: []\nmetadata: "


def test_labels_are_sorted_by_their_joined_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = described(f"{METADATA}{{name: d}}\nlabels: {{app: a, app.x: b}}\n", tmp_path, capsys)
    assert "Object Labels:\tapp.x=b,app=a\n" in out


def test_the_namespace_is_that_of_the_options(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "Namespace:" not in described(f"{METADATA}{{name: d, namespace: own}}\n", tmp_path, capsys)
    out = described(f"{METADATA}{{name: d}}\n", tmp_path, capsys, "-n", "mine")
    assert out.startswith("Name:\t\td\nNamespace:\tmine\nLabels:")


@pytest.mark.parametrize(
    ("timestamp", "line"),
    [
        ('"2020-01-01T00:00:00Z"', "Created:\t[0-9]+ years ago\n"),
        ('"2999-01-01T00:00:00.5+02:00"', "Created:\tLess than a second ago\n"),
        ('"0001-01-02T00:00:00Z"', "Created:\t292 years ago\n"),
        ('"0001-01-01T00:00:00Z"', ""),
        ("null", ""),
    ],
)
def test_the_age_of_a_template_is_printed(
    timestamp: str, line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = described(f"{METADATA}{{name: d, creationTimestamp: {timestamp}}}\n", tmp_path, capsys)
    assert re.match(f"Name:\t\td\n{line}Labels:", out)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (1, "1 second"),
        (59, "59 seconds"),
        (60, "About a minute"),
        (2700, "45 minutes"),
        (2760, "About an hour"),
        (5399, "About an hour"),
        (5400, "2 hours"),
        (47.4 * 3600, "47 hours"),
        (47.5 * 3600, "2 days"),
        (13.9 * 86400, "13 days"),
        (14 * 86400, "2 weeks"),
        (60 * 86400, "2 months"),
        (730 * 86400, "2 years"),
    ],
)
def test_an_age_is_rounded_as_by_go_units(seconds: float, words: str) -> None:
    assert human_duration(timedelta(seconds=seconds)) == words
