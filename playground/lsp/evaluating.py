"""Evaluates the text of an open document, until the answer is there or nobody needs it any more."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field, replace
from math import inf
from typing import Final

from lsprotocol import types

from playground.engine import Deadline, Evaluation, Limits, SourceText, evaluate, is_kubernetes_text
from playground.lsp.diagnostics import published
from playground.lsp.positions import Places
from playground.lsp.settings import Settings

SECONDS: Final = 5.0  # of CPU, for one evaluation
LIMITS: Final = Limits()


@dataclass(slots=True)
class Work:
    """One evaluation under way. ``stop`` ends it soon, because its text has changed."""

    stopped: threading.Event = field(default_factory=threading.Event)

    def stop(self) -> None:
        """Let the evaluation end at its next look at the clock."""
        self.stopped.set()

    def deadline(self) -> Deadline:
        """The deadline of this evaluation: SECONDS of its thread's CPU, or ``stop``."""
        return Deadline(SECONDS, lambda: inf if self.stopped.is_set() else time.thread_time())


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


def answer_for(text: Version, encoding: str, settings: Settings, work: Work) -> Answer:
    """Evaluate a version of a document. YAML that is nothing of Kubernetes gets no diagnostics: editors send us all."""
    evaluation = evaluate(text.source.text, settings.inputs, limits=LIMITS, deadline=work.deadline())
    kept = tuple(item for item in evaluation.diagnostics if item.code not in settings.ignored)
    if not is_kubernetes_text(evaluation.source):
        kept = ()
    # The issues are computed from the diagnostics, so they are not taken over.
    evaluation = replace(evaluation, diagnostics=kept, remembered={})
    places = Places(evaluation.source.text, encoding)
    return Answer(text.uri, text.number, evaluation, places, published(evaluation, places, text.uri))
