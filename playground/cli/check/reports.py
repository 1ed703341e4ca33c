"""One report of all files: as lines, as JSON, as SARIF, or as workflow commands with a table for GitHub's summary.

GitHub Actions: "Workflow commands for GitHub Actions". A step shows its first ten errors and ten warnings, so the worst
come first. Markdown that is appended to the file GITHUB_STEP_SUMMARY is shown on the page of the run.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from playground.cli.check.file_report import FileReport
from playground.cli.options import STANDARD_INPUT, RequestError
from playground.cli.output.report import failure_command, failure_line, workflow_command
from playground.cli.output.repository_paths import from_root
from playground.cli.output.sarif import CheckedFile, sarif_log
from playground.cli.streams import for_stream, is_terminal, printable, write, write_error
from playground.engine import Diagnostic, Severity, diagnostic_json

MOST_ROWS: Final = 200  # diagnostics in the table; GitHub shows at most 1 MiB for a step
_MARKDOWN = re.compile(r"[\\`*_\[\]<>&|~#!@:]")


@dataclass(slots=True)
class Tally:
    """How many files were checked, and how many Diagnostics they have."""

    checked: int = 0
    passed_over: int = 0
    unread: int = 0
    unwritten: int = 0
    fixed: int = 0
    fixes: int = 0
    refused: int = 0  # files for which the exit status is 1
    severities: Counter[Severity] = field(default_factory=Counter)

    def add(self, report: FileReport) -> None:
        """Count the file of ``report``."""
        self.unread += bool(report.unread)
        self.unwritten += bool(report.unwritten)
        self.passed_over += report.is_passed_over
        self.checked += not report.unread and not report.is_passed_over
        self.fixes += report.fixes
        self.fixed += bool(report.fixes)
        self.refused += report.is_refused
        self.severities.update(report.counts)

    def __str__(self) -> str:
        """In words: ``3 files checked: 1 error, 2 warnings; 1 file passed over``; `server` counts no Diagnostics."""
        totals = self.severities
        counts = ", ".join(counted(totals[severity], severity.value) for severity in Severity if totals[severity])
        parts = [f"{counted(self.checked, 'file')} checked" + (f": {counts}" if counts else "")]
        fixes = f"{self.fixes:,} fix{'' if self.fixes == 1 else 'es'} in {counted(self.fixed, 'file')}"
        parts += [fixes] if self.fixes else []
        parts += [f"{counted(self.unread, 'file')} could not be read"] if self.unread else []
        parts += [f"{counted(self.unwritten, 'file')} could not be fixed"] if self.unwritten else []
        parts += [f"{counted(self.passed_over, 'file')} passed over"] if self.passed_over else []
        return "; ".join(parts)


def write_report_lines(report: FileReport, *, painted: bool, coloured: bool) -> None:
    """Write the lines of one report, and to standard error why its text cannot be read."""
    failed = [failure_line(report.name, report.failure, coloured=coloured)] if report.failure else []
    write((*failed, *report.lines), painted=painted)
    write_error(report.error_lines)


def write_fixed_input(report: FileReport) -> None:
    """Write the fixed text of standard input, and to standard error its Diagnostics."""
    if is_terminal(sys.stdout):
        sys.stdout.write(for_stream(report.fixed_content.decode("utf-8", "replace"), sys.stdout))
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(report.fixed_content)
    write_error(report.lines)


def write_json(reports: Sequence[FileReport], *, is_single: bool) -> None:
    """Write one JSON object; ``is_single``: only the diagnostics of the one file that `-f` names."""
    if is_single:
        write([_dumped({"diagnostics": _plain(reports[0])})])
        return
    files = [
        {"file": report.name, "diagnostics": _plain(report)} | ({"error": report.failure} if report.failure else {})
        for report in reports
        if not report.is_passed_over
    ]
    write([_dumped({"files": files, "passedOver": sum(report.is_passed_over for report in reports)})])


def write_sarif(reports: Sequence[FileReport]) -> None:
    """Write one log with one run, also without any result."""
    checked = (
        CheckedFile(report.file, report.diagnostics, report.failure) for report in reports if not report.is_passed_over
    )
    write([_dumped(sarif_log(checked))])


def write_github(reports: Sequence[FileReport], tally: Tally) -> None:
    """Write workflow commands, the worst first, and append a table to the summary of the step, if there is one.

    Raises RequestError if the summary cannot be written.
    """
    worst_first = _worst_first(reports)
    write(failure_command(_name_from_root(report), report.failure) for report in reports if report.failure)
    write(workflow_command(diagnostic, file) for diagnostic, file in worst_first)
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    if summary:
        try:
            with Path(summary).open("a", encoding="utf-8", errors="backslashreplace") as stream:
                stream.writelines(f"{line}\n" for line in _table(reports, worst_first, tally))
        except OSError as error:
            raise RequestError(f'cannot write the summary of the step, "{summary}": {error.strerror}') from None


def counted(number: int, noun: str) -> str:
    """`1 error`, `2 errors`; every noun of the command line has a plural with s."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _plain(report: FileReport) -> list[dict[str, Any]]:
    return [diagnostic_json(diagnostic) for diagnostic in report.diagnostics]


def _dumped(value: Any) -> str:
    """``value`` as JSON in ASCII, so that a program reads the same text in any encoding."""
    return json.dumps(value, indent=2)


def _name_from_root(report: FileReport) -> str:
    return report.name if report.file == STANDARD_INPUT else from_root(report.file)


def _worst_first(reports: Iterable[FileReport]) -> list[tuple[Diagnostic, str]]:
    """All Diagnostics with the names of their files, by severity, then in the order of the files."""
    pairs = [(diagnostic, _name_from_root(report)) for report in reports for diagnostic in report.diagnostics]
    return sorted(pairs, key=lambda pair: pair[0].severity.rank)


def _table(reports: Sequence[FileReport], worst_first: Sequence[tuple[Diagnostic, str]], tally: Tally) -> Iterator[str]:
    """The summary of the step, as Markdown."""
    yield "### Template Playground"
    yield ""
    yield f"{tally}."
    yield ""
    failed = [report for report in reports if report.failure]
    if not failed and not worst_first:
        return
    yield "| | place | code | message |"
    yield "|---|---|---|---|"
    rows = [("error", _name_from_root(report), "", report.failure) for report in failed]
    for diagnostic, file in worst_first[:MOST_ROWS]:
        place = f"{file}:{diagnostic.span.start.line}"
        rows.append((diagnostic.severity.value, place, f"{diagnostic.code} {diagnostic.name}", diagnostic.message))
    yield from (f"| {' | '.join(map(_plain_markdown, row))} |" for row in rows[:MOST_ROWS])
    more = len(failed) + len(worst_first) - MOST_ROWS
    if more > 0:
        yield ""
        yield f"And {more:,} more."


def _plain_markdown(text: str) -> str:
    """``text`` without any meaning in Markdown: a name in a message must not become a link or another column."""
    return _MARKDOWN.sub(lambda match: f"&#{ord(match[0])};", printable(text))
