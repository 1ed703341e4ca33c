"""Removes fields and whole Objects of a text by edits: comments and everything else stay."""

from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from playground.engine.authoring.wrapping import PlainObject
from playground.engine.editing.entries import Entry, entry_at, is_own, spans_to_remove
from playground.engine.editing.lines import whole_lines
from playground.engine.kubernetes.pods import field_at
from playground.engine.model.deadline import Deadline
from playground.engine.model.diagnostics import Edit
from playground.engine.model.location import FieldPath, SourceSpan
from playground.engine.reading import Document


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
        for first, last in _runs(entries, removed):
            previous, following = entries[first - 1] if first else None, next(iter(entries[last + 1 :]), None)
            spans = spans_to_remove(document, parent, entries[first : last + 1], previous, following)
            yield from (Edit(span, "") for span in spans)


def _whole_document(document: Document) -> SourceSpan:
    """The value of a document, in whole lines if nothing else is on them."""
    source, span = document.source, document.span()
    lines = whole_lines(span.start, span.end)
    around = source.line_before(span.start) + source.slice(SourceSpan(span.end, lines.end))
    return span if around.strip() else lines


def _entries(document: Document, parent: FieldPath) -> list[Entry]:
    """The entries that are written in the mapping or list at ``parent``, in the order of the text."""
    value = field_at(document.value, parent)
    if isinstance(value, list):
        return [entry_at(document, parent / index) for index in range(len(value))]
    entries = [entry_at(document, parent / key) for key in value if is_own(document, parent / key)]
    return sorted(entries, key=lambda entry: entry.span)


def _runs(entries: Sequence[Entry], removed: set[str | int]) -> Iterator[tuple[int, int]]:
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
