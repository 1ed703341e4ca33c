"""Writes entries of `env`, and converts mappings and `NAME=text` to entries."""

from __future__ import annotations

from typing import Any

from playground.engine.kubernetes.pods import field_at
from playground.engine.model.diagnostics import Edit, Fix
from playground.engine.model.location import FieldPath
from playground.engine.reading import Document
from playground.engine.text.yaml import double_quoted, scalar


def literal(document: Document, text: str) -> str:
    """The field `value` of an entry, with the literal ``text``."""
    key = '"value"' if document.syntax == "json" else "value"
    return f"{key}: {double_quoted(text)}"


def from_field(document: Document, field_path: str) -> str:
    """The field `valueFrom` of an entry that reads the pod's field at ``field_path``, such as `status.podIP`."""
    if document.syntax == "json":
        return f'"valueFrom": {{"fieldRef": {{"fieldPath": {double_quoted(field_path)}}}}}'
    return f"valueFrom: {{fieldRef: {{fieldPath: {field_path}}}}}"


def entry(document: Document, prefix: str, name: str, value_field: str) -> str:
    """An entry of a block list, without a final line break; ``prefix`` is its indentation and dash.

    ``value_field`` is the field that gives the value, as ``literal`` and ``from_field`` write it.
    """
    return f"{prefix}name: {scalar(name)}{document.source.newline}{' ' * len(prefix)}{value_field}"


def entry_in_flow(document: Document, name: str, value_field: str) -> str:
    """An entry of a list in brackets."""
    if document.syntax == "json":
        return f'{{"name": {double_quoted(name)}, {value_field}}}'
    return f"{{name: {scalar(name, flow=True)}, {value_field}}}"


def as_entries(document: Document, place: FieldPath) -> Fix | None:
    """The Fix that makes a list of entries from the mapping of names to values at ``place``.

    None if the value is not such a mapping, or has comments.
    """
    value, span = field_at(document.value, place), document.span(place)
    pairs = _pairs(document, place, value)
    if not pairs or len(pairs) < len(value) or "#" in document.raw(place):
        return None
    if document.style(place) == "flow":
        entries = (entry_in_flow(document, name, literal(document, text)) for name, text in pairs)
        text = f"[{', '.join(entries)}]"
    else:
        indent = " " * (span.start.column - 1)
        text = f"{document.source.newline}{indent}".join(
            entry(document, "- ", name, literal(document, text)).replace("\n", f"\n{indent}") for name, text in pairs
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
    name, value_field = pairs[0][0], literal(document, pairs[0][1])
    if document.style(place.parent) == "flow":
        return Fix("Write name and value", (Edit(span, entry_in_flow(document, name, value_field)),))
    indent = " " * (span.start.column - 1)
    # The entry's dash is in front of ``span`` and stays there.
    entry_text = entry(document, "", name, value_field).replace("\n", f"\n{indent}")
    return Fix("Write name and value", (Edit(span, entry_text),))


def _pairs(document: Document, place: FieldPath, value: Any) -> list[tuple[str, str]]:
    """The names and values of a mapping, without nested values; a number or boolean as the source writes the value."""
    items = value.items() if isinstance(value, dict) else ()
    return [
        (name, item if isinstance(item, str) else document.raw(place / name))
        for name, item in items
        if name and isinstance(item, str | int | float)
    ]
