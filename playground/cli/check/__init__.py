"""`check`: prints the diagnostics of files as text, JSON, SARIF or workflow commands, or the words of `kubectl apply`.

Exit status: 0; 1 if a text has an error; 2 if a file cannot be read, and for usage errors.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from playground.cli.check.cores import results_in_order
from playground.cli.check.file_report import FileReport, Job, check_files
from playground.cli.check.files import NamedFile, named_files
from playground.cli.check.reports import (
    Tally,
    write_fixed_input,
    write_github,
    write_json,
    write_report_lines,
    write_sarif,
)
from playground.cli.check.selection import Selection, codes_in
from playground.cli.check.settings import find_settings
from playground.cli.input.files import display_name, inputs_of
from playground.cli.options import STANDARD_INPUT, CheckOptions, RequestError
from playground.cli.streams import ProgressBar, is_coloured, progress, say
from playground.engine import Severity

FAILED = 2  # the exit status if a file cannot be read, or cannot be fixed
_WRITTEN_AT_ONCE = ("text", "server")  # formats whose lines are written file by file


def run_check(options: CheckOptions) -> int:
    """Print one report of all files, and return the exit status. Raises RequestError.

    A single `-f FILE` is an ordinary command: a missing file is an error of the request, and nothing is summed up.
    """
    files, is_single = named_files(options.filenames, options.positionals), _is_single(options)
    _refuse_combinations(options, files)
    prints_text = _prints_text(options, files)
    job = _job(options, coloured=options.format == "text" and not prints_text and is_coloured(sys.stdout))
    tally, reports = Tally(), list[FileReport]()
    for report in _checked(job, files, is_single=is_single):
        if report.refusal and (is_single or prints_text):
            raise RequestError(report.refusal)
        tally.add(report)
        if prints_text:
            write_fixed_input(report)
        elif options.format in _WRITTEN_AT_ONCE:
            is_painted = options.format == "text" and not options.diff
            write_report_lines(report, painted=is_painted, coloured=job.coloured)
        else:
            reports.append(report)
    _write_collected(options, reports, tally, is_single=is_single)
    if not is_single or options.fix or options.diff:
        say(str(tally))
    if tally.passed_over and not tally.checked and not tally.unread:
        say("A file that is no Kubernetes text is passed over. With -f it is checked whatever it holds.")
    return FAILED if tally.unread or tally.unwritten else 1 if tally.refused else 0


def _refuse_combinations(options: CheckOptions, files: Sequence[NamedFile]) -> None:
    """Raise RequestError for options that contradict each other."""
    if options.diff and options.format != "text":
        raise RequestError(f"--diff prints a diff, so it cannot be used with --format {options.format}")
    if options.fix and options.format == "server":
        raise RequestError("--fix cannot be used with --format server, whose words are those of the server")
    if _prints_text(options, files) and (len(files) > 1 or options.format != "text"):
        raise RequestError("--fix prints the fixed text of standard input: name no other file and no --format")


def _prints_text(options: CheckOptions, files: Sequence[NamedFile]) -> bool:
    """Whether standard output is the fixed text of standard input."""
    return options.fix and not options.diff and any(file.name == STANDARD_INPUT for file in files)


def _job(options: CheckOptions, *, coloured: bool) -> Job:
    return Job(
        inputs=inputs_of(options),
        settings=find_settings(),
        format=options.format,
        coloured=coloured,
        selection=Selection(codes_in(options.select, "--select"), codes_in(options.ignore, "--ignore")),
        fail_on=Severity(options.fail_on),
        fixes=options.fix,
        diff=options.diff,
    )


def _write_collected(options: CheckOptions, reports: Sequence[FileReport], tally: Tally, *, is_single: bool) -> None:
    """Write the report of a format that needs all files at once."""
    if options.format == "json":
        write_json(reports, is_single=is_single)
    elif options.format == "sarif":
        write_sarif(reports)
    elif options.format == "github":
        write_github(reports, tally)


def _is_single(options: CheckOptions) -> bool:
    """Whether the command names one file, with `-f`."""
    is_alone = len(options.filenames) == 1 and not options.positionals
    return is_alone and not (options.filenames[0] != STANDARD_INPUT and Path(options.filenames[0] or "?").is_dir())


def _checked(job: Job, files: Sequence[NamedFile], *, is_single: bool) -> Iterator[FileReport]:
    """The reports in the order of the files, with a bar on a terminal while they are waited for."""
    if is_single:
        with progress(f"reading {display_name(files[0].name)}"):
            reports = check_files(job, files)
        yield from reports
        return
    bar = ProgressBar("checking", len(files))
    try:
        for report in results_in_order(partial(check_files, job), files, alone=any(file.is_stream for file in files)):
            bar.advance(erased=bool(report.lines or report.error_lines or report.failure))
            yield report
    finally:
        bar.erase()
