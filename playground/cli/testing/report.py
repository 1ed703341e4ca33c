"""The report of tests as lines: each file with its tests, why tests fail, and a summary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from playground.cli.streams import painted, printable
from playground.cli.testing.judging import Failure
from playground.cli.testing.running import CaseResult, SuiteResult
from playground.cli.testing.snapshots import snapshot_file

_PASSED, _FAILED = "✓", "✗"


def suite_lines(suite: SuiteResult, *, quiet: bool, coloured: bool) -> Iterator[str]:
    """The lines of one test file: its tests, and the failures below theirs. ``quiet``: only what does not pass."""
    failing = [case for case in suite.results if case.failures]
    shown_cases = failing if quiet else suite.results
    if not (shown_cases or suite.errors or suite.obsolete or suite.written):
        return
    yield painted(printable(suite.file), "place", coloured=coloured)
    for failure in suite.errors:
        yield from _failure_lines(failure, suite.file, coloured=coloured)
    for case in shown_cases:
        yield from _case_lines(case, suite.file, coloured=coloured)
    for test, subject in suite.obsolete:
        yield printable(f"  obsolete snapshot: {test}: {subject}; --update removes it")
    if suite.written:
        yield printable(f"  wrote {snapshot_file(suite.file)}")


def _case_lines(result: CaseResult, file: str, *, coloured: bool) -> Iterator[str]:
    name = printable(result.case.name)
    if not result.failures:
        yield f"  {painted(_PASSED, 'success', coloured=coloured)} {name}"
        return
    error = " (error)" if result.is_error else ""
    yield f"  {painted(_FAILED, 'error', coloured=coloured)} {name}{error}"
    for failure in result.failures:
        yield from _failure_lines(failure, file, coloured=coloured)


def _failure_lines(failure: Failure, file: str, *, coloured: bool) -> Iterator[str]:
    place = painted(printable(f"{file}:{failure.place}:"), "place", coloured=coloured)
    yield f"    {place} {printable(failure.message)}"
    for line in failure.details:
        colour = {"-": "error", "+": "success"}.get(line[:1], "")
        text = f"      {printable(line)}"
        yield painted(text, colour, coloured=coloured) if colour else text


def failure_text(failure: Failure, file: str) -> str:
    """``failure`` as a text without colours."""
    return "\n".join((f"{file}:{failure.place}: {failure.message}", *failure.details))


def summary(results: Sequence[SuiteResult]) -> str:
    """`1 failed, 1 error, 5 passed, 2 not selected`, without those that are 0."""
    failed, errors = (sum(suite.count(error=error) for suite in results) for error in (False, True))
    passed = sum(not case.failures for suite in results for case in suite.results)
    deselected = sum(suite.deselected for suite in results)
    error = "errors" if errors > 1 else "error"
    counts = [(failed, "failed"), (errors, error), (passed, "passed"), (deselected, "not selected")]
    return ", ".join(f"{count:,} {word}" for count, word in counts if count)
