"""Cuts a stream of documents into chunks, and describes the problems of the stream as a whole.

Kubernetes' ``YAMLReader`` and ``splitYAMLDocument`` (apimachinery ``pkg/util/yaml/decoder.go``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from playground.engine.model.limits import Limits
from playground.engine.model.records import record
from playground.engine.reading.problem import RawProblem

ONLY_COMMENTS = re.compile(r"(?>(?:\s++|#[^\r\n]*+)*)\Z")


def text_too_long(text: str, limits: Limits) -> RawProblem | None:
    """The problem of a text with more bytes than the limit; None for a shorter text."""
    if len(text) * (1 if text.isascii() else 4) <= limits.text_bytes:
        return None
    data = text.encode("utf-8", "surrogatepass")
    if len(data) <= limits.text_bytes:
        return None
    offset = len(data[: limits.text_bytes].decode("utf-8", "ignore"))
    message = f"The text is {len(data):,} bytes long; the limit is {limits.text_bytes:,}."
    return RawProblem("text-too-long", offset, offset + 1, message, limits.hint("Split the text"))


def too_many_documents(limits: Limits, text: str, offset: int = 0) -> RawProblem:
    """The problem of more documents than the limit; the first one too many is the next after ``offset``."""
    start = offset + len(text[offset:]) - len(text[offset:].lstrip())
    message = f"The text has more than {limits.documents:,} documents; the documents from here on are not read."
    return RawProblem(
        "too-many-documents", start, start + 1, message, limits.hint("Split the text into several smaller ones")
    )


def bad_separator(text: str, start: int, end: int) -> RawProblem:
    """Kubernetes refuses text on the line of ``---``."""
    message = "Kubernetes allows nothing but a comment after `---` on its line."
    hint = "Move the text to the next line; indent a line of text that begins with `---`."
    error = f"invalid Yaml document separator: {text[start:end]}"
    return RawProblem("document-separator", start, end, message, hint, error=error)


def ignored_text(text: str, end: int) -> tuple[RawProblem, ...]:
    """The RawProblem for text in a chunk after the document's ``end``, which Kubernetes ignores; or nothing."""
    if ONLY_COMMENTS.match(text, end):
        return ()
    start = end + len(text[end:]) - len(text[end:].lstrip())
    message = "The document ends before this text; Kubernetes ignores everything from here to the next `---`."
    hint = "Begin a new document with `---`, or remove the ignored text."
    return (RawProblem("ignored-text", start, len(text.rstrip()), message, hint),)


_SEPARATOR = re.compile(r"\n---([^\n]*)")  # the line break is ten times as fast as `^`


@record()
class Chunk:
    """The text between two separators, and what is wrong with the separator above it."""

    start: int  # offset in the whole text
    text: str
    bad_separator: tuple[int, int] | None = None  # the place of refused text after `---`
    lines_before: int = 0  # 1 if kubectl hands over the `---` above with the text, as it does if nothing is above that


def cut_into_chunks(text: str) -> Iterator[Chunk]:
    """The chunks of a text in order; those between two separators may be empty.

    >>> [chunk.text for chunk in cut_into_chunks("a: 1\\n---\\nb: 2\\n")]
    ['a: 1\\n', 'b: 2\\n']
    """
    start, bad_place, lines_before = 0, None, 0
    for match in _SEPARATOR.finditer(f"\n{text}"):
        line, next_start = match.start(), min(match.end(), len(text))  # of `---`; of the next line
        yield Chunk(start, text[start:line], bad_place, lines_before)
        lines_before = int(not lines_before and start == line)
        start = next_start
        text_after = match[1].strip()
        begin = line + 3 + len(match[1]) - len(match[1].lstrip())
        bad_place = (begin, begin + len(text_after)) if text_after and not text_after.startswith("#") else None
    yield Chunk(start, text[start:], bad_place, lines_before)
