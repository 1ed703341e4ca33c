"""A Fix that moves an item of a block list above another one, whole lines at a time."""

from __future__ import annotations

import re

from playground.engine.diagnostics import Edit, Fix
from playground.engine.evaluation import Evaluation
from playground.engine.location import FieldPath, Position, SourceSpan
from playground.engine.objects import TracedObject

_DASH = re.compile(r"[ ]*-[ ]+")


def move_above(
    evaluation: Evaluation, item: TracedObject, path: FieldPath, later: int, here: int, title: str
) -> Fix | None:
    """The edits that put item ``later`` of the list at ``path`` before item ``here``, or None.

    None if the list is not written with a dash at the start of a line for both items (flow style, JSON, a list
    that an alias repeats): there whole lines cannot be moved.
    """
    text = evaluation.source.text
    spans = [item.span(path / number) for number in (here, later)]
    lines = [text.slice(_line(span.start.line)) for span in spans]
    if not all(_starts_item(line, span) for line, span in zip(lines, spans, strict=True)):
        return None
    last = spans[1].end.line if spans[1].end.column > 1 else spans[1].end.line - 1
    block = SourceSpan(Position(spans[1].start.line, 1), Position(last + 1, 1))
    if spans[0].start.line >= spans[1].start.line or text.slice(block).rstrip("\r\n").strip() == "":
        return None
    moved = text.slice(block)
    moved = moved if moved.endswith("\n") else moved + "\n"
    before = Position(spans[0].start.line, 1)
    return Fix(title, (Edit(SourceSpan(before, before), moved), Edit(block, "")))


def _starts_item(line: str, span: SourceSpan) -> bool:
    dash = _DASH.match(line)
    return dash is not None and dash.end() == span.start.column - 1


def _line(number: int) -> SourceSpan:
    return SourceSpan(Position(number, 1), Position(number + 1, 1))
