"""The fields of a mapping and the items of a list as they are written, and how they are cut out of the text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from playground.engine.editing.lines import whole_lines
from playground.engine.model.location import FieldPath, Position, SourceSpan
from playground.engine.model.records import record
from playground.engine.reading import Document

_DASHES: Final = re.compile(r"[ ]*(?:-[ ]+)+")
_DASH: Final = re.compile(r"[ ]*-[ ]+(?:[&!][^\s]*[ ]+)*")  # with an anchor or a tag


@record()
class Entry:
    """A field of a mapping or an item of a list: from its key, or the value of an item, to the end of the value."""

    key: str | int
    span: SourceSpan


def entry_at(document: Document, place: FieldPath) -> Entry:
    """The Entry at ``place``. A field is written in its own mapping: see ``is_own``."""
    if isinstance(place[-1], int):
        return Entry(place[-1], document.span(place))
    return Entry(place[-1], SourceSpan(document.key_span(place).start, value_end(document, place)))


def is_own(document: Document, place: FieldPath) -> bool:
    """Whether the field is written in its mapping, and not taken from an alias or a merge."""
    return document.path_at(document.key_span(place).start) == place


def value_end(document: Document, place: FieldPath) -> Position:
    """The end of a field's value; of the colon after the key if there is no value."""
    if document.raw(place):
        return document.span(place).end
    end = document.key_span(place).end
    return Position(end.line, end.column + 1)


def lines_of(document: Document, entry: Entry) -> SourceSpan | None:
    """The whole lines of an entry in block style, of an item with its dash; None if it shares them with others.

    A comment at the end of the entry's last line is in them.
    """
    start, end = entry.span
    before = document.source.line_before(start)
    if isinstance(entry.key, str):
        return whole_lines(start, end) if not before.strip(" ") else None
    if _DASH.fullmatch(before):
        return whole_lines(start, end)
    text = document.source.text
    dash = text.rfind("-", 0, document.source.offset(start))
    if before.strip(" ") or dash < 0 or text[dash + 1 : document.source.offset(start)].strip():
        return None
    position = document.source.position(dash)
    above = document.source.line_before(position)
    return whole_lines(position, end) if not above.strip(" ") else None


def spans_to_remove(
    document: Document, parent: FieldPath, entries: Sequence[Entry], previous: Entry | None, following: Entry | None
) -> list[SourceSpan]:
    """What to remove so that ``entries`` go, neighbours in ``parent``; empty if more would go, such as `<<: *alias`.

    ``previous`` and ``following``: the entries that stay on either side; None if there is none.
    In block style, the whole lines of each entry go; behind a dash, the text up to the next key; between brackets or
    braces, the text with one comma.
    """
    whole = SourceSpan(entries[0].span.start, entries[-1].span.end)
    if document.style(parent) == "flow":
        span = _with_comma(document, parent, whole, previous, following)
        return [span] if span else []
    before = document.source.line_before(whole.start)
    if isinstance(entries[0].key, str) and _DASHES.fullmatch(before):
        if following is None or _signs(document, whole.end, following.span.start):
            return []
        return [SourceSpan(whole.start, following.span.start)]
    return [lines for entry in entries if (lines := lines_of(document, entry))]


def _with_comma(
    document: Document, parent: FieldPath, whole: SourceSpan, previous: Entry | None, following: Entry | None
) -> SourceSpan | None:
    """``whole`` with the comma behind it or before it; with comments beside the comma only if both have some.

    Without neighbours, ``whole`` is all between the brackets or braces of ``parent``, or None.
    """
    start, end = whole
    if previous is None and following is None:
        around = document.span(parent)
        signs = _signs(document, around.start, start) + _signs(document, end, around.end)
        return whole if signs in ("{}", "[]") else None
    gaps = [(SourceSpan(end, following.span.start), SourceSpan(start, following.span.start))] if following else []
    if previous is not None:
        gaps.append((SourceSpan(previous.span.end, start), SourceSpan(previous.span.end, end)))
    for comments in (True, False):
        for gap, with_gap in gaps:
            if _signs(document, *gap, comments=comments) == ",":
                return with_gap
    return None


def _signs(document: Document, start: Position, end: Position, *, comments: bool = False) -> str:
    """The text from ``start`` to ``end`` without the blanks at its ends; without comments unless ``comments``."""
    text = document.source.slice(SourceSpan(start, end))
    return text.strip() if comments else "".join(line.partition("#")[0].strip() for line in text.splitlines())
