"""`-o describe`, and columns that are aligned exactly as by Go's tabwriter."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from playground.cli.arguments import RequestError
from playground.cli.output.describe import columns
from tests.cli.running import process

HEAD = ("NAME", "DESCRIPTION", "GENERATOR", "VALUE")


def test_a_column_is_20_wide_or_as_wide_as_its_longest_cell_and_3_more() -> None:
    lines = columns([HEAD, ("n" * 18, "", "", "v" * 40)]).splitlines()
    assert lines[0] == f"{'NAME':21}{'DESCRIPTION':20}{'GENERATOR':20}VALUE"
    assert lines[1] == f"{'n' * 18:21}{'':40}{'v' * 40}"


@pytest.mark.parametrize(
    ("description", "lines"),
    [
        ("two\nlines", [f"{'P':20}two", f"{'lines':20}{'expression':20}[a-z]{{3}}", f"{'Q':20}{'':20}{'':20}x"]),
        ("end\n", [f"{'P':20}end", f"{'':20}{'expression':20}[a-z]{{3}}", f"{'Q':20}{'':20}{'':20}x"]),
        ("a\tb", [f"{'P':20}{'a':20}{'b':20}{'expression':20}[a-z]{{3}}", f"{'Q':20}{'':20}{'':20}x"]),
    ],
)
def test_a_line_end_or_a_tab_in_a_description_breaks_its_row(description: str, lines: list[str]) -> None:
    rows = [HEAD, ("P", description, "expression", "[a-z]{3}"), ("Q", "", "", "x")]
    assert columns(rows).splitlines()[1:] == lines


def test_a_column_ends_where_a_line_has_none() -> None:
    rows = [HEAD, ("P", "d\ne", "g" * 30, "x"), ("Q", "", "", "y")]
    assert columns(rows).splitlines() == [
        f"{'NAME':20}{'DESCRIPTION':20}{'GENERATOR':20}VALUE",
        f"{'P':20}d",
        f"{'e':20}{'g' * 30:33}x",
        f"{'Q':20}{'':33}{'':20}y",
    ]


def test_a_cell_may_have_any_number_of_tabs() -> None:
    line = columns([HEAD, ("P", "a\t" * 100_000, "", "x")]).splitlines()[1]
    assert line == f"{'P':20}{'a':20}" + f"{'a':20}" * 99_999 + " " * 40 + "x"


def test_a_table_that_one_long_cell_makes_too_wide_is_refused() -> None:
    with pytest.raises(RequestError, match="the table has more than 16,777,216 characters, which is the limit"):
        columns([("x" * 100_000, "\n" + "\t\n" * 200)])


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
