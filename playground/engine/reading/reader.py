"""From a text to its Source: cut it into chunks, read each one, place every problem.

An error affects only its chunk. Invalid JSON is tried as YAML, as apimachinery's YAMLOrJSONDecoder does. Each value has
its Tape, the table of where its keys and values are.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import Any, Literal

from playground.engine.model.deadline import Deadline
from playground.engine.model.diagnostics import Related
from playground.engine.model.limits import Limits
from playground.engine.model.location import Position
from playground.engine.model.records import record
from playground.engine.reading.document import Document
from playground.engine.reading.errors import differences, value_messages
from playground.engine.reading.errors.oc_words import json_error, scalar_key_error
from playground.engine.reading.json import JsonReading
from playground.engine.reading.lines import read_lines
from playground.engine.reading.problem import RawProblem, RefusalError, SourceProblem
from playground.engine.reading.scalars import Resolver
from playground.engine.reading.stream import (
    ONLY_COMMENTS,
    Chunk,
    bad_separator,
    cut_into_chunks,
    ignored_text,
    separator_after_json,
    text_too_long,
    too_many_documents,
    without_invalid_bytes,
)
from playground.engine.reading.tape import Guards, TapedValue
from playground.engine.reading.text import SourceText
from playground.engine.reading.yaml import YamlReading

_EMPTY = re.compile(r"(?:[ \r\n]++|#[^\r\n\x85\u2028\u2029]*+)*+\Z")
_BLANK = "\t\v-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"  # Go's ``unicode.IsSpace``, without \n
_SPACE = "\n" + _BLANK
_JSON_STREAM = re.compile(f"\ufeff?[{_SPACE}]*+(?=[{{\\[])")
_LEADING_SPACE = re.compile(f"[{_BLANK}]++")  # of the first line
_SEPARATOR = re.compile(r"---[ \t]*+(?:#[^\n]*+)?(?:\r?\n|\Z)")
_REST_OF_LINE = re.compile(r"[ \t\r]*+\n?\Z")
_ONLY_SPACE = re.compile(r"[ \t\r\n]*+\Z")
# The beginning of a text that its author surely meant as JSON.
_SURELY_JSON = re.compile(r"[ \t\r\n]*(?:\{[ \t\r\n]*[\"}]|\[[ \t\r\n]*[\[{\"0-9tfn-])")
_SURROGATE = re.compile("[\ud800-\udfff]")
_MOST_PROBLEMS = 1_000  # of one text; above it, only problems that refuse a document are kept


@record()
class Source:
    """One text, read: its Documents in order, and everything that is wrong with the text itself."""

    text: SourceText
    documents: tuple[Document, ...]
    problems: tuple[SourceProblem, ...]

    def document_at(self, position: Position) -> Document | None:
        """The Document around ``position``, or directly before it; None if there is none."""
        return next((document for document in self.documents if document.span().touches(position)), None)

    def document_before(self, offset: int) -> Document | None:
        """The last Document whose text begins before or at an ``offset``; None before the first."""
        index = bisect_right(self.documents, offset, key=lambda document: document.beginning)
        return self.documents[index - 1] if index else None

    def errors(self, *, unique: bool) -> tuple[SourceProblem, ...]:
        """The problems for which the text cannot be read; if keys must be ``unique``, repeated keys, too."""
        return tuple(
            problem for problem in self.problems if problem.refused or (unique and problem.pattern == "duplicate-key")
        )


@record()
class _Outcome:
    """The result of reading one chunk: Documents and RawProblems, with offsets into the chunk."""

    taped_values: tuple[TapedValue, ...]
    raw_problems: tuple[RawProblem, ...]
    syntax: Literal["yaml", "json"]
    # A `---` on the line of a JSON value ends the outcome: the offset after that `---`, where reading goes on.
    continuation: int | None = None

    @property
    def refused(self) -> bool:
        """Whether the chunk, or a part of it, is unreadable."""
        return any(raw.refused for raw in self.raw_problems)


@dataclass(slots=True)
class _Reader:
    """The state of reading one text."""

    source: SourceText
    guards: Guards
    resolver: Resolver = field(default_factory=Resolver)
    documents: list[Document] = field(default_factory=list)
    problems: list[SourceProblem] = field(default_factory=list)
    document_count: int = 0  # so far, unreadable documents included
    json_error: str | None = None  # `oc`'s error for the whole stream, once it is computed
    # How `oc` reads the rest of the stream, see ``_read``. "json only": after two values, nothing but JSON is allowed.
    # "perhaps yaml": after one JSON value, as YAML; if YAML refuses the rest, `oc` reports JSON's error.
    stage: Literal["json", "json only", "perhaps yaml", "yaml"] = "yaml"


_LIMITS = Limits()


def read(text: str, limits: Limits = _LIMITS, deadline: Deadline | None = None) -> Source:
    """Read YAML or JSON text. Every error in it becomes a problem with its place; no text raises an exception.

    ``Source.documents[n].index`` is ``n``. Chunks without a value (empty, or only comments) yield no Document.
    Raises OutOfTimeError when the ``deadline`` passes.
    """
    text, invalid_bytes = without_invalid_bytes(text)
    reader = _Reader(SourceText(text), Guards(limits, deadline=deadline or Deadline()))
    too_long = text_too_long(text, limits)
    if too_long is not None:
        _add_problem(reader, too_long, 0)
        return Source(reader.source, (), tuple(reader.problems))
    for raw in invalid_bytes:
        _add_problem(reader, raw, 0)
    if _JSON_STREAM.match(text):
        reader.stage = "json"
    for chunk in cut_into_chunks(text):
        if not _read_chunk(reader, chunk):
            break
    problems = sorted(reader.problems, key=lambda problem: problem.span)
    return Source(reader.source, tuple(reader.documents), tuple(problems))


def _read_chunk(reader: _Reader, chunk: Chunk) -> bool:
    """Read one chunk; return False when no further chunk may be read."""
    start, text = chunk.start, chunk.text
    reader.guards.deadline.spend(1 + len(text) // 50)  # a step is a short line
    if text.startswith("\ufeff"):
        start, text = start + 1, text[1:]
    if reader.stage == "json only":
        _refuse_separator(reader, chunk.start)
    if chunk.bad_end is not None:
        # The `---` below: `oc` reads it before it parses the chunk, and so reports no error in the chunk.
        raw = bad_separator(reader.source.text, *chunk.bad_end)
        _add_problem(reader, raw if reader.stage == "yaml" else _with_oc_error(reader, raw), 0)
    if chunk.bad_separator is None and _EMPTY.match(text):
        if reader.stage == "perhaps yaml":
            reader.stage = "yaml"  # `oc` has read an empty YAML document
        return True
    if reader.document_count >= reader.guards.limits.documents:
        _add_problem(reader, too_many_documents(reader.guards.limits, text), start)
        return False
    if chunk.bad_separator is not None:
        # The `---` above: it is reported already, as the previous chunk's ``bad_end``. This chunk is not parsed.
        reader.document_count += 1
        return True
    outcome = _read(reader, text, chunk.lines_before, start)
    if chunk.bad_end is not None:
        outcome = replace(outcome, raw_problems=tuple(replace(raw, error="") for raw in outcome.raw_problems))
    reader.document_count += max(1, len(outcome.taped_values))
    distinct = {(raw.pattern, raw.start): raw for raw in outcome.raw_problems}  # at an offset, a pattern counts once
    for raw in distinct.values():
        _add_problem(reader, raw, start)
    if outcome.continuation is not None:
        # The line of the `---` is part of the rest, so goyaml gets that line, too: see ``Chunk.lines_before``.
        return _read_chunk(reader, Chunk(start + outcome.continuation, text[outcome.continuation :], lines_before=1))
    return True


def _refuse_separator(reader: _Reader, chunk_start: int) -> None:
    """Refuse the `---` above a chunk: after two JSON values, `oc` expects nothing but JSON."""
    start = reader.source.text.rfind("---", 0, chunk_start)
    raw = _with_oc_error(reader, separator_after_json(start))
    reader.document_count += 1
    reader.stage = "yaml"
    _add_problem(reader, raw, 0)


def _read(reader: _Reader, text: str, lines_before: int, start: int) -> _Outcome:
    """Read a chunk as `oc` does.

    A stream that begins with `{` or `[` is JSON up to the first place that is not JSON. After two or more values, `oc`
    refuses that place. After fewer, it reads the rest of the stream as YAML; if it refuses the first YAML document, it
    reports why that place is not JSON.
    """
    if reader.stage == "json":
        outcome = _read_json(reader, text, start)
    else:
        outcome = _read_yaml(reader, text, lines_before)
        if outcome.refused and reader.stage == "perhaps yaml":
            reworded = (_with_oc_error(reader, raw) if raw.refused else raw for raw in outcome.raw_problems)
            outcome = replace(outcome, raw_problems=tuple(reworded))
        if outcome.refused and _SURELY_JSON.match(text):
            outcome = _in_words_of_json(reader, text, outcome)
        reader.stage = "yaml"
    for index, taped in enumerate(outcome.taped_values, len(reader.documents)):
        document = Document(index, taped.value, outcome.syntax, reader.source, taped.tape, start, taped.too_large)
        reader.documents.append(document)
    return outcome


def _in_words_of_json(reader: _Reader, text: str, outcome: _Outcome) -> _Outcome:
    """The ``outcome`` of a text that YAML refuses; if JSON refuses it too, JSON's problem replaces those of YAML."""
    try:
        JsonReading(text, reader.guards, len(text) - len(text.lstrip(" \t\r\n"))).run()
    except RefusalError as refusal:
        error = next((raw.error for raw in outcome.raw_problems if raw.error), "")
        return _Outcome((), (replace(refusal.raw_problem, error=error),), "json")
    return outcome


