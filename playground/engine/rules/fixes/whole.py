"""Writes another text in the place of a whole key or value, in the quotes that it has: JSON has no other text."""

from __future__ import annotations

import re
from typing import Final

from playground.engine.diagnostics import Edit, Fix
from playground.engine.goformat import to_json
from playground.engine.location import SourceSpan
from playground.engine.reading import Document
from playground.engine.reading.scalars import means_its_text
from playground.engine.strings import double_quoted, scalar

_ITEM: Final = re.compile(r"-(?:\s|\Z)")
_AMOUNT: Final = re.compile(r"[0-9.]+[A-Za-z]+")


def write_whole(document: Document, span: SourceSpan, text: str) -> Fix | None:
    """The Fix that puts ``text`` in the place of the key or value at ``span``.

    None for a list with dashes: it may stand no deeper than its key, where text cannot.
    """
    raw, start = document.source.slice(span), document.source.offset(span.start)
    if _ITEM.match(raw):
        return None
    written = double_quoted(text) if document.syntax == "json" else _in_style(raw[:1], text)
    gap = "" if raw or document.source.text[start - 1 : start].isspace() else " "  # behind a colon without a value
    return Fix(f"Write {text}", (Edit(span, f"{gap}{written}"),))


def in_quotes(document: Document, span: SourceSpan, value: float) -> Fix:
    """The Fix that makes text of the number or boolean ``value`` at ``span``, as written; of an alias, its value."""
    raw = document.source.slice(span)
    text = double_quoted(to_json(value) if raw.startswith("*") else raw)
    return Fix("Put quotes around it", (Edit(span, text),))


def _in_style(quote: str, text: str) -> str:
    """``text`` in the ``quote`` that is there, if there is one and it can stand in it."""
    if quote == '"':
        return double_quoted(text)
    if quote == "'" and "'" not in text and text.isprintable():
        return f"'{text}'"
    return text if _AMOUNT.fullmatch(text) and means_its_text(text) else scalar(text, flow=True)
