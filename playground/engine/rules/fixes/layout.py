"""Fixes that change the beginnings of lines: indent them, or add or remove a dash."""

from __future__ import annotations

import re
from typing import Final

from playground.engine.diagnostics import Edit, Fix
from playground.engine.location import FieldPath, Position, SourceSpan
from playground.engine.reading import Document

_STEP: Final = 2  # columns
_MOST_LINES: Final = 1_000  # that one press of a button moves
_DASH: Final = re.compile(r"([ ]*)-([ ]+)")


def deeper(document: Document, first: FieldPath, last: FieldPath, title: str, *, under: str = "") -> Fix | None:
    """The fields from ``first`` to ``last``, two columns further in; with ``under`` as a new key above them.

    None if they are not written on lines of their own, as in JSON and by an alias; between brackets only one
    field can be put below a new one.
    """
    if under and first == last and document.style(first.parent) == "flow" and document.syntax == "yaml":
        entry = SourceSpan(document.key_span(first).start, document.span(first).end)
        return Fix(title, (Edit(entry, f"{under}: {{{document.source.slice(entry)}}}"),))
    lines = _lines(document, document.key_span(first), last)
    if lines is None or document.style(first.parent) != "block":
        return None
    before, text = lines
    moved = _indented(text, _STEP)
    above = f"{' ' * (before.start.column - 1)}{under}:{document.source.newline}" if under else ""
    whole = SourceSpan(Position(before.start.line, 1), before.end)
    return Fix(title, (Edit(whole, above + moved),))


def dashed(document: Document, place: FieldPath) -> Fix | None:
    """A dash before the mapping at ``place``, which makes it a list of one entry; None if that is impossible."""
    title, span = "Write a dash before it", document.span(place)
    if document.style(place) == "flow":
        return Fix(title, (Edit(span, f"[{document.raw(place)}]"),))
    lines = _lines(document, span, place)
    if lines is None or document.style(place) != "block":
        return None
    before, text = lines
    indent = before.start.column - 1
    moved = f"{text[:indent]}- {_indented(text, _STEP)[indent + _STEP :]}"
    return Fix(title, (Edit(SourceSpan(Position(before.start.line, 1), before.end), moved),))


def without_dash(document: Document, place: FieldPath, above: FieldPath) -> Fix | None:
    """The entry at ``place`` of a block list as a part of the one ``above`` it: a space where its dash is."""
    start = document.span(place).start
    if start.column != document.span(above).start.column:
        return None
    offset = document.source.offset(start)
    dash = _DASH.fullmatch(document.source.text[offset - start.column + 1 : offset])
    if dash is None or document.style(place.parent) != "block":
        return None
    column = len(dash[1]) + 1
    span = SourceSpan(Position(start.line, column), Position(start.line, column + 1))
    return Fix("Take the dash away", (Edit(span, " "),))


def _lines(document: Document, start: SourceSpan, last: FieldPath) -> tuple[SourceSpan, str] | None:
    """From the start of something that begins its line to the end of ``last``: the place, and its whole lines."""
    source, begin = document.source, start.start
    end = document.span(last).end if document.raw(last) else document.key_span(last).end
    offset = source.offset(begin)
    line = offset - begin.column + 1
    if document.syntax != "yaml" or source.text[line:offset].strip(" ") or end.line - begin.line > _MOST_LINES:
        return None
    return SourceSpan(begin, end), source.text[line : source.offset(end)]


def _indented(text: str, columns: int) -> str:
    """Every line but empty ones, so many columns further in."""
    return re.sub(r"(?m)^(?=[^\r\n])", " " * columns, text)
