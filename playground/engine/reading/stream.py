"""Cuts a stream of documents into chunks, and describes the problems of the stream as a whole.

Kubernetes' ``YAMLReader`` and ``splitYAMLDocument`` (apimachinery ``pkg/util/yaml/decoder.go``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from playground.engine.model.limits import Limits
from playground.engine.model.records import record
from playground.engine.reading.errors.value_messages import MOST_PROBLEMS
from playground.engine.reading.problem import RawProblem

_ESCAPED_BYTES = re.compile("[\udc80-\udcff]+")
# `*+`, because `re` keeps 100 bytes for each round of `(?>(…)*)`.
ONLY_COMMENTS = re.compile(r"(?:\s++|#[^\r\n]*+)*+\Z")
_MOST_BYTES = 8  # bytes that one message lists


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


def separator_after_json(start: int) -> RawProblem:
    """The ``---`` after two JSON values, at ``start``; Kubernetes then reads JSON only."""
    message = "After two JSON values without `---` between them, Kubernetes allows no `---`."
    hint = "Write `---` between all values, or between none."
    return RawProblem("document-separator", start, start + 3, message, hint)


def without_invalid_bytes(text: str) -> tuple[str, list[RawProblem]]:
    """``text`` with U+FFFD for bytes that are not UTF-8, and a RawProblem for each of the first ones.

    Python's ``surrogateescape`` gives such bytes as lone surrogates. golang.org/x/text ``encoding/unicode``, with which
    cli-runtime ``resource/visitor.go`` reads files, replaces them; it leaves a file with a byte order mark as it is.
    """
    if text.isascii() or text.startswith("\ufeff"):
        return text, []
    parts: list[str] = []
    raw_problems: list[RawProblem] = []
    end = byte_offset = offset = 0  # in ``text``; in its bytes; in the text with replacements
    for match in _ESCAPED_BYTES.finditer(text):
        before, data = text[end : match.start()], match[0].encode("utf-8", "surrogateescape")
        replacement = data.decode("utf-8", "replace")
        byte_offset, offset = byte_offset + len(before.encode("utf-8", "surrogatepass")), offset + len(before)
        end = match.end()
        parts += [before, replacement]
        if len(raw_problems) < MOST_PROBLEMS:
            raw_problems.append(_invalid_bytes(offset, len(replacement), byte_offset, data))
        byte_offset, offset = byte_offset + len(data), offset + len(replacement)
    return "".join((*parts, text[end:])), raw_problems


def _invalid_bytes(start: int, size: int, byte_offset: int, data: bytes) -> RawProblem:
    codes = " ".join(f"0x{code:02X}" for code in data[:_MOST_BYTES]) + (" …" if len(data) > _MOST_BYTES else "")
    many = len(data) > 1
    first, last = byte_offset + 1, byte_offset + len(data)
    place = f"Bytes {first:,} to {last:,}" if many else f"Byte {first:,}"
    message = f"{place} of the text ({codes}) {'are' if many else 'is'} not UTF-8; Kubernetes reads U+FFFD instead."
    return RawProblem("invalid-bytes", start, start + size, message, "Save the text as UTF-8.")


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
    """The text between two separators, and what is wrong with them."""

    start: int  # offset in the whole text
    text: str
    bad_separator: tuple[int, int] | None = None  # the place of refused text after the `---` above
    # How many lines goyaml gets before the text: 1 if kubectl passes on the line of the `---` above, as it does if
    # nothing is above that line.
    lines_before: int = 0
    bad_end: tuple[int, int] | None = None  # the place of refused text after the `---` below


def cut_into_chunks(text: str) -> Iterator[Chunk]:
    """The chunks of a text in order; those between two separators may be empty.

    >>> [chunk.text for chunk in cut_into_chunks("a: 1\\n---\\nb: 2\\n")]
    ['a: 1\\n', 'b: 2\\n']
    """
    start, bad_above, lines_before = 0, None, 0
    for match in _SEPARATOR.finditer(f"\n{text}"):
        # The line break in front shifts all offsets by one: the match begins at the `---` in ``text``.
        separator, next_line = match.start(), min(match.end(), len(text))
        text_after = match[1].strip()
        begin = separator + 3 + len(match[1]) - len(match[1].lstrip())
        bad_end = (begin, begin + len(text_after)) if text_after and not text_after.startswith("#") else None
        is_first = not lines_before and start == separator
        yield Chunk(start, text[start:separator], bad_above, lines_before, bad_end)
        # A lone carriage return ends a line for YAML, but not for kubectl: the line of `---` then has YAML to read.
        start, lines_before = (separator, 0) if is_first and "\r" in text_after else (next_line, int(is_first))
        bad_above = bad_end
    yield Chunk(start, text[start:], bad_above, lines_before)
