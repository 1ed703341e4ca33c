"""Writes a reference with braces into a text; between brackets, its value then needs quotes.

YAML 1.2.2 §7.3.3: a plain scalar in a flow collection contains none of ``[]{},``.
"""

from __future__ import annotations

from playground.engine.diagnostics import Edit, Fix, write
from playground.engine.location import FieldPath, SourceSpan
from playground.engine.reading import Document
from playground.engine.strings import double_quoted


def write_inside(document: Document, place: FieldPath, span: SourceSpan, text: str) -> Fix | None:
    """The Fix that puts ``text`` in the place of ``span``, which is a part of the value at ``place``.

    The value is put in quotes where it must be; None if it cannot, because it goes on in another line.
    """
    if document.style(place) != "plain" or document.style(place.parent) != "flow":
        return write(text, span)
    whole, raw = document.span(place), document.raw(place)
    if "\n" in raw:
        return None
    start, end = (position.column - whole.start.column for position in (span.start, span.end))
    return Fix(f"Write {text}", (Edit(whole, double_quoted(raw[:start] + text + raw[end:])),))
