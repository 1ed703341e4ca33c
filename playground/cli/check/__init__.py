"""`check`: prints the diagnostics of files as text, JSON, SARIF or workflow commands, or the words of `kubectl apply`.

Exit status: 0; 1 if a text has an error; 2 if a file cannot be read, and for usage errors.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path

from playground.cli.arguments import STANDARD_INPUT, CheckOptions, RequestError
from playground.cli.check.cores import results_in_order
from playground.cli.check.file_report import FileReport, Job, check_files
from playground.cli.check.files import NamedFile, named_files
from playground.cli.check.reports import Tally, write_github, write_json, write_report_lines, write_sarif
from playground.cli.check.selection import Selection, codes_in
from playground.cli.input.files import display_name, inputs_of
from playground.cli.streams import ProgressBar, is_coloured, progress, say
from playground.engine import Severity

UNREAD = 2  # the exit status if a file cannot be read
_WRITTEN_AT_ONCE = ("text", "server")  # formats whose lines are written file by file


def run_check(options: CheckOptions) -> int:
    """Print one report of all files, and return the exit status. Raises RequestError.

    A single `-f FILE` is an ordinary command: a missing file is an error of the request, and nothing is summed up.
    """
    files, is_single = named_files(options.filenames, options.positionals), _is_single(options)
    is_text = options.format == "text"
    job = Job(
        inputs=inputs_of(options),
        format=options.format,
        coloured=is_text and is_coloured(sys.stdout),
        selection=Selection(codes_in(options.select, "--select"), codes_in(options.ignore, "--ignore")),
        fail_on=Severity(options.fail_on),
    )
    tally, reports = Tally(), list[FileReport]()
    with progress(f"reading {display_name(options.filenames[0])}") if is_single else nullcontext():
        for report in _checked(job, files):
            if is_single and report.error:
                raise RequestError(report.refusal)
            tally.add(report)
            if options.format in _WRITTEN_AT_ONCE:
                write_report_lines(report, painted=is_text, coloured=job.coloured)
            else:
                reports.append(report)
    if options.format == "json":
        write_json(reports, is_single=is_single)
    elif options.format == "sarif":
        write_sarif(reports)
    elif options.format == "github":
        write_github(reports, tally)
    if not is_single:
        say(str(tally))
    return UNREAD if tally.unread else 1 if tally.refused else 0


def _is_single(options: CheckOptions) -> bool:
    """Whether the command names one file, with `-f`."""
    is_alone = len(options.filenames) == 1 and not options.positionals
    return is_alone and not (options.filenames[0] != STANDARD_INPUT and Path(options.filenames[0] or "?").is_dir())


def _checked(job: Job, files: Sequence[NamedFile]) -> Iterator[FileReport]:
    """The reports in the order of the files, with a bar on a terminal while they are waited for."""
    bar = ProgressBar("checking", len(files))
    try:
        for report in results_in_order(partial(check_files, job), files, alone=any(file.is_stream for file in files)):
            bar.advance(erased=bool(report.lines or report.error_lines or report.error))
            yield report
    finally:
        bar.erase()
