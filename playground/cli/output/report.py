"""What is said about a text, line by line: diagnostics, what became of the references, Events.

Diagnostics in compiler style, `file:line:column: CODE message [severity]`, or as workflow commands: GitHub Actions,
"Workflow commands for GitHub Actions", ``::error file=…,line=…::message`` and its escapes.
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
    Severity,
    SourceSpan,
    secret_parameters,
)

WIDEST_LINE: Final = 120  # characters of a source line that are shown around the place
LONGEST_VALUE: Final = 120  # characters of a Parameter's value that are shown
MOST_EVENTS: Final = 50
_LEVELS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.HINT: "notice"}
_NOT_RECORDED: Final = "Today's kubelet records none of these events, so no cluster shows them:"


def diagnostic_lines(
    diagnostic: Diagnostic, evaluation: Evaluation, file: str, *, coloured: bool = False
) -> Iterator[str]:
    """``diagnostic`` as lines for people; ``file`` is the name of the text."""
    start, severity = diagnostic.span.start, diagnostic.severity
    where = painted(printable(f"{file}:{start.line}:{start.column}:"), "place", coloured=coloured)
    code = painted(diagnostic.code, severity, coloured=coloured)
    yield f"{where} {code} {printable(diagnostic.message)} {painted(f'[{severity}]', severity, coloured=coloured)}"
    yield from _marked_line(evaluation, diagnostic.span, coloured=coloured)
    if diagnostic.hint:
        yield printable(f"      = {diagnostic.hint}")
    for related in diagnostic.related:
        place = related.span.start
        yield printable(f"{file}:{place.line}:{place.column}: note: {related.message}")


def write_diagnostics(diagnostics: Iterable[Diagnostic], evaluation: Evaluation, file: str) -> None:
    """Write ``diagnostics`` to standard error, as ``diagnostic_lines``."""
    coloured = is_coloured(sys.stderr)
    for diagnostic in diagnostics:
        write_error(diagnostic_lines(diagnostic, evaluation, file, coloured=coloured))


def _marked_line(evaluation: Evaluation, span: SourceSpan, *, coloured: bool) -> Iterator[str]:
    """The source line on which ``span`` begins, and carets under it."""
    source = evaluation.source.text
    begin = source.offset(span.start)
    line_start, line_end = begin - span.start.column + 1, source.line_end(span.start.line)
    end = min(source.offset(span.end), line_end)
    if line_start >= line_end:
        return
    first = max(line_start, begin - WIDEST_LINE // 2)
    last = min(line_end, first + WIDEST_LINE)
    carets = sum(map(_width, printable(source.text[begin : min(end, last)])))
    yield f"{span.start.line:5} | {printable(source.text[first:last])}"
    marks = painted("^" * max(1, carets), "caret", coloured=coloured)
    yield f"      | {''.join(map(_blank, printable(source.text[first:begin])))}{marks}"


def _width(character: str) -> int:
    """The width of a character on a terminal, in columns."""
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _blank(character: str) -> str:
    return "\t" if character == "\t" else " " * _width(character)


def workflow_command(diagnostic: Diagnostic, file: str) -> str:
    """The workflow command for ``diagnostic``; with columns only if it is on one line, as GitHub requires."""
    start, end = diagnostic.span.start, diagnostic.span.end
    place = {"file": file, "line": str(start.line), "endLine": str(end.line)}
    if start.line == end.line:
        place |= {"col": str(start.column), "endColumn": str(end.column)}
    place["title"] = f"{diagnostic.code} {diagnostic.name}"
    properties = ",".join(f"{name}={_property(text)}" for name, text in place.items())
    message = "\n".join(part for part in (diagnostic.message, diagnostic.hint) if part)
    return f"::{_LEVELS[diagnostic.severity]} {properties}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def reference_lines(evaluation: Evaluation, file: str) -> Iterator[str]:
    """``file:line:column: reference becomes value (origin)``, in the order of the text; secrets are not shown."""
    processed = evaluation.processed
    if processed is None:
        return
    secrets = secret_parameters(processed)
    references = [(_span(processed, reference), reference) for reference in processed.references]
    for span, reference in sorted(references, key=itemgetter(0)):
        text = evaluation.source.text.slice(span)
        yield printable(f"{file}:{span}: {text} {_fate(processed, reference, secret=reference.name in secrets)}")


def _span(processed: ProcessedTemplate, reference: ParameterReference) -> SourceSpan:
    document = processed.template.document
    text_span = document.key_text_span if reference.in_key else document.text_span
    return text_span(reference.path, reference.start, reference.end)


def _fate(processed: ProcessedTemplate, reference: ParameterReference, *, secret: bool) -> str:
    if reference.fate == "missing":
        return "stays: its Parameter needs a value and has none"
    if reference.fate == "undeclared":
        return "stays: the Template declares no such Parameter"
    value = processed.value(reference.name)
    if reference.fate == "inert" or value is None:
        return f"stays: it is no reference in the {processed.dialect} dialect"
    shown = value.text if len(value.text) <= LONGEST_VALUE else f"{value.text[:LONGEST_VALUE]}…"
    return f"becomes {'a value that is not shown' if secret else repr(shown)} ({value.origin})"


def event_lines(evaluation: Evaluation) -> Iterator[str]:
    """The Events that the expansion's design document asks for, each once with its count; no lines without Events."""
    counted = Counter(map(_line, (item for item in evaluation.events if item.reason == UNRESOLVED_VARIABLE)))
    if counted:
        yield _NOT_RECORDED
    for line, count in list(counted.items())[:MOST_EVENTS]:
        yield f"  {line} (x{count})" if count > 1 else f"  {line}"
    if len(counted) > MOST_EVENTS:
        yield f"  and {len(counted) - MOST_EVENTS} more"


def _line(event: Event) -> str:
    about = event.involved_object
    return printable(f"{event.type} {event.reason} {about.namespace}/{about.name} {about.field_path}: {event.message}")
