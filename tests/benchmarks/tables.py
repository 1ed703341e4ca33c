"""The figures as Markdown tables, and as JSON data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tests.benchmarks.figures import TABLES, Figure


def markdown(facts: Mapping[str, str], figures: Sequence[Figure]) -> str:
    """One table of facts about the machine, then each table that has figures."""
    parts = [_rows(("machine", ""), [(name, value) for name, value in facts.items()])]
    for table, explanation in TABLES.items():
        own = [figure for figure in figures if figure.table == table]
        if own:
            parts += [f"### {table}", explanation, _table(own)]
    return "\n\n".join(parts) + "\n"


def as_data(figure: Figure) -> dict[str, Any]:
    """A figure as JSON data."""
    goal = figure.goal
    data = {"table": figure.table, "row": figure.row, "column": figure.column, "value": figure.value}
    return data | ({"goal": goal.bound, "least": goal.least, "met": goal.is_met(figure.value)} if goal else {})


def _table(figures: Iterable[Figure]) -> str:
    rows: dict[str, dict[str, str]] = {}
    for figure in figures:
        rows.setdefault(figure.row, {})[figure.column] = figure.cell()
    columns = list(dict.fromkeys(column for cells in rows.values() for column in cells))
    return _rows(("", *columns), [(row, *(cells.get(name, "–") for name in columns)) for row, cells in rows.items()])


def _rows(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(re.sub(r"\|", r"\\|", cell) for cell in line) + " |" for line in lines)
