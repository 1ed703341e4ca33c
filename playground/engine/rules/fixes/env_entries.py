"""Writes entries of `env`, and converts mappings and `NAME=text` to entries."""

from __future__ import annotations

import re
from typing import Any, Final

from playground.engine.kubernetes.pods import field_at
from playground.engine.model.diagnostics import Edit, Fix
from playground.engine.model.location import FieldPath
from playground.engine.reading import Document
from playground.engine.text.yaml import double_quoted, scalar

BEFORE_A_KEY: Final = re.compile(r"[ ]*(?:-[ ]+)*")  # what may precede a key of a block mapping on its line
ONE_LINE: Final = ("plain", "single", "double")  # the styles of values that are usually on one line


def entry(document: Document, prefix: str, name: str, text: str) -> str:
    """An entry of a block list, without a final line break; ``prefix`` is its indentation and dash."""
    return f"{prefix}name: {scalar(name)}{document.source.newline}{' ' * len(prefix)}value: {double_quoted(text)}"


def entry_in_flow(document: Document, name: str, text: str) -> str:
    """An entry of a list in brackets."""
    if document.syntax == "json":
        return f'{{"name": {double_quoted(name)}, "value": {double_quoted(text)}}}'
    return f"{{name: {scalar(name, flow=True)}, value: {double_quoted(text)}}}"


def as_entries(document: Document, place: FieldPath) -> Fix | None:
    """The Fix that makes a list of entries from the mapping of names to values at ``place``.

    None if the value is not such a mapping, or has comments.
    """
    value, span = field_at(document.value, place), document.span(place)
    pairs = _pairs(document, place, value)
    if not pairs or len(pairs) < len(value) or "#" in document.raw(place):
        return None
    if document.style(place) == "flow":
        text = f"[{', '.join(entry_in_flow(document, *pair) for pair in pairs)}]"
    else:
        indent = " " * (span.start.column - 1)
        text = f"{document.source.newline}{indent}".join(
            entry(document, "- ", *pair).replace("\n", f"\n{indent}") for pair in pairs
        )
    return Fix("Write a list of entries", (Edit(span, text),))


def as_entry(document: Document, place: FieldPath) -> Fix | None:
    """The Fix that makes an entry from `NAME=text` or `NAME: text` at ``place`` in a list; None for any other value."""
    value, span = field_at(document.value, place), document.span(place)
    if isinstance(value, str):
        name, sign, text = value.partition("=")
        pairs = [(name, text)] if name and sign else []
    else:
        pairs = _pairs(document, place, value) if isinstance(value, dict) and len(value) == 1 else []
    if len(pairs) != 1:
        return None
    if document.style(place.parent) == "flow":
        return Fix("Write name and value", (Edit(span, entry_in_flow(document, *pairs[0])),))
    indent = " " * (span.start.column - 1)
    entry_text = entry(document, "", *pairs[0]).replace("\n", f"\n{indent}")
    return Fix("Write name and value", (Edit(span, entry_text),))


def _pairs(document: Document, place: FieldPath, value: Any) -> list[tuple[str, str]]:
    """The names in a mapping whose values are texts, numbers or booleans, with the values as the text has them."""
    items = value.items() if isinstance(value, dict) else ()
    return [
        (name, item if isinstance(item, str) else document.raw(place / name))
        for name, item in items
        if name and isinstance(item, str | int | float)
    ]
