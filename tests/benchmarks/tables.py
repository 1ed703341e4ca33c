"""The figures as Markdown, and their place in the documentation.

`python -m tests.benchmarks.tables var/benchmarks.json docs/performance.md` puts the tables of a run between the marks.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.benchmarks.figures import TABLES, Figure, Goal

BEGIN = "<!-- measured: written by `make bench RECORD=1` -->"
END = "<!-- /measured -->"


def markdown(facts: Mapping[str, str], figures: Sequence[Figure]) -> str:
    """One table of facts about the machine, then each table that has figures."""
    parts = [_rows(("machine", ""), [(name, value) for name, value in facts.items()])]
    for table, words in TABLES.items():
        own = [figure for figure in figures if figure.table == table]
        if own:
            parts += [f"### {table}", words, _table(own)]
    return "\n\n".join(parts) + "\n"


def as_data(figure: Figure) -> dict[str, Any]:
    """A figure as JSON data."""
    goal = figure.goal
    told = {"table": figure.table, "row": figure.row, "column": figure.column, "value": figure.value}
    return told | ({"goal": goal.bound, "least": goal.least, "met": goal.is_met(figure.value)} if goal else {})


def from_data(data: Mapping[str, Any]) -> Figure:
    """The figure from the JSON data of ``as_data``."""
    goal = Goal(data["goal"], data["least"]) if "goal" in data else None
    return Figure(data["table"], data["row"], data["column"], data["value"], goal)


def inserted(document: str, tables: str) -> str:
    """``document`` with ``tables`` between the marks, in place of what was there. ValueError without marks."""
    before, begin, rest = document.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError("the document has no marks for the tables")
    return f"{before}{BEGIN}\n\n{tables}\n{END}{after}"


def _table(figures: Iterable[Figure]) -> str:
    rows: dict[str, dict[str, str]] = {}
    for figure in figures:
        rows.setdefault(figure.row, {})[figure.column] = figure.cell()
    columns = list(dict.fromkeys(column for cells in rows.values() for column in cells))
    return _rows(("", *columns), [(row, *(cells.get(name, "–") for name in columns)) for row, cells in rows.items()])


def _rows(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(re.sub(r"\|", r"\\|", cell) for cell in line) + " |" for line in lines)


def main(run: str, document: str) -> None:
    """Put the tables of the ``run`` into the ``document``; both are paths."""
    data = json.loads(Path(run).read_text())
    tables = markdown(data["facts"], [from_data(one) for one in data["figures"]])
    Path(document).write_text(inserted(Path(document).read_text(), tables))


if __name__ == "__main__":
    main(*sys.argv[1:])
