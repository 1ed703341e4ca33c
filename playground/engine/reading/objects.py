"""An Object, with the mapping from its fields back to the text.

Objects are plain values (dict, list, str, int, float, bool, None), as Kubernetes' Unstructured. Processing a
Template changes them, so each one carries, beside it, the data that maps a field to its place in the source.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, NamedTuple

from playground.engine.model.deadline import Deadline
from playground.engine.model.location import ROOT, FieldPath, SourceSpan
from playground.engine.model.records import WithCache, record
from playground.engine.reading import Document

# The key in ``TracedObject.remembered`` for the Object's strings with a `$`, each with its path.
DOLLARS = "dollars"
Dollars = Sequence[tuple[FieldPath, str]]


class Piece(NamedTuple):
    """One piece of a substituted string: copied from the source, or the value of a parameter."""

    start: int  # in the substituted text
    end: int
    source_start: int  # in the text as the author wrote it
    source_end: int
    parameter: str | None = None  # None: copied as it was


def strings(
    value: Any, deadline: Deadline, path: FieldPath = ROOT, sought: str = "$"
) -> Iterator[tuple[FieldPath, str]]:
    """Every string in ``value`` that contains ``sought``, with its path below ``path``, in the order of the text.

    Each value that is searched, and each string, is a step of the ``deadline``: aliases make many values of few.
    Nothing is listed in advance: the paths of many strings in many levels take more memory than their text.
    """
    if isinstance(value, str) and sought in value:
        yield path, value
    waiting = [(path, _entries_of(value, deadline))] if isinstance(value, dict | list) else []
    while waiting:
        place, entries = waiting[-1]
        for part, child in entries:
            kind = type(child)
            if kind is str:
                if sought in child:
                    deadline.spend()
                    yield place / part, child
            elif kind is dict or kind is list:
                waiting.append((place / part, _entries_of(child, deadline)))
                break
        else:
            waiting.pop()


def _entries_of(value: Any, deadline: Deadline) -> Iterator[tuple[str | int, Any]]:
    """The keys or indexes of a mapping or list, with their values, each a step."""
    deadline.spend(1 + len(value))
    return iter(value.items() if type(value) is dict else enumerate(value))


@record()
class TracedObject(WithCache):
    """One Object of the output; paths are relative to the Object, keys as they are in ``value``."""

    value: Any
    document: Document
    path: FieldPath = ROOT  # of the Object in its Document
    pieces: Mapping[FieldPath, tuple[Piece, ...]] = field(default_factory=dict)  # strings that substitution changed
    keys: Mapping[FieldPath, str] = field(default_factory=dict)  # key that substitution changed -> as written
    remembered: dict[object, Any] = field(default_factory=dict, compare=False, repr=False)  # see ``once``

    def where(self, path: tuple[str | int, ...]) -> FieldPath:
        """The field's path from the Document's root, keys as the author wrote them."""
        if not self.keys:
            return self.path.join(path)
        parts = (self.keys.get(FieldPath(path[: depth + 1]), part) for depth, part in enumerate(path))
        return self.path.join(tuple(parts))

    def is_substituted(self, path: FieldPath) -> bool:
        """Whether the string at ``path`` contains the value of a parameter: the author did not write the string so."""
        return path in self.pieces

    def span(self, path: FieldPath, start: int | None = None, end: int | None = None) -> SourceSpan:
        """The place of the field's value in the source; with ``start`` and ``end``, of that part of its text.

        The place of a parameter's inserted value is the reference to it. The place of a field that the author did not
        write, such as a label added by the Template, is its nearest written ancestor.
        """
        place = self.where(path) if self.keys else self.path + path
        if start is None or end is None:
            return self.document.span(place)
        pieces = self.pieces.get(path)
        if pieces is not None:
            start, end = _source_range(pieces, start, end)
        return self.document.text_span(place, start, end)

    def offsets(self, path: tuple[str | int, ...]) -> tuple[int, int]:
        """The place of the field's value as offsets into the source; cheaper than ``span``."""
        return self.document.offsets(self.where(path) if self.keys else self.path + path)

    def all_offsets(self, paths: Sequence[tuple[str | int, ...]]) -> list[tuple[int, int]]:
        """``offsets`` of many fields, in the order of ``paths``."""
        # If substitution changed keys, the paths in the Document are others.
        offsets = {} if self.keys else self.document.offsets_below(self.path, len(paths))
        if not offsets:
            return [self.offsets(path) for path in paths]
        return [offsets.get(path) or _nearest(offsets, path) for path in paths]

    def key_span(self, path: FieldPath) -> SourceSpan:
        """The place of the field's key in the source."""
        return self.document.key_span(self.where(path))


def _nearest(offsets: Mapping[tuple[str | int, ...], tuple[int, int]], path: tuple[str | int, ...]) -> tuple[int, int]:
    """The offsets of the nearest written ancestor of ``path``; at the top the Object itself."""
    while path not in offsets:
        path = path[:-1]
    return offsets[path]


def _source_range(pieces: tuple[Piece, ...], start: int, end: int) -> tuple[int, int]:
    """The range of the author's text from which ``start``–``end`` of the substituted text came."""
    # An empty range between two pieces overlaps no piece: then the last piece of the text stands for the range.
    overlapping = [piece for piece in pieces if piece.start < end and start < piece.end] or list(pieces[-1:])
    if not overlapping:
        return 0, 0
    first, last = overlapping[0], overlapping[-1]
    begin = first.source_start if first.parameter else first.source_start + max(0, start - first.start)
    finish = last.source_end if last.parameter else last.source_start + min(end, last.end) - last.start
    return begin, finish
