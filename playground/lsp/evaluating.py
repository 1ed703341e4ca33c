"""Evaluates the text of an open document, until the answer is there or nobody needs it any more."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Final

from lsprotocol import types
from pygls.uris import to_fs_path

from playground.cli.check.other_programs import is_for_another_program, is_in_chart
from playground.cli.check.selection import Selection, selected
from playground.cli.check.settings import ProjectSettings, find_settings
from playground.cli.options import STANDARD_INPUT, RequestError
from playground.engine import (
    Deadline,
    Evaluation,
    Limits,
    OutOfTimeError,
    Source,
    SourceText,
    evaluate,
    is_kubernetes_text,
    may_be_kubernetes,
    read,
)
from playground.lsp.diagnostics import published
from playground.lsp.positions import Places
from playground.lsp.settings import EditorSettings

SECONDS: Final = 5.0  # of CPU, for one evaluation
LIMITS: Final = Limits()
_STOPPED: Final = 1e9  # seconds, behind every deadline


@dataclass(slots=True)
class Work:
    """One evaluation under way. ``stop`` ends it soon, because its text has changed."""

    stopped: threading.Event = field(default_factory=threading.Event)

    def stop(self) -> None:
        """Let the evaluation end at its next look at the clock."""
        self.stopped.set()

    def deadline(self) -> Deadline:
        """The deadline of this evaluation: SECONDS of its thread's CPU, or ``stop``."""
        return Deadline(SECONDS, lambda: time.thread_time() + _STOPPED * self.stopped.is_set())


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a document, as the editor numbers them."""

    uri: str
    number: int
    source: SourceText


@dataclass(frozen=True, slots=True)
class Answer:
    """What the engine says of one version of a document."""

    uri: str
    version: int
    evaluation: Evaluation
    places: Places
    diagnostics: list[types.Diagnostic]
    complaint: str = ""  # what is wrong with the settings of the project
    passed_over: bool = False  # `check` would pass over the file


def answer_for(text: Version, encoding: str, settings: EditorSettings, work: Work) -> Answer | None:
    """Evaluate a version of a document; None if ``work`` was stopped before.

    The editor's ``settings`` have priority over those of the project. As with `check`, YAML that is nothing of
    Kubernetes gets no diagnostics: editors send us all YAML.
    """
    if work.stopped.is_set():
        return None
    file, deadline = _file(text.uri), work.deadline()
    project, complaint = _project(file)
    content = text.source.text if may_be_kubernetes(text.source.text) else ""  # other YAML costs nothing
    try:
        source: Source | str = read(content, LIMITS, deadline)
    except OutOfTimeError:
        source = content  # ``evaluate`` stops at once, too, and says so
    inputs = settings.inputs if isinstance(source, str) else project.inputs_for(file, settings.inputs, source)
    # As for `check`, the same text gets the same answer, whatever values are generated.
    evaluation = evaluate(source, inputs, random=Random(0), limits=LIMITS, deadline=deadline)  # noqa: S311 - see above
    passed_over = _is_passed_over(file, evaluation)
    if passed_over:
        evaluation = replace(evaluation, diagnostics=(), remembered={})
    ignored = settings.ignored | project.for_file(file).ignored
    evaluation = selected(evaluation, Selection(ignored=ignored))
    places = Places(text.source, encoding)
    diagnostics = published(evaluation, places, text.uri)
    return Answer(text.uri, text.number, evaluation, places, diagnostics, complaint, passed_over)


def _file(uri: str) -> str:
    """The file of a document, which need not exist; STANDARD_INPUT if the system cannot have a file of this name."""
    try:
        file = to_fs_path(uri) or STANDARD_INPUT
        Path(file).stat()
    except (FileNotFoundError, NotADirectoryError):
        return file
    except (OSError, ValueError):  # the name is too long, has a NUL character, or is no URI
        return STANDARD_INPUT
    return file


def _project(file: str) -> tuple[ProjectSettings, str]:
    """The settings of the project around ``file``, and what is wrong with them."""
    if file == STANDARD_INPUT:
        return ProjectSettings(), ""
    try:
        return find_settings(str(Path(file).parent)), ""
    except RequestError as error:
        return ProjectSettings(), str(error)


def _is_passed_over(file: str, evaluation: Evaluation) -> bool:
    """Whether `check` would pass over a file that a hook names."""
    return (
        (evaluation.stopped is None and not is_kubernetes_text(evaluation.source))
        or is_for_another_program(evaluation)
        or (file != STANDARD_INPUT and is_in_chart(file))
    )
