"""Reading and printing, compared with libyaml's bare parse and PyYAML's C loader and dumper."""

from __future__ import annotations

import json

import pytest
import yaml
from yaml._yaml import CParser

from playground.engine import evaluate, list_text, output_lines, read
from tests.benchmarks.conftest import InTurn, Note
from tests.benchmarks.figures import against_go
from tests.benchmarks.measure import OURS
from tests.benchmarks.texts import as_json, large_template, template

HEADS = {"plain": "", "with an anchor": "x-first: &first 1\n", "with a key twice": "x-first: 1\nx-first: 2\n"}
SIZES = (2_000, 6_000, 20_000, 60_000, 126_000, 1_000_000)


def text_of(size: int) -> str:
    return large_template(size) if size > 500_000 else template(size)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", HEADS)
def test_reading_yaml(size: int, kind: str, in_turn: InTurn, note: Note) -> None:
    text = HEADS[kind] + text_of(size)
    times = in_turn(
        lambda: read(text),
        raw_parse=lambda: CParser(text).raw_parse(),
        loader=lambda: yaml.load(text, yaml.CSafeLoader),
    )
    row = f"YAML, {kind}, {len(text) / 1000:.0f} KB"
    note("Reading", row, "best, ms", times.best(OURS) * 1e3)
    note("Reading", row, "median, ms", times.median(OURS) * 1e3)
    note("Reading", row, "÷ `raw_parse`", times.ratio(OURS, "raw_parse"))
    note("Reading", row, "÷ `CSafeLoader`", times.ratio(OURS, "loader"), against_go("CSafeLoader", size, 1.0))


@pytest.mark.parametrize("size", [1_000, 10_000, 60_000, 480_000])  # as YAML; JSON needs twice as much
def test_reading_json(size: int, in_turn: InTurn, note: Note) -> None:
    text = as_json(text_of(size))
    assert not read(text).problems
    times = in_turn(lambda: read(text), loads=lambda: json.loads(text))
    row = f"JSON, {len(text) / 1000:.0f} KB"
    note("Reading", row, "best, ms", times.best(OURS) * 1e3)
    note("Reading", row, "median, ms", times.median(OURS) * 1e3)
    note("Reading", row, "÷ `json.loads`", times.ratio(OURS, "loads"), against_go("json.loads", len(text), 3.5))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("printer", ["the page's", "`oc`'s"])
def test_printing(size: int, printer: str, in_turn: InTurn, note: Note) -> None:
    objects = [item.value for item in evaluate(text_of(size)).objects]
    assert objects
    listed = {"kind": "List", "items": objects}
    times = in_turn(
        (lambda: output_lines(objects)) if printer == "the page's" else (lambda: list_text(objects, "yaml")),
        dumper=lambda: yaml.dump(listed, Dumper=yaml.CSafeDumper, sort_keys=False),
    )
    row = f"{printer}, {size / 1000:.0f} KB"
    note("Printing", row, "best, ms", times.best(OURS) * 1e3)
    note("Printing", row, "median, ms", times.median(OURS) * 1e3)
    note(
        "Printing",
        row,
        "÷ `CSafeDumper`",
        times.ratio(OURS, "dumper"),
        against_go("CSafeDumper", size, 0.4 if size < 60_000 else 0.1),
    )
