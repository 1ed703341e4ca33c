"""Reports about a text, as lines: diagnostics, the result of each parameter reference, Events.

Diagnostics have the style of a compiler, `file:line:column: CODE message [severity]`, or are workflow commands:
GitHub Actions, "Workflow commands for GitHub Actions", ``::error file=…,line=…::message`` and its escapes.
"""

from __future__ import annotations

import sys
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import Final

from playground.cli.streams import is_coloured, painted, printable, write_error
from playground.engine import (
    UNRESOLVED_VARIABLE,
    Diagnostic,
    Evaluation,
    Event,
    ParameterReference,
    ProcessedTemplate,
    Refusal,
    Severity,
    SourceSpan,
    SourceText,
    secret_parameters,
)

WIDEST_LINE: Final = 120  # characters; a longer source line is cut around the place
LONGEST_VALUE: Final = 120  # characters; a longer value of a Parameter is cut
MOST_EVENTS: Final = 50
_LEVELS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.HINT: "notice"}
_NOT_RECORDED: Final = "Today's kubelet does not record these Events, so no cluster shows them:"


def diagnostic_lines(
    diagnostic: Diagnostic, evaluation: Evaluation, file: str, *, coloured: bool = False
) -> Iterator[str]:
    """``diagnostic`` as lines for a terminal; ``file`` is the name of the text."""
    start, severity = diagnostic.span.start, diagnostic.severity
    where = painted(printable(f"{file}:{start.line}:{start.column}:"), "place", coloured=coloured)
    code = painted(diagnostic.code, severity, coloured=coloured)
    yield f"{where} {code} {printable(diagnostic.message)} {painted(f'[{severity}]', severity, coloured=coloured)}"
    yield from _marked_line(evaluation.source.text, diagnostic.span, coloured=coloured)
    if file_line := evaluation.source.text.file_line(start.line):
        yield printable(f"      = {file_line}")  # of the file that was joined with others
    if diagnostic.hint:
        yield printable(f"      = {diagnostic.hint}")
    for related in diagnostic.related:
        place = related.span.start
        yield printable(f"{file}:{place.line}:{place.column}: note: {related.message}")


def write_diagnostics(diagnostics: Iterable[Diagnostic], evaluation: Evaluation, file: str) -> None:
    """Write the ``diagnostic_lines`` of ``diagnostics`` to standard error."""
    coloured = is_coloured(sys.stderr)
    for diagnostic in diagnostics:
        write_error(diagnostic_lines(diagnostic, evaluation, file, coloured=coloured))


def refusal_lines(refusal: Refusal, source: SourceText, file: str, *, coloured: bool = False) -> Iterator[str]:
    """Why a Template cannot be converted, as lines for a terminal; ``file`` is the name of its text, ``source``."""
    place = place_of(source, refusal.span, file) if refusal.span else file
    where, severity = painted(printable(f"{place}:"), "place", coloured=coloured), Severity.ERROR
    yield f"{where} {printable(refusal.reason)} {painted(f'[{severity}]', severity, coloured=coloured)}"
    if refusal.span:
        yield from _marked_line(source, refusal.span, coloured=coloured)
    if refusal.hint:
        yield printable(f"      = {refusal.hint}")


def place_of(source: SourceText, span: SourceSpan, file: str) -> str:
    """Where ``span`` begins, as `file:line:column`: in the file that its line came from, if ``source`` was joined."""
    joined = source.file_line(span.start.line)
    return f"{joined.name}:{joined.line}:{span.start.column}" if joined else f"{file}:{span.start}"


