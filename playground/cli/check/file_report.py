"""Checks one file. What is reported of a file is plain data, because another process may have checked it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

from playground.cli.arguments import STANDARD_INPUT
from playground.cli.check.files import NamedFile
from playground.cli.check.kubernetes_texts import (
    begins_like_kubernetes,
    is_for_another_program,
    is_in_chart,
    is_kubernetes,
    may_be_kubernetes,
)
from playground.cli.check.selection import Selection, selected
from playground.cli.input.files import (
    LIMITS,
    MOST_BYTES,
    UnreadableError,
    decoded,
    display_name,
    existing_content,
)
from playground.cli.output.report import diagnostic_lines
from playground.engine import Diagnostic, Evaluation, Inputs, Severity, apply_errors, evaluate, read


@dataclass(frozen=True, slots=True)
class Job:
    """What is the same for all files of a run."""

    inputs: Inputs
    format: str  # one of CHECK_FORMATS
    coloured: bool  # whether the lines have colours
    selection: Selection
    fail_on: Severity  # the mildest that makes the exit status 1


@dataclass(frozen=True, slots=True)
class FileReport:
    """What `check` reports of one file."""

    file: str  # as the arguments name it
    error: str = ""  # why the file cannot be read
    refusal: str = ""  # the same, as a sentence that names the file
    is_passed_over: bool = False  # it is no Kubernetes text
    counts: Mapping[Severity, int] = field(default_factory=dict)  # of the diagnostics
    lines: tuple[str, ...] = ()  # of the formats `text` and `server`
    error_lines: tuple[str, ...] = ()  # of the format `server`: why the text cannot be read
    diagnostics: tuple[Diagnostic, ...] = ()  # for all other formats
    is_refused: bool = False  # the exit status is 1

    @property
    def name(self) -> str:
        """The name of the file for messages."""
        return display_name(self.file)


def check_files(job: Job, files: Iterable[NamedFile]) -> list[FileReport]:
    """The reports of several files."""
    return [check_file(job, file) for file in files]


def check_file(job: Job, file: NamedFile) -> FileReport:
    """The report of one file; a file that cannot be read has one, too."""
    name = file.name
    if file.error:
        return FileReport(name, file.error)
    try:
        evaluation = _evaluation(job, file)
    except UnreadableError as error:
        return FileReport(name, error.reason, str(error))
    return FileReport(name, is_passed_over=True) if evaluation is None else _report(job, name, evaluation)


def _evaluation(job: Job, file: NamedFile) -> Evaluation | None:
    """The Evaluation of a file; None if it is passed over. Raises UnreadableError."""
    if not file.is_chosen and is_in_chart(file.name):
        return None
    content = existing_content(file.name)
    if len(content) > MOST_BYTES and not file.is_chosen:
        beginning = content if isinstance(content, str) else content.decode("utf-8", "replace")
        if not begins_like_kubernetes(beginning):
            return None
    text = decoded(file.name, content)
    if not file.is_chosen and not may_be_kubernetes(text):
        return None
    source = read(text, LIMITS)
    if not file.is_chosen and not is_kubernetes(source):
        return None
    # Not the system's random source: the same text gets the same report, whatever values are generated.
    evaluation = evaluate(source, job.inputs, random=Random(0), limits=LIMITS)  # noqa: S311 - see above
    return None if not file.is_chosen and is_for_another_program(evaluation) else evaluation


def _report(job: Job, file: str, evaluation: Evaluation) -> FileReport:
    if job.format == "server":
        return _server_report(job, file, evaluation)
    evaluation = selected(evaluation, job.selection)
    counts = Counter(diagnostic.severity for diagnostic in evaluation.diagnostics)
    severities = list(Severity)
    is_refused = any(counts[severity] for severity in severities[: severities.index(job.fail_on) + 1])
    if job.format == "text":
        lines = tuple(_lines(job, file, evaluation))
        return FileReport(file, counts=counts, lines=lines, is_refused=is_refused)
    return FileReport(file, counts=counts, diagnostics=evaluation.diagnostics, is_refused=is_refused)


def _server_report(job: Job, file: str, evaluation: Evaluation) -> FileReport:
    """What `kubectl apply` would say of the Objects."""
    if not evaluation.readable:
        return FileReport(file, error_lines=tuple(_lines(job, file, evaluation)), is_refused=True)
    errors = tuple(apply_errors(evaluation, "STDIN" if file == STANDARD_INPUT else file))
    return FileReport(file, lines=errors, is_refused=bool(errors))


def _lines(job: Job, file: str, evaluation: Evaluation) -> Iterator[str]:
    for diagnostic in evaluation.diagnostics:
        yield from diagnostic_lines(diagnostic, evaluation, display_name(file), coloured=job.coloured)
