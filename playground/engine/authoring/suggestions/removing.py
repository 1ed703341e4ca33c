"""Removes fields and whole Objects of a text by edits: comments and everything else stay."""

from __future__ import annotations

import copy
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from playground.engine.authoring.wrapping import PlainObject
from playground.engine.editing.entries import is_own, value_end
from playground.engine.editing.lines import DASHES, whole_lines
from playground.engine.kubernetes.pods import field_at
from playground.engine.model.deadline import Deadline
from playground.engine.model.diagnostics import Edit
from playground.engine.model.location import FieldPath, Position, SourceSpan
from playground.engine.model.records import record
from playground.engine.reading import Document

_DASH: Final = re.compile(r"[ ]*-[ ]+(?:[&!][^\s]*[ ]+)*")


@record()
class _Entry:
    """An entry of a mapping or list as written: its beginning, with the key, and its end."""

    key: str | int
    span: SourceSpan


def is_removable(item: PlainObject, path: FieldPath) -> bool:
    """Whether the field at ``path`` of ``item`` is written in its own mapping, and not taken from an anchor."""
    document, place = item.document, item.path.join(path)
    above = (FieldPath(place[:depth]) for depth in range(1, len(place)))
    if any(not document.style(ancestor) for ancestor in above):
        return False
    return not place or isinstance(place[-1], int) or is_own(document, place)


def with_emptied(value: Any, paths: Iterable[FieldPath]) -> frozenset[FieldPath]:
    """``paths`` of an Object, without those inside others; a mapping that would be empty goes as a whole.

    The Object itself stays unless ROOT is one of the ``paths``.

    >>> [str(path) for path in with_emptied({"a": {"b": {"c": 1}}, "d": 1}, [FieldPath(("a", "b", "c"))])]
    ['a']
    """
    kept = set(paths)
    for path in sorted(kept, key=len, reverse=True):
        while path in kept and len(path) > 1:
            siblings = field_at(value, path.parent)
            if not isinstance(siblings, dict) or any(path.parent / key not in kept for key in siblings):
                break
            kept -= {path.parent / key for key in siblings}
            path = path.parent
            kept.add(path)
    return frozenset(path for path in kept if not any(FieldPath(path[:depth]) in kept for depth in range(len(path))))


def without(value: Any, paths: Iterable[FieldPath]) -> Any:
    """A copy of an Object without the fields at ``paths``, none of which is inside another."""
    value = copy.deepcopy(value)
    for path in paths:
        del field_at(value, path.parent)[path[-1]]
    return value


def removal_edits(
    objects: Sequence[PlainObject], numbered: Iterable[tuple[int, FieldPath]], deadline: Deadline
) -> Iterator[Edit]:
    """The Edits that remove the fields ``numbered`` by Object and path, of which none is inside another.

    A field that cannot be removed by an edit stays: whoever compares the Objects notices it.
    Raises OutOfTimeError when the ``deadline`` passes.
    """
    keys: dict[tuple[int, FieldPath], set[str | int]] = defaultdict(set)
    documents: dict[int, Document] = {}
    for number, path in numbered:
        document = objects[number].document
        place = objects[number].path.join(path)
        documents[document.index] = document
        if place:
            keys[document.index, place.parent].add(place[-1])
        else:
            yield Edit(_whole_document(document), "")
    for (index, parent), removed in keys.items():
        deadline.spend(len(removed))
        document = documents[index]
        entries = _entries(document, parent)
        edits = _in_flow if document.style(parent) == "flow" else _in_block
        yield from edits(document, entries, removed)


def _whole_document(document: Document) -> SourceSpan:
    """The value of a document, in whole lines if nothing else is on them."""
    source, span = document.source, document.span()
    lines = whole_lines(span.start, span.end)
    around = source.line_before(span.start) + source.slice(SourceSpan(span.end, lines.end))
    return span if around.strip() else lines


def _entries(document: Document, parent: FieldPath) -> list[_Entry]:
    """The entries that are written in the mapping or list at ``parent``, in the order of the text."""
    value = field_at(document.value, parent)
    if isinstance(value, list):
        return [_Entry(index, document.span(parent / index)) for index in range(len(value))]
    places = ((key, parent / key) for key in value if is_own(document, parent / key))
    entries = [
        _Entry(key, SourceSpan(document.key_span(place).start, value_end(document, place))) for key, place in places
    ]
    return sorted(entries, key=lambda entry: entry.span)


def _runs(entries: Sequence[_Entry], removed: set[str | int]) -> Iterator[tuple[int, int]]:
    """First and last index of each run of entries to remove."""
    first = None
    for index, entry in enumerate(entries):
        if entry.key in removed:
            first = index if first is None else first
        elif first is not None:
            yield first, index - 1
            first = None
    if first is not None:
        yield first, len(entries) - 1


def _in_flow(document: Document, entries: Sequence[_Entry], removed: set[str | int]) -> Iterator[Edit]:
    """Between brackets or braces, each run goes with one comma."""
    for first, last in _runs(entries, removed):
        start, end = entries[first].span.start, entries[last].span.end
        if last + 1 < len(entries):
            end = entries[last + 1].span.start
        elif first > 0:
            start = entries[first - 1].span.end
        yield Edit(SourceSpan(start, end), "")


def _in_block(document: Document, entries: Sequence[_Entry], removed: set[str | int]) -> Iterator[Edit]:
    """In block style, whole lines go; behind a dash, the text up to the next key."""
    for first, last in _runs(entries, removed):
        start = entries[first].span.start
        before = document.source.line_before(start)
        is_item = isinstance(entries[first].key, int)
        if is_item or not before.strip(" "):
            for entry in entries[first : last + 1]:
                lines = _lines_of(document, entry, is_item=is_item)
                if lines is not None:
                    yield Edit(lines, "")
        elif DASHES.fullmatch(before) and last + 1 < len(entries):
            yield Edit(SourceSpan(start, entries[last + 1].span.start), "")


def _lines_of(document: Document, entry: _Entry, *, is_item: bool) -> SourceSpan | None:
    """The whole lines of an entry, of an item with its dash; None if it shares them with something else."""
    start, end = entry.span
    before = document.source.line_before(start)
    if not is_item:
        return whole_lines(start, end) if not before.strip(" ") else None
    if _DASH.fullmatch(before):
        return whole_lines(start, end)
    text = document.source.text
    dash = text.rfind("-", 0, document.source.offset(start))
    if before.strip(" ") or dash < 0 or text[dash + 1 : document.source.offset(start)].strip():
        return None
    position = document.source.position(dash)
    above = document.source.line_before(position)
    return SourceSpan(Position(position.line, 1), whole_lines(start, end).end) if not above.strip(" ") else None
