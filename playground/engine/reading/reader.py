"""From a text to its Source: cut it into chunks, read each one, place every problem.

An error stays within its chunk; JSON that is no JSON is tried as YAML, as apimachinery's YAMLOrJSONDecoder does.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import Any, Literal

from playground.engine.model.deadline import Deadline
from playground.engine.model.diagnostics import Related
from playground.engine.model.limits import Limits
from playground.engine.model.records import record
from playground.engine.reading.document import Document
from playground.engine.reading.errors import differences
from playground.engine.reading.errors import value_messages as value_problems
from playground.engine.reading.errors.oc_words import json_words, scalar_key_words
from playground.engine.reading.json import JsonReading
from playground.engine.reading.lines import read_lines
from playground.engine.reading.problem import KEY_PATTERNS, RawProblem, RefusalError, SourceProblem
from playground.engine.reading.scalars import Resolver
from playground.engine.reading.stream import (
    NOTHING_MORE,
    Chunk,
    bad_separator,
    cut,
    ignored,
    past_text_limit,
    too_many_documents,
)
from playground.engine.reading.tape import Guards, Taped
from playground.engine.reading.text import SourceText
from playground.engine.reading.yaml import YamlReading

_EMPTY = re.compile(r"(?>(?:[ \r\n]++|#[^\r\n\x85\u2028\u2029]*+)*)\Z")
_JSON_START = re.compile(r"[ \t\r\n]*(?=[{\[])")
_SURELY_JSON = re.compile(r"[ \t\r\n]*(?:\{[ \t\r\n]*[\"}]|\[[ \t\r\n]*[\[{\"0-9tfn-])")
_SURROGATE = re.compile("[\ud800-\udfff]")
_MOST_PROBLEMS = 1_000  # of one text; beyond it only those that refuse a document are kept


@record()
class Source:
    """One text, read: its Documents in order, and everything that is wrong with the text itself."""

    text: SourceText
    documents: tuple[Document, ...]
    problems: tuple[SourceProblem, ...]


@record()
class _Outcome:
    """The result of reading one chunk: Documents and RawProblems, with offsets into the chunk."""

    pieces: tuple[Taped, ...]
    raw_problems: tuple[RawProblem, ...]
    syntax: Literal["yaml", "json"]


@dataclass(slots=True)
class _Reader:
    """The state of reading one text."""

    source: SourceText
    guards: Guards
    resolver: Resolver = field(default_factory=Resolver)
    documents: list[Document] = field(default_factory=list)
    problems: list[SourceProblem] = field(default_factory=list)
    seen: int = 0  # documents, those that could not be read too
    json_error: str | None = None  # of the whole stream, once it has been asked for


_LIMITS = Limits()


def read(text: str, limits: Limits = _LIMITS, deadline: Deadline | None = None) -> Source:
    """Read YAML or JSON text; whatever is wrong with it becomes a problem with its place. Never raises for any str.

    ``Source.documents[n].index`` is ``n``. Chunks without a value (empty, or only comments) yield no Document.
    With a ``deadline``, OutOfTimeError when it passes.
    """
    reader = _Reader(SourceText(text), Guards(limits, deadline=deadline or Deadline()))
    too_long = past_text_limit(text, limits)
    if too_long is not None:
        _place(reader, too_long, 0)
        return Source(reader.source, (), tuple(reader.problems))
    for chunk in cut(text):
        if not _read_chunk(reader, chunk):
            break
    problems = sorted(reader.problems, key=lambda problem: problem.span)
    return Source(reader.source, tuple(reader.documents), tuple(problems))


def _read_chunk(reader: _Reader, chunk: Chunk) -> bool:
    """Read one chunk; False when no more of them may be read."""
    start, text = chunk.start, chunk.text
    reader.guards.deadline.spend(1 + len(text) // 50)  # a step is a short line
    if text.startswith("\ufeff"):
        start, text = start + 1, text[1:]
    if chunk.bad_separator is None and _EMPTY.match(text):
        return True
    if reader.seen >= reader.guards.limits.documents:
        _place(reader, too_many_documents(reader.guards.limits, text), start)
        return False
    if chunk.bad_separator is not None:
        reader.seen += 1
        _place(reader, bad_separator(reader.source.text, *chunk.bad_separator), 0)
        return True
    outcome = _read(reader, text, chunk.lines_before, start)
    reader.seen += max(1, len(outcome.pieces))
    for raw in {(raw.pattern, raw.start): raw for raw in outcome.raw_problems}.values():
        _place(reader, raw, start)
    return True


def _read(reader: _Reader, text: str, lines_before: int, start: int) -> _Outcome:
    is_json = _JSON_START.match(text)
    outcome = _read_json(reader, text, start) if is_json else _read_yaml(reader, text, lines_before)
    for index, piece in enumerate(outcome.pieces, len(reader.documents)):
        reader.documents.append(Document(index, piece.value, outcome.syntax, reader.source, piece.tape, start))
    return outcome


def _read_json(reader: _Reader, text: str, start: int) -> _Outcome:
    """One JSON value after another; text that is no JSON is read as YAML, which may be kinder to it."""
    pieces: list[Taped] = []
    raw_problems: list[RawProblem] = []
    surrogate = None if text.isascii() else _SURROGATE.search(text)
    if surrogate is not None:
        return _Outcome((), (differences.invalid_character_at(surrogate.start(), surrogate[0]),), "json")
    at = len(text) - len(text.lstrip(" \t\r\n"))
    while not NOTHING_MORE.match(text, at):
        reading = JsonReading(text, reader.guards, at)
        try:
            piece = reading.run()
        except RefusalError as refusal:
            if pieces or refusal.raw_problem.pattern != "invalid-json":
                is_last = start + len(text) == len(reader.source.text) and _is_too_short_for_yaml(text, at)
                is_final = len(pieces) > 1 or is_last or _is_no_yaml(reader, text[at:])
                raw = _as_oc_says(reader, refusal.raw_problem) if is_final else refusal.raw_problem
                return _Outcome(tuple(pieces), (*raw_problems, *reading.raw_problems, raw), "json")
            return _json_as_yaml(reader, text, refusal.raw_problem)
        raw_problems += reading.raw_problems
        if reader.seen + len(pieces) >= reader.guards.limits.documents:
            raw_problems.append(too_many_documents(reader.guards.limits, text, at))
            break
        if not any(raw.refused for raw in reading.raw_problems):
            pieces.append(piece)
        at = reading.end
    return _Outcome(tuple(pieces), tuple(raw_problems), "json")


def _json_as_yaml(reader: _Reader, text: str, raw: RawProblem) -> _Outcome:
    """YAML's reading of text that is not quite JSON, unless only JSON's complaint helps its author."""
    outcome = _read_yaml(reader, text)
    if not any(problem.refused for problem in outcome.raw_problems):
        return outcome
    if _SURELY_JSON.match(text):
        return _Outcome((), (_as_oc_says(reader, raw),), "json")
    worded = (_as_oc_says(reader, problem) if problem.refused else problem for problem in outcome.raw_problems)
    return replace(outcome, raw_problems=tuple(worded))


def _is_too_short_for_yaml(text: str, at: int) -> bool:
    """Whether so little of the text follows the JSON value before ``at`` that `oc` does not try to read it as YAML.

    It does so from four bytes on, of which the line break that ends the value is one.
    """
    rest = text[len(text[:at].rstrip(" \t\r\n")) :]
    return len(rest.lstrip(" \t\r").encode("utf-8", "surrogatepass")) < 4


def _is_no_yaml(reader: _Reader, text: str) -> bool:
    return any(raw.refused for raw in _read_yaml(reader, text).raw_problems)


def _as_oc_says(reader: _Reader, raw: RawProblem) -> RawProblem:
    """The errors for text that begins with `{`, worded for JSON: `oc` does not mention YAML then."""
    stream = reader.source.text.removeprefix("\ufeff")
    if stream.lstrip()[:1] != "{":
        return raw
    if reader.json_error is None:
        reader.json_error = json_words(stream)
    return replace(raw, error=reader.json_error)


def _read_yaml(reader: _Reader, text: str, lines_before: int = 0) -> _Outcome:
    early = differences.invalid_character(text) or differences.directive(text)
    if early is not None:
        return _Outcome((), (early,), "yaml")
    ended = text if text.endswith("\n") else text + "\n"  # as kubectl's reader of lines ends the last one
    common = read_lines(ended, reader.guards, reader.resolver)
    if common is not None:
        return _Outcome((common,), (), "yaml")
    reading = YamlReading(ended, reader.guards, reader.resolver, lines_before)
    try:
        piece = reading.run()
    except RefusalError as refusal:
        unsaid = (replace(raw, error="") for raw in reading.raw_problems)  # `oc` sees the syntax of all first
        return _Outcome((), (*unsaid, refusal.raw_problem), "yaml")
    if piece is None:
        return _Outcome((), (), "yaml")
    differing = chain(differences.refused_by_kubernetes(text, piece.tape), differences.byte_order_marks(text))
    raw_problems = (
        *_with_key_words(reading.raw_problems, text, piece.value),
        *islice(differing, value_problems.MOST),
        *ignored(text, reading.end),
    )
    return _Outcome(() if any(raw.refused for raw in raw_problems) else (piece,), raw_problems, "yaml")


def _with_key_words(raw_problems: list[RawProblem], text: str, value: Any) -> list[RawProblem]:
    """``raw_problems``; the first refused key gets the words of `oc`, which repeat the value under it.

    `oc` says nothing of the others, whose values may be large and in one another. Nor of any if a mapping or list is a
    key: that is refused while the text is decoded, before keys become JSON's.
    """
    if any(raw.error and raw.pattern in KEY_PATTERNS for raw in raw_problems):
        return raw_problems
    for number, raw in enumerate(raw_problems):
        if raw.pattern == "unsupported-key" and not raw.error:
            words = replace(raw, error=_key_words(raw, text, value))
            return [*raw_problems[:number], words, *raw_problems[number + 1 :]]
    return raw_problems


def _key_words(raw: RawProblem, text: str, value: Any) -> str:
    """What `oc` says of a key; "" where its mapping is not in ``value``, as it is a part of a key itself."""
    for part in raw.field:
        if part == "<<" and isinstance(value, dict) and part not in value:
            break  # what it named has become part of the mapping itself
        try:
            value = value[part]
        except (KeyError, IndexError, TypeError):
            return ""
    key = text[raw.start : raw.end]
    return scalar_key_words(key, value.get(key, value.get(""))) if isinstance(value, dict) else ""


def _place(reader: _Reader, raw: RawProblem, base: int) -> None:
    """Convert a RawProblem to a SourceProblem, with lines and columns."""
    if len(reader.problems) >= _MOST_PROBLEMS and not raw.refused:
        return
    span = reader.source.span
    related = tuple(Related(span(base + start, base + end), message) for start, end, message in raw.related)
    place = span(base + raw.start, base + raw.end)
    index = len(reader.documents) if raw.refused else max(0, len(reader.documents) - 1)
    reader.problems.append(
        SourceProblem(
            raw.pattern,
            raw.message,
            raw.hint,
            place,
            index,
            raw.field,
            related,
            raw.refused,
            raw.error,
        )
    )
