"""Checks one file. What is reported of a file is plain data, because another process may have checked it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from playground.cli.check.files import NamedFile
from playground.cli.check.fixing import FixedText, diff_lines, fixed, replace_file
from playground.cli.check.other_programs import is_for_another_program, is_in_chart
from playground.cli.check.selection import Selection, selected
from playground.cli.check.settings import ProjectSettings
from playground.cli.input.files import (
    LIMITS,
    MOST_BYTES,
    UnreadableError,
    decoded,
    display_name,
    encoded,
    existing_content,
)
from playground.cli.options import STANDARD_INPUT
from playground.cli.output.report import diagnostic_lines
from playground.engine import (
    Diagnostic,
    Evaluation,
    Inputs,
    Severity,
    Source,
    apply_errors,
    begins_like_kubernetes,
    codes_named,
    evaluate,
    is_kubernetes_text,
    may_be_kubernetes,
    read,
)

_SUPPLIED_LATER: Final = frozenset(codes_named("required-parameter-missing"))


@dataclass(frozen=True, slots=True)
class Job:
    """What is the same for all files of a run."""

    inputs: Inputs
    settings: ProjectSettings
    format: str  # one of CHECK_FORMATS
    coloured: bool  # whether the lines have colours
    selection: Selection
    fail_on: Severity  # the mildest that makes the exit status 1
    fixes: bool  # whether files are fixed
    diff: bool  # whether the fixes are shown, and no file is written


@dataclass(frozen=True, slots=True)
class FileReport:
    """What `check` reports of one file."""

    file: str  # as the arguments name it
    unread: str = ""  # why the file cannot be read
    refusal: str = ""  # the same, as a sentence that names the file
    unwritten: str = ""  # why the fixed text cannot be written
    is_passed_over: bool = False  # it is no Kubernetes text
    counts: Mapping[Severity, int] = field(default_factory=dict)  # of the diagnostics
    lines: tuple[str, ...] = ()  # of the formats `text` and `server`, and of `--diff`
    error_lines: tuple[str, ...] = ()  # of the format `server`: why the text cannot be read
    diagnostics: tuple[Diagnostic, ...] = ()  # for all other formats
    fixes: int = 0  # how many were applied
    fixed_content: bytes = b""  # of standard input
    is_refused: bool = False  # the exit status is 1

    @property
    def name(self) -> str:
        """The name of the file for messages."""
        return display_name(self.file)

    @property
    def failure(self) -> str:
        """What could not be done with the file, and why; "" if all could be done."""
        failed = {"cannot be read": self.unread, "cannot be fixed": self.unwritten}
        return next((f"{what}: {why}" for what, why in failed.items() if why), "")


@dataclass(frozen=True, slots=True)
class _CheckedText:
    """The content of a file, and the Evaluation of its text."""

    content: bytes
    text: str
    evaluation: Evaluation


def check_files(job: Job, files: Iterable[NamedFile]) -> list[FileReport]:
    """The reports of several files."""
    return [check_file(job, file) for file in files]


def check_file(job: Job, file: NamedFile) -> FileReport:
    """The report of one file; a file that cannot be read has one, too. With `--fix`, the fixed text is written."""
    if file.error:
        return FileReport(file.name, file.error)
    try:
        checked = _checked_text(job, file)
    except UnreadableError as error:
        return FileReport(file.name, error.reason, str(error))
    if checked is None:
        return FileReport(file.name, is_passed_over=True)
    if job.fixes or job.diff:
        return _fixed_report(job, file, checked)
    return _report(job, file.name, checked.evaluation)


def _checked_text(job: Job, file: NamedFile) -> _CheckedText | None:
    """The text of a file with its Evaluation; None if it is passed over. Raises UnreadableError."""
    if not file.is_chosen and is_in_chart(file.name):
        return None
    read_content = existing_content(file.name)
    content = read_content.encode("utf-8", "surrogateescape") if isinstance(read_content, str) else read_content
    if (
        len(content) > MOST_BYTES
        and not file.is_chosen
        and not begins_like_kubernetes(content.decode("utf-8", "replace"))
    ):
        return None
    text = decoded(file.name, content)
    if not file.is_chosen and not may_be_kubernetes(text):
        return None
    source = read(text, LIMITS)
    if not file.is_chosen and not is_kubernetes_text(source):
        return None
    evaluation = _evaluated(job, file, source)
    if not file.is_chosen and is_for_another_program(evaluation):
        return None
    return _CheckedText(content, text, selected(evaluation, _selection(job, file)))


def _selection(job: Job, file: NamedFile) -> Selection:
    """What is reported of a file: a code that `--select` names is reported, although the settings ignore it.

    A Template in a repository gets its values when it is deployed. If nobody supplies any, it does not lack one.
    """
    settings = job.settings.for_file(file.name)
    gets_no_values = not file.is_chosen and not job.inputs.values and not settings.values
    ignored = settings.ignored | (_SUPPLIED_LATER if gets_no_values else frozenset())
    return replace(job.selection, ignored=job.selection.ignored | (ignored - job.selection.selected))


def _evaluated(job: Job, file: NamedFile, source: Source) -> Evaluation:
    # Not the system's random source: the same text gets the same report, whatever values are generated.
    inputs = job.settings.inputs_for(file.name, job.inputs, source)
    return evaluate(source, inputs, random=Random(0), limits=LIMITS)  # noqa: S311 - see above


def _fixed_report(job: Job, file: NamedFile, checked: _CheckedText) -> FileReport:
    """The report of a text after its fixes, which are written or, with `--diff`, only shown."""

    def evaluate_again(text: str) -> Evaluation:
        return selected(_evaluated(job, file, read(text, LIMITS)), _selection(job, file))

    after = fixed(checked.text, checked.evaluation, evaluate_again)
    if job.diff:
        lines = tuple(diff_lines(display_name(file.name), checked.text, after.text))
        report = _report(job, file.name, after.evaluation)
        is_refused = report.is_refused or bool(lines)
        return replace(report, lines=lines, diagnostics=(), fixes=after.fixes, is_refused=is_refused)
    unwritten = _why_unwritten(file, checked, after)
    if unwritten:
        return replace(_report(job, file.name, checked.evaluation), unwritten=unwritten)
    content = encoded(after.text, checked.content) if file.name == STANDARD_INPUT else b""
    return replace(_report(job, file.name, after.evaluation), fixes=after.fixes, fixed_content=content)


def _why_unwritten(file: NamedFile, checked: _CheckedText, after: FixedText) -> str:
    """Write the fixed text, unless it is the same or is printed; return why that fails, or ""."""
    if after.text == checked.text or file.name == STANDARD_INPUT:
        return ""
    if file.is_stream:
        return "it is a pipe or a device"
    try:
        replace_file(file.name, checked.content, after.text)
    except OSError as error:
        return error.strerror or str(error)
    return ""


def _report(job: Job, file: str, evaluation: Evaluation) -> FileReport:
    """The report of the Diagnostics of an Evaluation."""
    if job.format == "server":
        return _server_report(job, file, evaluation)
    counts = Counter(diagnostic.severity for diagnostic in evaluation.diagnostics)
    is_refused = any(severity.rank <= job.fail_on.rank for severity in counts)
    if job.format == "text":
        return FileReport(file, counts=counts, lines=tuple(_lines(job, file, evaluation)), is_refused=is_refused)
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
