"""The rules look at the clock while they walk values that aliases multiply."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import count
from types import FrameType
from typing import Any

import pytest

from playground.engine import RULES, Deadline, Rule, evaluate, explain, read
from playground.engine.rules import registry
from playground.engine.rules.registry import diagnose

MOST_LINES = 30_000  # of Python between two looks at the clock
SIZES = (100, 30, 9, 3)  # aliases of each list's first entry


def with_aliases(value: Any, size: int, numbers: Iterator[int]) -> str:
    """``value`` as YAML; the first entry of each list stands in the list ``size`` times more, as an alias."""
    if isinstance(value, dict):
        pairs = (f"{json.dumps(key)}: {with_aliases(item, size, numbers)}" for key, item in value.items())
        return f"{{{', '.join(pairs)}}}"
    if not isinstance(value, list) or not value:
        return json.dumps(value)
    anchor = f"a{next(numbers)}"
    entries = [with_aliases(entry, size, numbers) for entry in value]
    return f"[&{anchor} {', '.join(entries)}{f', *{anchor}' * size}]"


def grown(text: str) -> str:
    """The documents of ``text`` with as many aliases as the limits allow."""
    documents = [document.value for document in read(text).documents]
    for size in SIZES:
        grown_text = "\n---\n".join(with_aliases(value, size, count()) for value in documents)
        if not read(grown_text).problems:
            return grown_text
    return text


def most_lines_between_looks(rule: Rule, text: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """The most lines of Python that ``rule`` runs between two looks at the clock."""
    lines, gaps = 0, []

    def trace(_frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal lines
        lines += event == "line"
        return trace

    def clock() -> float:
        nonlocal lines
        gaps.append(lines)
        lines = 0
        return 0.0

    monkeypatch.setattr(registry, "RULES", [])
    evaluation = evaluate(text)
    monkeypatch.setattr(registry, "RULES", [rule])
    deadline = Deadline(1.0, clock)
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        diagnose(evaluation, deadline)
    finally:
        sys.settrace(before)
    return max(*gaps, lines)


# Each tenth rule daily, because the count of lines takes long.
@pytest.mark.parametrize(
    "rule",
    [
        pytest.param(rule, id=rule.code, marks=[pytest.mark.nightly] if number % 10 else [])
        for number, rule in enumerate(RULES)
    ],
)
def test_a_rule_looks_at_the_clock_while_it_walks_aliases(rule: Rule, monkeypatch: pytest.MonkeyPatch) -> None:
    assert most_lines_between_looks(rule, grown(explain(rule).example), monkeypatch) < MOST_LINES
