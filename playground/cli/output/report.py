"""Diagnostics in compiler style, `file:line:column: CODE message [severity]`, with their line."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterable, Iterator

from playground.cli.output.terminal import is_coloured, painted
from playground.engine import Diagnostic, Evaluation, SourceSpan, escaped

WIDEST_LINE = 120  # characters of a source line that are shown around the place


def report(diagnostic: Diagnostic, evaluation: Evaluation, file: str, *, coloured: bool = False) -> Iterator[str]:
    """``diagnostic`` as lines for people; ``file`` is the name of the text."""
    start, severity = diagnostic.span.start, diagnostic.severity
    where = painted(printable(f"{file}:{start.line}:{start.column}:"), "place", coloured=coloured)
    code = painted(diagnostic.code, severity, coloured=coloured)
    yield f"{where} {code} {printable(diagnostic.message)} {painted(f'[{severity}]', severity, coloured=coloured)}"
    yield from _shown(evaluation, diagnostic.span, coloured=coloured)
    if diagnostic.hint:
        yield printable(f"      = {diagnostic.hint}")
    for related in diagnostic.related:
        place = related.span.start
        yield printable(f"{file}:{place.line}:{place.column}: note: {related.message}")


def tell(diagnostics: Iterable[Diagnostic], evaluation: Evaluation, file: str) -> None:
    """Write ``diagnostics`` to standard error, formatted by ``report``."""
    coloured = is_coloured(sys.stderr)
    for item in diagnostics:
        sys.stderr.write("".join(f"{line}\n" for line in report(item, evaluation, file, coloured=coloured)))


def printable(text: str) -> str:
    """``text`` on one line, with control characters escaped."""
    return escaped(text).replace("\n", "\\n")


def _shown(evaluation: Evaluation, span: SourceSpan, *, coloured: bool) -> Iterator[str]:
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
