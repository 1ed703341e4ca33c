"""Advice on a mapping or list where text is required: make it text, or move it to the right field."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from playground.engine.kubernetes.pods import field_at
from playground.engine.kubernetes.schema import fields_of
from playground.engine.model.diagnostics import Edit, Fix
from playground.engine.model.location import FieldPath, Position, SourceSpan
from playground.engine.reading import Document
from playground.engine.rules.fixes.wording import write_whole

_BREAK: Final = re.compile("\r\n|[\r\n\x85\u2028\u2029]")  # the line breaks of YAML 1.1


@dataclass(frozen=True, slots=True)
class Advice:
    """A sentence that says what to do, and the Fix that does it."""

    hint: str
    fix: Fix | None


def nested_advice(document: Document, place: FieldPath) -> Advice:
    """Advice on the mapping or list at ``place``, where text is required."""
    value = field_at(document.value, place)
    if place[-1:] == ("value",) and place[-3:-2] == ("env",) and isinstance(value, dict):
        if value and value.keys() <= fields_of("core.v1.EnvVarSource"):
            beside = field_at(document.value, place[:-1])
            movable = isinstance(beside, dict) and "valueFrom" not in beside and document.syntax == "yaml"
            fix = write_whole(document, document.key_span(place), "valueFrom") if movable else None
            return Advice("Write the source of a value under `valueFrom`.", fix)
        if value.keys() == {"valueFrom"}:
            return Advice("Write `valueFrom` beside `name`, in place of `value`.", None)
    if place[-2:] == ("selector", "matchLabels"):
        fix = _without_key(document, place)
        return Advice("Write the labels directly under `selector`: this selector has no `matchLabels`.", fix)
    style = document.style(place) if document.syntax == "yaml" else ""
    if style == "block" and (fix := _as_block(document, place)):
        return Advice("Write `|` after the colon: it makes text of the indented lines below.", fix)
    if style == "flow" and (fix := _in_quotes(document, place)):
        return Advice("Put quotes around the value.", fix)
    return Advice("Write text here.", None)


def _without_key(document: Document, place: FieldPath) -> Fix | None:
    """The Fix that leaves out a key, and keeps the fields below it; None if other fields are beside the key."""
    key, value, raw = document.key_span(place), document.span(place), document.raw(place)
    change = value.start.column - key.start.column
    is_alone = len(field_at(document.value, place.parent)) == 1 and document.style(place) == "block" and change > 0
    if not is_alone or value.start.line == key.start.line:
        return None
    fields = re.sub(rf"(?m)^ {{{change}}}", "", raw)
    return Fix(f"Leave out {place[-1]}", (Edit(SourceSpan(key.start, value.end), fields),))


def _as_block(document: Document, place: FieldPath) -> Fix | None:
    """The Fix that writes `|`, which makes text of the lines below a key.

    None if the lines are not indented, or do not follow directly. In a block of text no line, not even a comment, is
    indented less than the first line.
    """
    key, start, source = document.key_span(place), document.span(place).start, document.source
    between = source.text[source.offset(key.end) : source.offset(Position(start.line, 1))]
    if start.column <= key.start.column or start.line == key.end.line or between.strip() != ":":
        return None
    indent = " " * (start.column - 1)
    if not all(line.startswith(indent) or not line.strip() for line in _BREAK.split(document.raw(place))[1:]):
        return None
    after = Position(key.end.line, key.end.column + 1)
    return Fix("Write | after the colon", (Edit(SourceSpan(after, after), " |"),))


def _in_quotes(document: Document, place: FieldPath) -> Fix | None:
    """The Fix that puts single quotes around a value; None if it has several lines, or contains a single quote."""
    raw = document.raw(place)
    if "\n" in raw or "'" in raw:
        return None
    return Fix("Put quotes around the value", (Edit(document.span(place), f"'{raw}'"),))
