"""The field that somebody types: the reader finds it, although the line cannot be read yet.

A mark takes the place of the word at the caret, and the line is completed so that it can be read: as a key, or as a
value. Where the mark then is, the caret is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from playground.engine.kubernetes.pods import field_at
from playground.engine.model.deadline import Deadline
from playground.engine.model.limits import Limits
from playground.engine.model.location import ROOT, FieldPath, Position
from playground.engine.model.records import record
from playground.engine.reading import Document, read
from playground.engine.rules.editor.half_typed import readable_around

MARK: Final = "\ue000"  # in place of the typed word: a character of private use, which no name has
_TYPED: Final = re.compile(r"(?P<quote>[\"']?)(?<![\w./-])(?P<word>[\w./-]*)\Z")
_REST: Final = re.compile(r"\A[\w./-]*")  # of the word, after the caret
_CONTENT: Final = re.compile(r"[^\s#]")
_DASHES: Final = re.compile(r"\s*(?:-\s+)*-")
_KEY_BEGINS: Final = re.compile(r"^\s*(?:-\s+)*\Z|[{,]\s*\Z")


@record()
class TypedPlace:
    """The field at the caret: a key that is typed in the mapping at ``path``, or the value at ``path``."""

    is_key: bool
    path: FieldPath  # from the document's root
    value: Any  # of the document, with MARK in place of the word
    values: tuple[Any, ...]  # of all documents
    start: Position  # of the word, after a quote
    rest: str  # the line after the word
    quote: str  # before the word; "" for none
    before: str  # the line before the quote
    flow: bool  # the place is in brackets


def typed_places(text: str, position: Position, limits: Limits, deadline: Deadline) -> Iterator[TypedPlace]:
    """What the word at ``position`` can be: a key, a value, both, or nothing that is known.

    Raises OutOfTimeError when the ``deadline`` passes.
    """
    lines = text.split("\n")
    if position.line > len(lines):
        return
    word = _word_at(lines[position.line - 1], position)
    if word is None:
        return
    for is_key in (True, False):
        if not (_KEY_BEGINS.search(word.before) if is_key else _begins_value(word.before)):
            continue
        end = _key_end(word.quote, word.rest) if is_key else _value_end(word.quote, word.rest)
        gap = " " if word.before.endswith(":") else ""  # `kind:Pod` would be a text
        lines[position.line - 1] = f"{word.before}{gap}{word.quote}{MARK}{end}"
        mark = Position(word.start.line, word.start.column + len(gap))
        document, documents = _marked_document("\n".join(lines), mark, limits, deadline)
        path = document.path_at(mark) if document else ROOT
        if document is None or not path or MARK not in (path[-1], field_at(document.value, path)):
            continue
        if (path[-1] == MARK) is is_key:
            yield TypedPlace(
                is_key=is_key,
                path=path.parent if is_key else path,
                value=document.value,
                values=tuple(other.value for other in documents),
                start=word.start,
                rest=word.rest,
                quote=word.quote,
                before=word.before,
                flow=document.style(path.parent) == "flow",
            )


@record()
class _Word:
    """The word at the caret, with its line; the fields are those of TypedPlace."""

    start: Position
    rest: str
    quote: str
    before: str


def _word_at(line: str, position: Position) -> _Word | None:
    """The word at ``position`` of the ``line``, which may be empty; None if no key or value can be there."""
    until_caret, after_caret = line[: position.column - 1], line[position.column - 1 :]
    match = _TYPED.search(until_caret)
    if match is None:
        return None
    start = Position(position.line, match.start("word") + 1)
    rest = _REST.sub("", after_caret, count=1)
    return _Word(start, rest, match["quote"], until_caret[: match.start()])


def _begins_value(before: str) -> bool:
    """Whether a value can begin behind ``before``, a part of a line: after a key, a dash, a bracket or a comma."""
    filled = before.rstrip()
    if filled.endswith(":"):
        return bool(_CONTENT.search(filled[:-1]))
    return filled.endswith(("[", ",")) or bool(_DASHES.fullmatch(filled))


def _key_end(quote: str, rest: str) -> str:
    """What follows a key: the rest of its line, with the colon that it lacks."""
    closed = rest.removeprefix(quote)
    if re.match(r"\s*:", closed):
        return quote + closed
    return f"{quote}: {'null' if quote else ''}{closed}"


def _value_end(quote: str, rest: str) -> str:
    """What follows a value: the rest of its line, with the quote that it lacks."""
    return rest if not quote or quote in rest else quote + rest


def _marked_document(
    marked: str, mark: Position, limits: Limits, deadline: Deadline
) -> tuple[Document | None, tuple[Document, ...]]:
    """The document with the mark, if it can be read, and all documents."""
    readable = readable_around(marked, mark.line, limits, deadline)
    source = read(readable, limits, deadline) if readable is not None else None
    return (source.document_at(mark), source.documents) if source else (None, ())
