"""Finds where a text still holds a secret whose places are replaced: in comments, longer texts and other writings."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Final

from playground.engine.model.deadline import Deadline
from playground.engine.model.location import ROOT, FieldPath, Position, SourceSpan
from playground.engine.model.records import record
from playground.engine.reading import Document, Source
from playground.engine.rules.walks import entries
from playground.engine.text.secrets import writings_of

SHORTEST_SEARCHED: Final = 6  # characters; shorter values are in every text by chance
_CHARACTERS_A_STEP: Final = 2_000  # of a search
_BETWEEN: Final = "\0"  # between two keys or values; no secret holds it


@record()
class _Scalar:
    """A key or value that is a text."""

    document: Document
    path: FieldPath
    is_key: bool

    def place(self, start: int, end: int) -> Position:
        """Where its characters from ``start`` to ``end`` begin."""
        text_span = self.document.key_text_span if self.is_key else self.document.text_span
        return text_span(self.path, start, end).start


@record()
class SearchedText:
    """A text as it is written, and what its keys and values say without escapes, quotes and line breaks."""

    source: Source
    said: str  # all keys and values
    starts: tuple[int, ...]  # of each in ``said``
    scalars: tuple[_Scalar, ...]

    def line_of(self, secret: str, replaced: Iterable[SourceSpan], deadline: Deadline) -> int | None:
        """The number of a line that holds ``secret`` outside of the ``replaced`` places; None if there is none.

        Raises OutOfTimeError when the ``deadline`` passes.
        """
        text = self.source.text
        spans = sorted((text.offset(span.start), text.offset(span.end)) for span in replaced)
        for position in self._positions(secret, deadline):
            offset = text.offset(position)
            index = bisect_right(spans, (offset, len(text.text))) - 1
            if index < 0 or offset >= spans[index][1]:
                return position.line
        return None

    def _positions(self, secret: str, deadline: Deadline) -> Iterator[Position]:
        """Where the text holds ``secret``, in any writing: first as it is written, then as its values say it."""
        writings = tuple(writings_of(secret))
        for writing in writings:
            for offset in _offsets(self.source.text.text, writing, deadline):
                yield self.source.text.position(offset)
        for writing in writings:
            for offset in _offsets(self.said, writing, deadline):
                index = bisect_right(self.starts, offset) - 1
                start = offset - self.starts[index]
                yield self.scalars[index].place(start, start + len(writing))


def searched_text(source: Source, deadline: Deadline) -> SearchedText:
    """``source``, ready for the search of many secrets. Raises OutOfTimeError when the ``deadline`` passes."""
    said: list[str] = []
    starts: list[int] = []
    scalars: list[_Scalar] = []
    start = 0
    for document in source.documents:
        for scalar, text in _texts(document, deadline):
            said.append(text)
            starts.append(start)
            scalars.append(scalar)
            start += len(text) + len(_BETWEEN)
    return SearchedText(source, _BETWEEN.join(said), tuple(starts), tuple(scalars))


def _texts(document: Document, deadline: Deadline) -> Iterator[tuple[_Scalar, str]]:
    waiting = [(ROOT, document.value)]
    for path, value in waiting:  # grows in the loop
        if isinstance(value, str):
            yield _Scalar(document, path, is_key=False), value
        for key, child in entries(value, deadline):
            waiting.append((path / key, child))
            if isinstance(key, str):
                yield _Scalar(document, path / key, is_key=True), key


def _offsets(text: str, writing: str, deadline: Deadline) -> Iterator[int]:
    """The offsets of ``writing`` in ``text``, in their order."""
    deadline.spend(1 + len(text) // _CHARACTERS_A_STEP)
    offset = text.find(writing)
    while offset >= 0:
        yield offset
        deadline.spend()
        offset = text.find(writing, offset + len(writing))
