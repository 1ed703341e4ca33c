"""Fixes that move an item of a list above or below another item."""

from __future__ import annotations

import re

from playground.engine.editing.lines import whole_lines
from playground.engine.evaluation import Evaluation
from playground.engine.model.diagnostics import Edit, Fix
from playground.engine.model.location import FieldPath, Position, SourceSpan
from playground.engine.reading.objects import TracedObject

_DASH = re.compile(r"[ ]*-[ ]+")


def move_above(
    evaluation: Evaluation, item: TracedObject, path: FieldPath, later: int, target: int, title: str
) -> Fix | None:
    """The Fix that moves the item at index ``later`` of the list at ``path`` before the item at index ``target``.

    Between brackets, as in JSON, the item is moved with its comma; elsewhere whole lines are moved. None if neither is
    possible: because of a comment beside the comma, text before the dash, or a list that an alias repeats.
    """
    target_span, before_span, later_span = (item.span(path / index) for index in (target, later - 1, later))
    edits = _with_comma(evaluation, target_span, before_span, later_span) or _whole_lines(
        evaluation, target_span, later_span
    )
    return Fix(title, edits) if edits else None


def move_below(
    evaluation: Evaluation, item: TracedObject, path: FieldPath, earlier: int, target: int, title: str
) -> Fix | None:
    """The Fix that moves the item at index ``earlier`` of the list at ``path`` behind the item at index ``target``.

    None where ``move_above`` gives None.
    """
    text, earlier_span, after_span, target_span = (
        evaluation.source.text,
        *(item.span(path / index) for index in (earlier, earlier + 1, target)),
    )
    gap = text.slice(SourceSpan(earlier_span.end, after_span.start))
    if gap.strip() == ",":
        behind = SourceSpan(target_span.end, target_span.end)
        cut = SourceSpan(earlier_span.start, after_span.start)
        return Fix(title, (Edit(cut, ""), Edit(behind, gap + text.slice(earlier_span))))
    if not all(_starts_item(text.slice(_line(span.start.line)), span) for span in (earlier_span, target_span)):
        return None
    block, target_block = whole_lines(*earlier_span), whole_lines(*target_span)
    if earlier_span.start.line >= target_span.start.line or block.end > _line(after_span.start.line).start:
        return None
    moved = text.slice(block)
    if not text.slice(target_block).endswith(("\n", "\r")):  # the last line of the text
        moved = text.newline + moved.removesuffix(text.newline)
    return Fix(title, (Edit(block, ""), Edit(SourceSpan(target_block.end, target_block.end), moved)))


def _with_comma(
    evaluation: Evaluation, target: SourceSpan, before: SourceSpan, later: SourceSpan
) -> tuple[Edit, ...] | None:
    """The Edits that move the item ``later``, with the comma after ``before``, the item in front of ``later``."""
    text = evaluation.source.text
    gap = text.slice(SourceSpan(before.end, later.start))
    if gap.strip() != ",":
        return None
    insertion = Edit(SourceSpan(target.start, target.start), text.slice(later) + gap)
    return insertion, Edit(SourceSpan(before.end, later.end), "")


def _whole_lines(evaluation: Evaluation, target: SourceSpan, later: SourceSpan) -> tuple[Edit, ...] | None:
    """The Edits that move the lines of the item ``later`` above the line where ``target`` begins."""
    text = evaluation.source.text
    first_lines = [text.slice(_line(span.start.line)) for span in (target, later)]
    if not all(_starts_item(line, span) for line, span in zip(first_lines, (target, later), strict=True)):
        return None
    block = whole_lines(*later)
    moved = text.slice(block)
    if target.start.line >= later.start.line or not moved.strip():
        return None
    moved = moved if moved.endswith(("\n", "\r")) else moved + text.newline
    before = Position(target.start.line, 1)
    return Edit(SourceSpan(before, before), moved), Edit(block, "")


def _starts_item(line: str, span: SourceSpan) -> bool:
    dash = _DASH.match(line)
    return dash is not None and dash.end() == span.start.column - 1


def _line(number: int) -> SourceSpan:
    return SourceSpan(Position(number, 1), Position(number + 1, 1))