def _read_json(reader: _Reader, text: str, start: int) -> _Outcome:
    """Read one JSON value after another; text that is not valid JSON is read as YAML, which allows more."""
    taped_values: list[TapedValue] = []
    raw_problems: list[RawProblem] = []
    surrogate = None if text.isascii() else _SURROGATE.search(text)
    if surrogate is not None:
        return _Outcome((), (differences.invalid_character_at(surrogate.start(), surrogate[0]),), "json")
    offset = len(text) - len(text.lstrip(" \t\r\n"))
    count = 0  # values, those that are refused included
    # After two values `oc` expects nothing but JSON, which has no comments.
    while not (_ONLY_SPACE.match(text, offset) if count > 1 else ONLY_COMMENTS.match(text, offset)):
        reading = JsonReading(text, reader.guards, offset)
        try:
            taped = reading.run()
        except RefusalError as refusal:
            if not count and refusal.raw_problem.pattern == "invalid-json":
                return _json_as_yaml(reader, text, refusal.raw_problem)
            outcome = _Outcome(tuple(taped_values), (*raw_problems, *reading.raw_problems), "json")
            is_last_chunk = start + len(text) == len(reader.source.text)
            is_short_end = is_last_chunk and _is_too_short_for_yaml(text, offset)
            return _end_json(reader, outcome, refusal.raw_problem, text, offset, count, is_short_end)
        count += 1
        raw_problems += reading.raw_problems
        if not _is_template(taped.value):
            raw_problems += reading.too_large_problems
        if reader.document_count + len(taped_values) >= reader.guards.limits.documents:
            raw_problems.append(too_many_documents(reader.guards.limits, text, offset))
            break
        if not reading.too_large or _is_template(taped.value):
            taped_values.append(taped)
        offset = reading.end
    if count > 1:
        reader.stage = "json only"
    else:
        # A comment or a blank line after the value is a YAML document for `oc`, though an empty one.
        end_of_value = len(text[:offset].rstrip(" \t\r\n"))
        reader.stage = "perhaps yaml" if _REST_OF_LINE.match(text, end_of_value) else "yaml"
    return _Outcome(tuple(taped_values), tuple(raw_problems), "json")


