"""Processing against the recorded answers of the real `oc process`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from playground.engine.model.inputs import Inputs
from playground.engine.printing.shapes import SYNTAXES, output_lines
from playground.engine.reading import read, read_plain
from playground.engine.templates import ProcessedTemplate, process
from playground.engine.templates.refusals import refusal
from playground.engine.templates.substitution import Dialect
from playground.engine.templates.template import find_templates
from playground.engine.text.go import to_json

VECTORS = Path(__file__).resolve().parents[2] / "vectors" / "process.jsonl"
ROWS: list[dict[str, Any]] = [json.loads(line) for line in VECTORS.read_text(encoding="utf-8").splitlines()]

# What the command line answers, or the reader, before the engine sees a Template.
OF_THE_COMMAND_LINE = {"-f", "-n", "--param-file", "--parameters", "--ignore-unknown-parameters", "--template", "foo"}


def options(args: list[str]) -> tuple[dict[str, str], dict[str, str], str] | None:
    """The values, the labels and the output format that ``args`` ask for; None if they ask for more."""
    values: dict[str, str] = {}
    labels: dict[str, str] = {}
    output = "json"
    remaining = iter(args)
    for arg in remaining:
        if arg in OF_THE_COMMAND_LINE:
            return None
        name, separator, value = (next(remaining) if arg in ("-p", "-o", "-l") else arg).partition("=")
        if arg == "-o":
            output = name + separator + value
        elif arg == "-l":
            labels = dict(pair.split("=") for pair in (name + separator + value).split(",") if pair.count("=") == 1)
            if "" in labels or not labels:
                return None
        elif arg != "--raw":
            if not separator or name in values or name[:1].isdigit():
                return None
            values[name] = value
    return values, labels, output


def process_row(row: Mapping[str, Any]) -> ProcessedTemplate | None:
    request = options(row["args"])
    if row["template"] is None or request is None:
        return None
    source = read(row["template"])
    templates = find_templates(source.documents)
    if not templates or source.documents[0] is not templates[0].document or any(p.refused for p in source.problems):
        return None
    values, labels, _ = request
    return process(templates[0], Inputs(values=values, dialect=Dialect.OPENSHIFT, labels=labels), random=Random(1))


ANSWERED = [(row, answer) for row in ROWS if (answer := process_row(row))]
ACCEPTED = [(row, answer) for row, answer in ANSWERED if row["exit"] == 0]
REFUSED = [(row, answer) for row, answer in ANSWERED if row["exit"] == 1 and "printer suitable" not in row["stderr"]]
COMPARED = [(row, answer) for row, answer in ACCEPTED if (options(row["args"]) or ((), (), ""))[2] in ("json", "yaml")]


def items(row: Mapping[str, Any]) -> Any:
    """The Objects that `oc` printed."""
    if "--raw" not in row["args"]:
        return read_plain(row["stdout"])["items"]
    text = row["stdout"]
    if "yaml" in row["args"]:  # one after the other, without a separator
        return [read_plain("apiVersion:" + part) for part in text.split("apiVersion:")[1:]]
    decoder, values = json.JSONDecoder(), []
    while text.strip():
        value, end = decoder.raw_decode(text.lstrip())
        values.append(value)
        text = text.lstrip()[end:]
    return values


def object_names(answer: ProcessedTemplate) -> list[str]:
    """The Objects as `-o name` prints them."""
    lines = []
    for item in answer.objects:
        group = item.value["apiVersion"].rpartition("/")[0]
        kind = item.value["kind"].lower() + ("." + group if group else "")
        lines.append(f"{kind}/{item.value['metadata'].get('name', '<unknown>')}")
    return lines


def test_all_vectors_are_read() -> None:
    assert (len(ROWS), len(COMPARED), len(ACCEPTED), len(REFUSED)) == (111, 35, 49, 29)


def test_objects_equal_those_of_oc() -> None:
    for row, answer in COMPARED:
        objects = None if answer.template.objects is None else [item.value for item in answer.objects]
        # As JSON, because to Python 1 is true and 1.0; our reader, as YAML does, makes 0 of the -0 that `oc` prints.
        ours, theirs = (json.dumps(values, sort_keys=True).replace("-0.0", "0") for values in (objects, items(row)))
        assert ours == theirs, row["id"]


@pytest.mark.parametrize("syntax", SYNTAXES)
def test_our_output_reads_back_as_the_list_of_oc(syntax: str) -> None:
    for row, answer in COMPARED:
        lines = output_lines(answer.objects, syntax=syntax, shape="list", template=answer)
        ours = read_plain("\n".join(line.text for line in lines))
        theirs = {"apiVersion": "v1", "kind": "List", "metadata": {}, "items": items(row)}
        texts = [to_json(value, sort_keys=True).replace(":-0,", ":0,") for value in (ours, theirs)]
        assert texts[0] == texts[1], row["id"]


def test_names_equal_those_of_oc() -> None:
    rows = [(row, answer) for row, answer in ACCEPTED if "name" in row["args"]]
    assert rows
    for row, answer in rows:
        assert object_names(answer) == row["stdout"].splitlines()[-len(answer.objects) :], row["id"]


def test_refusals_equal_those_of_oc() -> None:
    assert {row["id"]: refusal(answer, "FILE") for row, answer in ACCEPTED if refusal(answer, "FILE")} == {}
    assert {row["id"]: refusal(answer, "FILE") for row, answer in REFUSED} == {
        row["id"]: row["stderr"] for row, _ in REFUSED
    }
