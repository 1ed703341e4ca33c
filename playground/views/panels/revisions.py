"""The differences between two Revisions: in their texts, and in what is stored beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from html import escape

from django.utils.safestring import SafeString, mark_safe

from playground.engine import FieldPath, OutputLine, diff_lines
from playground.storage.contents import Contents
from playground.views.panels.aligned import lines_of_text
from playground.views.panels.folds import SIGNS, folded_rows
from playground.views.panels.words import counted

MOST_ROWS = 2_000  # of a diff, in sight


@dataclass(frozen=True, slots=True)
class DiffPanel:
    """One text against another; of a long diff the beginning."""

    html: SafeString
    summary: str
    cut: str


@dataclass(frozen=True, slots=True)
class ComparisonPanel:
    """Two Revisions side by side; ``choices`` is what is stored beside the texts."""

    before: int
    after: int
    text: DiffPanel
    choices: DiffPanel | None


@dataclass(frozen=True, slots=True)
class ConflictPanel:
    """What was saved while someone else was writing, and how that text differs from theirs."""

    number: int
    saved: datetime | None
    diff: DiffPanel


def comparison_panel(before: int, old: Contents, after: int, new: Contents) -> ComparisonPanel:
    """What is other in ``new``, which is the Revision with number ``after``."""
    choices = tuple(_choices(old)), tuple(_choices(new))
    return ComparisonPanel(
        before, after, diff_of(old.text, new.text), _diff(*choices) if choices[0] != choices[1] else None
    )


def diff_of(before: str, after: str) -> DiffPanel:
    """What is other in ``after``, line by line, in linear time."""
    return _diff(lines_of_text(before), lines_of_text(after))


def _diff(before: Sequence[str], after: Sequence[str]) -> DiffPanel:
    lines = diff_lines(_as_output(before), _as_output(after))
    shown = lines[:MOST_ROWS]
    rows = [f'<span class="line">{SIGNS[line.sign].format(escape(line.text))}\n</span>' for line in shown]
    blocks = folded_rows(rows, [line.sign for line in shown])
    html = mark_safe("".join(blocks))  # noqa: S308  # every row is made of escaped texts
    cut = f"The first {len(shown):,} of {len(lines):,} lines." if len(shown) < len(lines) else ""
    return DiffPanel(html, _summary([line.sign for line in lines]), cut)


def _summary(signs: Sequence[str]) -> str:
    come, gone = signs.count("+"), signs.count("-")
    if not come and not gone:
        return "The texts are the same."
    return f"{counted(come, 'line')} new, {counted(gone, 'line')} gone."


def _as_output(lines: Sequence[str]) -> tuple[OutputLine, ...]:
    return tuple(OutputLine(line, None, FieldPath()) for line in lines)


def _choices(contents: Contents) -> Iterator[str]:
    """What is stored beside the text, a line each."""
    yield f"Dialect: {contents.dialect}"
    yield f"Kubernetes: {contents.kubernetes}"
    for what, texts in (("", contents.values), ("from ", contents.expressions), ("assumed ", contents.assumed)):
        yield from (f"{what}{name} = {text}" for name, text in sorted(texts.items()))
