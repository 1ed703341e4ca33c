"""The fields of a mapping as they are written."""

from __future__ import annotations

from playground.engine.model.location import FieldPath, Position
from playground.engine.reading import Document


def is_own(document: Document, place: FieldPath) -> bool:
    """Whether the field is written in its mapping, and not taken from an alias."""
    key, around = document.key_span(place), document.span(place.parent)
    is_written = document.source.slice(key).strip("\"'") == place[-1]
    return is_written and around.start <= key.start and document.span(place).end <= around.end


def value_end(document: Document, place: FieldPath) -> Position:
    """The end of a field's value; of the colon after the key if there is no value."""
    if document.raw(place):
        return document.span(place).end
    end = document.key_span(place).end
    return Position(end.line, end.column + 1)