def _end_json(
    reader: _Reader, outcome: _Outcome, raw: RawProblem, text: str, offset: int, count: int, is_short_end: bool
) -> _Outcome:
    """The ``outcome`` of ``count`` JSON values, after which JSON refuses the ``text`` at ``offset`` because of ``raw``.

    A `---` after one value begins YAML. ``is_short_end``: the rest is too short for `oc` to try it as YAML.
    """
    separator = _SEPARATOR.match(text, offset) if count == 1 and not is_short_end else None
    if separator:
        reader.stage = "perhaps yaml"
        return replace(outcome, continuation=separator.end())
    # After one value, `oc` tries YAML: it reports an error of JSON only if that fails or is not possible.
    has_error = count > 1 or is_short_end or _is_no_yaml(reader, text[offset:])
    reader.stage = "yaml"
    last = _with_oc_error(reader, raw) if has_error else raw
    return replace(outcome, raw_problems=(*outcome.raw_problems, last))


def _is_template(value: Any) -> bool:
    """Whether ``value`` is a Template: `oc` decodes its Objects one by one, so a number too large refuses only one."""
    return isinstance(value, dict) and value.get("kind") == "Template"


def _json_as_yaml(reader: _Reader, text: str, raw: RawProblem) -> _Outcome:
    """Read invalid JSON as YAML. If YAML refuses it too, text that is surely meant as JSON gets JSON's error."""
    reader.stage = "yaml"
    leading_space = _LEADING_SPACE.match(text)
    if leading_space:
        # `oc` drops the leading space, also characters that YAML does not take for space. Spaces keep all offsets.
        text = text[leading_space.end() :].rjust(len(text))
    outcome = _read_yaml(reader, text)
    if not outcome.refused:
        return outcome
    if _SURELY_JSON.match(text):
        return _Outcome((), (_with_oc_error(reader, raw),), "json")
    reworded = (_with_oc_error(reader, problem) if problem.refused else problem for problem in outcome.raw_problems)
    return replace(outcome, raw_problems=tuple(reworded))


