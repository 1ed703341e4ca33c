"""`test`: runs test files, prints a report, and writes JUnit XML."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from playground.cli.check.settings import find_settings
from playground.cli.options import RequestError, SuiteOptions
from playground.cli.streams import is_coloured, progress, write
from playground.cli.testing.finding import suite_files
from playground.cli.testing.junit import junit_xml
from playground.cli.testing.report import suite_lines, summary
from playground.cli.testing.running import Runner, SuiteResult
from playground.cli.testing.suites import CaseSettings


def run_tests(options: SuiteOptions) -> int:
    """Run the tests and print the report. Returns 0 if all pass, 1 if one fails, 2 if a test itself is wrong.

    Raises RequestError if there is no test to run, for wrong settings of the project, and if the JUnit file cannot be
    written.
    """
    files = suite_files(options.positionals or (".",))
    project = find_settings()
    defaults = CaseSettings(dialect=project.dialect, kubernetes=project.kubernetes_version)
    runner = Runner(options.part, options.update, defaults)
    coloured = is_coloured(sys.stdout)
    results: list[SuiteResult] = []
    for file in files:
        with progress(f"testing {file}"):
            results.append(runner.run(file))
        write(suite_lines(results[-1], quiet=options.quiet, coloured=coloured), painted=True)
    write([summary(results)])
    if options.junit is not None:
        _write_junit(options.junit, results)
    if not any(result.results or result.errors for result in results):
        raise RequestError(f'no test has "{options.part}" in its name')
    if any(result.count(error=True) for result in results):
        return 2
    return 1 if any(result.count(error=False) for result in results) else 0


def _write_junit(file: str, results: Sequence[SuiteResult]) -> None:
    try:
        Path(file).write_text(junit_xml(results), encoding="utf-8", newline="\n")
    except (OSError, ValueError) as error:  # ValueError: a NUL character in the name
        raise RequestError(f'cannot write "{file}": {getattr(error, "strerror", None) or error}') from None
