"""`--values`: what the file gives, what has precedence over it, and the place of every error."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from playground.cli.input.values_file import read_values
from playground.cli.options import RequestError
from tests.cli.running import items, process
from tests.texts import TEMPLATE

HEAD = "apiVersion: playground/v1\nkind: Values\ntemplate: ../templates/demo.yaml\n"
VALUES = f"""{HEAD}dialect: openshift
values:
  A: kept
  PORT: 1_0
expressions: {{CODE: "[a-b]{{3}}x"}}
labels: {{team: shop}}
"""


@pytest.fixture
def values(tmp_path: Path) -> Path:
    """A file of values, and the Template beside its folder."""
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "demo.yaml").write_text(TEMPLATE)
    (tmp_path / "stages").mkdir()
    file = tmp_path / "stages" / "test.yaml"
    file.write_text(VALUES)
    return file


def test_template_values_expressions_and_labels_come_from_the_file(
    values: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, _ = process(capsys, "--values", str(values))
    (processed_object,) = items(out)
    assert status == 0
    assert processed_object["metadata"] == {"name": "cm", "labels": {"team": "shop"}}
    assert processed_object["data"] == {"a": "kept", "port": "1_0", "$(A)": "1e3"}


def test_arguments_have_precedence_over_the_file(values: Path, capsys: pytest.CaptureFixture[str]) -> None:
    argv = ("--values", str(values), "-p", "A=given", "-l", "team=other", "--dialect", "proposal")
    (processed_object,) = items(process(capsys, *argv)[1])
    assert processed_object["metadata"] == {"name": "cm", "labels": {"team": "other"}}
    assert processed_object["data"] == {"a": "given", "port": "1_0", "given": "1e3"}
    other_file = values.parent / "other.yaml"
    other_file.write_text(TEMPLATE.replace("name: cm", "name: other"))
    assert items(process(capsys, "--values", str(values), "-f", str(other_file))[1])[0]["metadata"] == {
        "name": "other",
        "labels": {"team": "shop"},
    }


def test_an_unknown_name_is_refused_as_by_oc_with_its_place(values: Path, capsys: pytest.CaptureFixture[str]) -> None:
    values.write_text(f"{HEAD}values:\n  NOPE: x\n")
    status, out, err = process(capsys, "--values", str(values), "--from", "CODE=x")
    assert (status, out) == (1, "")
    assert err.startswith(f'error: unknown parameter name "NOPE"\n{values}:5:3: the Template has no Parameter "NOPE"\n')
    assert process(capsys, "--values", str(values), "--from", "CODE=x", "--ignore-unknown-parameters")[0] == 0


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("a: b: c\n", ["1:5"]),
        ("", ["1:1"]),
        (f"{HEAD}---\n{HEAD}", ["1:1"]),
        ("[1]\n", ["1:1"]),
        (f"{HEAD}value: {{}}\n", ["4:1"]),
        (HEAD.replace("playground/v1", "v1"), ["1:13"]),
        (HEAD.replace("Values", "Template"), ["2:7"]),
        (HEAD.replace("../templates/demo.yaml", "3"), ["3:11"]),
        (HEAD.replace("../templates/demo.yaml", "'-'"), ["3:11"]),
        (f"{HEAD}dialect: other\n", ["4:10"]),
        (f"{HEAD}values: [A]\n", ["4:9"]),
        (f"{HEAD}values:\n  A:\n  B: {{}}\n", ["5:5", "6:6"]),
        (f"{HEAD}values:\n  A: x\n  A: y\n", ["6:3"]),
        (f"{HEAD}labels: {{a: [1]}}\nkinds: x\n", ["5:1", "4:13"]),
    ],
)
def test_every_error_has_its_place(text: str, places: list[str], tmp_path: Path) -> None:
    file = tmp_path / "values.yaml"
    file.write_text(text)
    with pytest.raises(RequestError) as refused:
        read_values(str(file))
    lines = str(refused.value).split("\n")
    positions = [match[1] for line in lines if (match := re.match(rf"{re.escape(str(file))}:(\d+:\d+): \S", line))]
    assert positions == places
    assert len(lines) == len(places)


def test_a_missing_file_and_the_standard_input_are_read_like_any_other(
    values: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert process(capsys, "--values", "none.yaml") == (1, "", 'error: the path "none.yaml" does not exist\n')
    monkeypatch.chdir(values.parent)
    monkeypatch.setattr("sys.stdin", io.StringIO(VALUES))
    assert process(capsys, "--values", "-", "-o", "name")[:2] == (0, "configmap/cm\n")


def test_a_missing_template_is_named(values: Path, capsys: pytest.CaptureFixture[str]) -> None:
    values.write_text(HEAD.replace("demo", "none"))
    status, out, err = process(capsys, "--values", str(values))
    assert (status, out) == (1, "")
    assert f'the path "{values.parent}/../templates/none.yaml" does not exist' in err
    values.write_text(HEAD.replace("../templates/demo.yaml", r'"a\0b"'))
    status, out, err = process(capsys, "--values", str(values))
    assert (status, out) == (1, "")
    assert r'a\x00b" does not exist' in err


def test_the_documented_example_works(tmp_path: Path) -> None:
    manual = (Path(__file__).resolve().parents[3] / "docs" / "command-line.md").read_text()
    example = manual.partition("## A file of values")[2].partition("```yaml\n")[2].partition("```")[0]
    file = tmp_path / "test.yaml"
    file.write_text(example)
    values_file = read_values(str(file))
    assert values_file.template == str(tmp_path / "../templates/shop.yaml")
    assert (values_file.dialect, values_file.values) == ("openshift", {"NAME": "shop", "REPLICAS": "2"})
    assert (values_file.expressions, values_file.labels) == ({"PASSWORD": "[a-zA-Z0-9]{24}"}, {"stage": "test"})