def _is_too_short_for_yaml(text: str, offset: int) -> bool:
    """Whether fewer than four bytes come after the JSON value that ends before ``offset``; `oc` reads no YAML then.

    A line break between the value and ``offset`` counts, spaces before it do not.
    """
    remainder = text[len(text[:offset].rstrip(" \t\r\n")) :]
    return len(remainder.lstrip(" \t\r").encode("utf-8", "surrogatepass")) < 4


def _is_no_yaml(reader: _Reader, text: str) -> bool:
    """Whether YAML refuses the ``text``."""
    return any(raw.refused for raw in _read_yaml(reader, text).raw_problems)


def _with_oc_error(reader: _Reader, raw: RawProblem) -> RawProblem:
    """``raw`` with `oc`'s JSON error if the text begins with `{`: `oc` does not mention YAML then."""
    stream = reader.source.text.removeprefix("\ufeff")
    if stream.lstrip()[:1] != "{":
        return raw
    if reader.json_error is None:
        reader.json_error = json_error(stream)
    return replace(raw, error=reader.json_error)


def _read_yaml(reader: _Reader, text: str, lines_before: int = 0) -> _Outcome:
    """Read a chunk of YAML: with the line reader if it can read the chunk, else from the parser's events."""
    early_problem = differences.invalid_character(text) or differences.directive(text)
    if early_problem is not None:
        return _Outcome((), (early_problem,), "yaml")
    ended_text = text if text.endswith("\n") else text + "\n"  # as kubectl's line reader does
    taped = read_lines(ended_text, reader.guards, reader.resolver)
    if taped is not None:
        return _Outcome((taped,), (), "yaml")
    reading = YamlReading(ended_text, reader.guards, reader.resolver, lines_before)
    try:
        taped = reading.run()
    except RefusalError as refusal:
        # `oc` checks the syntax of the whole document first, and reports only a syntax error.
        escapes = [*islice(differences.slash_escapes(text, reading.tape, lines_before), 1)]
        unreported = [replace(raw, error="") for raw in reading.raw_problems]
        last = replace(refusal.raw_problem, error="") if escapes else refusal.raw_problem
        return _Outcome((), (*unreported, *escapes, last), "yaml")
    if taped is None:
        return _Outcome((), (), "yaml")
    scanned = differences.refused_by_kubernetes(text, taped.tape, lines_before)
    scanner_problems = [*islice(chain(scanned, differences.byte_order_marks(text)), value_messages.MOST_PROBLEMS)]
    if any(raw.error for raw in scanner_problems):
        decoded = [replace(raw, error="") for raw in reading.raw_problems]
    else:
        decoded = _without_later_errors(reading.raw_problems, text, taped.value)
    raw_problems = (*decoded, *scanner_problems, *ignored_text(text, reading.end))
    return _Outcome(() if any(raw.refused for raw in raw_problems) else (taped,), raw_problems, "yaml")


def _without_later_errors(raw_problems: list[RawProblem], text: str, value: Any) -> list[RawProblem]:
    """``raw_problems`` with `oc`'s error only for those that `oc` reports first.

    Kubernetes first decodes the YAML, then makes JSON's keys, then JSON's numbers, and stops at the first error. The
    error for a refused key repeats the value under the key, so only the first refused key gets an error.
    """
    keys = [raw for raw in raw_problems if raw.pattern == "unsupported-key" and not raw.error]
    numbers = [raw for raw in raw_problems if raw.pattern == "unsupported-value"]
    if not keys and not numbers:
        return raw_problems
    late = {id(raw) for raw in (*keys, *numbers)}
    if any(raw.refused for raw in raw_problems if id(raw) not in late):
        return [replace(raw, error="") if id(raw) in late else raw for raw in raw_problems]
    if not keys:
        return raw_problems
    unreported = (replace(raw, error="") for raw in raw_problems)
    return [replace(raw, error=_oc_key_error(raw, text, value)) if raw == keys[0] else raw for raw in unreported]


def _oc_key_error(raw: RawProblem, text: str, value: Any) -> str:
    """`oc`'s error for a refused key; "" if the key's mapping is itself part of a key, and so not in ``value``."""
    for part in raw.field:
        try:
            value = value[part]
        except (KeyError, IndexError, TypeError):
            return ""
    key = text[raw.start : raw.end]  # of an empty key a space, but ``value`` has it as ""
    return scalar_key_error(key, value.get(key, value.get(""))) if isinstance(value, dict) else ""


def _add_problem(reader: _Reader, raw: RawProblem, chunk_start: int) -> None:
    """Add a RawProblem as a SourceProblem, with lines and columns."""
    if len(reader.problems) >= _MOST_PROBLEMS and not raw.refused:
        return
    span = reader.source.span
    related = tuple(
        Related(span(chunk_start + start, chunk_start + end), message) for start, end, message in raw.related
    )
    place = span(chunk_start + raw.start, chunk_start + raw.end)
    # A refused chunk has no Document: the problem gets the index that it would have had.
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