def _marked_line(source: SourceText, span: SourceSpan, *, coloured: bool) -> Iterator[str]:
    """The source line on which ``span`` begins, and carets under it."""
    begin = source.offset(span.start)
    line_start, line_end = begin - span.start.column + 1, source.line_end(span.start.line)
    end = min(source.offset(span.end), line_end)
    if line_start >= line_end:
        return
    shown_start = max(line_start, begin - WIDEST_LINE // 2)
    shown_end = min(line_end, shown_start + WIDEST_LINE)
    carets = sum(map(_width, printable(source.text[begin : min(end, shown_end)])))
    joined = source.file_line(span.start.line)
    yield f"{joined.line if joined else span.start.line:5} | {printable(source.text[shown_start:shown_end])}"
    marks = painted("^" * max(1, carets), "caret", coloured=coloured)
    yield f"      | {''.join(map(_blank, printable(source.text[shown_start:begin])))}{marks}"


def _width(character: str) -> int:
    """The width of a character on a terminal, in columns."""
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _blank(character: str) -> str:
    """White space as wide as ``character``."""
    return "\t" if character == "\t" else " " * _width(character)


def failure_line(file: str, failure: str, *, coloured: bool = False) -> str:
    """The line about a file that cannot be read or written: ``failure`` says what cannot be done, and why."""
    where, severity = painted(printable(f"{file}:"), "place", coloured=coloured), Severity.ERROR
    return f"{where} {printable(failure)} {painted(f'[{severity}]', severity, coloured=coloured)}"


def failure_command(file: str, failure: str) -> str:
    """The workflow command for a file that cannot be read or written."""
    return f"::error file={_property(file)}::{_data(f'{file} {failure}')}"


def workflow_command(diagnostic: Diagnostic, file: str) -> str:
    """The workflow command for ``diagnostic``; GitHub accepts columns only for a place within one line."""
    start, end = diagnostic.span.start, diagnostic.span.end
    place = {"file": file, "line": str(start.line), "endLine": str(end.line)}
    if start.line == end.line:
        place |= {"col": str(start.column), "endColumn": str(end.column)}
    place["title"] = f"{diagnostic.code} {diagnostic.name}"
    properties = ",".join(f"{name}={_property(text)}" for name, text in place.items())
    message = "\n".join(part for part in (diagnostic.message, diagnostic.hint) if part)
    return f"::{_LEVELS[diagnostic.severity]} {properties}::{_data(message)}"


def _data(text: str) -> str:
    """``text`` escaped as the message of a workflow command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """``text`` escaped as a property of a workflow command."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def reference_lines(evaluation: Evaluation, file: str) -> Iterator[str]:
    """``file:line:column: reference becomes value (origin)`` for each reference, in the order of the text.

    Values of secret Parameters are not shown.
    """
    processed = evaluation.processed
    if processed is None:
        return
    secrets = secret_parameters(processed)
    references = [(_reference_span(processed, reference), reference) for reference in processed.references]
    for span, reference in sorted(references, key=itemgetter(0)):
        text = evaluation.source.text.slice(span)
        yield printable(f"{file}:{span}: {text} {_result(processed, reference, secret=reference.name in secrets)}")


def _reference_span(processed: ProcessedTemplate, reference: ParameterReference) -> SourceSpan:
    document = processed.template.document
    text_span = document.key_text_span if reference.in_key else document.text_span
    return text_span(reference.path, reference.start, reference.end)


def _result(processed: ProcessedTemplate, reference: ParameterReference, *, secret: bool) -> str:
    """The value that replaces ``reference``, or the reason why the reference stays."""
    if reference.fate == "missing":
        return "stays: its Parameter requires a value and has none"
    if reference.fate == "undeclared":
        return "stays: the Template declares no such Parameter"
    value = processed.value(reference.name)
    if reference.fate == "inert" or value is None:
        return f"stays: the {processed.dialect} dialect has no such reference"
    excerpt = value.text if len(value.text) <= LONGEST_VALUE else f"{value.text[:LONGEST_VALUE]}…"
    return f"becomes {'a hidden value' if secret else repr(excerpt)} ({value.origin})"


def event_lines(evaluation: Evaluation) -> Iterator[str]:
    """The Events that the design document of expansion asks for: one line for equal Events, with their number."""
    counts = Counter(map(_event_line, (item for item in evaluation.events if item.reason == UNRESOLVED_VARIABLE)))
    if counts:
        yield _NOT_RECORDED
    for line, count in list(counts.items())[:MOST_EVENTS]:
        yield f"  {line} (x{count})" if count > 1 else f"  {line}"
    if len(counts) > MOST_EVENTS:
        yield f"  and {len(counts) - MOST_EVENTS} more"


def _event_line(event: Event) -> str:
    involved = event.involved_object
    return printable(
        f"{event.type} {event.reason} {involved.namespace}/{involved.name} {involved.field_path}: {event.message}"
    )
