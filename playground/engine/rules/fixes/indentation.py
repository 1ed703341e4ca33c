"""Fixes for wrong indentation and dashes; the parent field of a field that is indented too little."""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

from playground.engine.editing.lines import shifted
from playground.engine.kubernetes.decoding import UnknownField
from playground.engine.kubernetes.pods import mapping_at
from playground.engine.kubernetes.schema import Type
from playground.engine.model.diagnostics import Edit, Fix
from playground.engine.model.location import FieldPath, Position, SourceSpan
from playground.engine.model.records import record
from playground.engine.reading import Document
from playground.engine.reading.objects import TracedObject

_STEP: Final = 2  # columns of one level of indentation, and of a dash with its space
_MOST_LINES: Final = 1_000  # lines that one Fix moves
_DASH: Final = re.compile(r"([ ]*)-([ ]+)")


def indent_fields(document: Document, first: FieldPath, last: FieldPath, title: str, *, under: str = "") -> Fix | None:
    """The Fix that indents the fields from ``first`` to ``last`` by two columns, below the new key ``under`` if given.

    None if the fields are not on lines of their own, as in JSON or an alias. A single field between braces can be put
    below a new key.
    """
    if under and first == last and document.style(first.parent) == "flow" and document.syntax == "yaml":
        entry = SourceSpan(document.key_span(first).start, document.span(first).end)
        return Fix(title, (Edit(entry, f"{under}: {{{document.source.slice(entry)}}}"),))
    lines = _lines(document, document.key_span(first).start, last)
    if lines is None or document.style(first.parent) != "block":
        return None
    new_key = f"{' ' * lines.indent}{under}:{document.source.newline}" if under else ""
    return Fix(title, (Edit(lines.span, new_key + shifted(lines.text, _STEP)),))


def add_dash(document: Document, place: FieldPath) -> Fix | None:
    """The Fix that makes a list of one entry from the mapping at ``place``; None if that is impossible."""
    if document.style(place) == "flow":
        return Fix("Put brackets around the mapping", (Edit(document.span(place), f"[{document.raw(place)}]"),))
    lines = _lines(document, document.span(place).start, place)
    if lines is None or document.style(place) != "block":
        return None
    with_dash = f"{lines.text[: lines.indent]}- {shifted(lines.text, _STEP)[lines.indent + _STEP :]}"
    return Fix("Write a dash before the mapping", (Edit(lines.span, with_dash),))


def remove_dash(document: Document, place: FieldPath, above: FieldPath) -> Fix | None:
    """The Fix that joins the entry at ``place`` of a block list to the entry ``above``: a space replaces its dash."""
    start = document.span(place).start
    if start.column != document.span(above).start.column:
        return None
    dash = _DASH.fullmatch(document.source.line_before(start))
    if dash is None or document.style(place.parent) != "block":
        return None
    column = len(dash[1]) + 1
    span = SourceSpan(Position(start.line, column), Position(start.line, column + 1))
    return Fix("Remove the dash", (Edit(span, " "),))


class _Lines(NamedTuple):
    """Whole lines of the source, only the last of them up to the end of a field."""

    span: SourceSpan
    text: str
    indent: int  # columns of the first line


def _lines(document: Document, start: Position, last: FieldPath) -> _Lines | None:
    """The lines from ``start`` to the end of the field ``last``; None if text precedes ``start`` on its line."""
    source = document.source
    # A field without a value ends with its key.
    end = document.span(last).end if document.raw(last) else document.key_span(last).end
    span = SourceSpan(Position(start.line, 1), end)
    is_too_long = end.line - start.line > _MOST_LINES
    if document.syntax != "yaml" or source.line_before(start).strip(" ") or is_too_long:
        return None
    return _Lines(span, source.slice(span), start.column - 1)


_COLON_WITHOUT_VALUE: Final = re.compile(r":(?:\s++|#.*+)*+")


@record()
class ParentField:
    """The field below which an unknown field belongs."""

    field: str
    is_there: bool  # whether the text has the field; else the Fix adds it
    fix: Fix | None


def parent_field(item: TracedObject, unknown: UnknownField) -> ParentField | None:
    """The field of the same mapping below which the ``unknown`` field belongs; None unless there is exactly one.

    If several fields could have the unknown field, the only one that has no value yet is taken.
    """
    name, beside = str(unknown.path[-1]), mapping_at(item.value, unknown.path[:-1])
    # In a list the field would need a dash, not only indentation.
    fields = unknown.struct.fields
    parents = [key for key in unknown.struct.owners.get(name, ()) if fields[key].type.shape == "struct"]
    without_value = [field for field in parents if field in beside and beside[field] is None]
    if len(without_value) != 1 and len(parents) != 1:
        return _entry_above(item, unknown, beside)
    above = (without_value or parents)[0]
    misplaced = _misplaced(list(beside), name, above, unknown.struct)
    document, parent = item.document, item.where(unknown.path[:-1])
    first, last = parent / misplaced[0], parent / misplaced[-1]
    if above not in beside:
        return ParentField(
            above, False, indent_fields(document, first, last, f"Write {above} above {misplaced[0]}", under=above)
        )
    between = SourceSpan(document.key_span(parent / above).end, document.key_span(first).start)
    movable = beside[above] is None and _COLON_WITHOUT_VALUE.fullmatch(document.source.slice(between)) is not None
    return ParentField(
        above, True, indent_fields(document, first, last, f"Indent the fields of {above}") if movable else None
    )


def _misplaced(names: list[str], name: str, above: str, struct: Type) -> list[str]:
    """``name`` and the fields next to it that belong below ``above``, not beside it.

    ``names`` are all fields that the text has in this mapping; ``struct`` is the type of the mapping.
    """
    inner = struct.fields[above].type.fields
    is_misplaced = [field in inner and field not in struct.fields for field in names]
    first = last = names.index(name)
    while first > 0 and is_misplaced[first - 1]:
        first -= 1
    while last + 1 < len(names) and is_misplaced[last + 1]:
        last += 1
    return names[first : last + 1]


def _entry_above(item: TracedObject, unknown: UnknownField, beside: Any) -> ParentField | None:
    """The list above the ``unknown`` field, if its last entry can have that field and lacks it."""
    name, names = str(unknown.path[-1]), list(beside)
    above = names[names.index(name) - 1] if names.index(name) else ""
    entries, field = beside.get(above), unknown.struct.fields.get(above)
    struct = field.type.struct if field and field.type.shape == "list" else None
    if not isinstance(entries, list) or not entries or struct is None or name not in struct.fields:
        return None
    last: Any = entries[-1]
    if not isinstance(last, dict) or name in last:
        return None
    place = item.where(unknown.path)
    entry = FieldPath(place[:-1]) / above / (len(entries) - 1)
    document = item.document
    if document.style(entry) != "block":
        return None
    # A dash and a space precede the entry: two columns more bring the field below the first key of the entry.
    aligned = document.span(entry).start.column == document.key_span(place).start.column + _STEP
    return ParentField(above, True, indent_fields(document, place, place, f"Indent {name}") if aligned else None)
