"""The Evaluation: everything computed from one text. Rules read it; their diagnostics are its last field."""

from __future__ import annotations

from dataclasses import field
from typing import Any

from playground.engine.cluster import Cluster
from playground.engine.containers import expanded_objects
from playground.engine.containers.environment import ContainerEnvironment
from playground.engine.containers.events import Event
from playground.engine.model.causes import Issue, issues_of
from playground.engine.model.deadline import Deadline
from playground.engine.model.diagnostics import Diagnostic, Severity
from playground.engine.model.inputs import Inputs
from playground.engine.model.limits import Limits
from playground.engine.model.location import SourceSpan
from playground.engine.model.problems import Problem
from playground.engine.model.records import WithCache, record
from playground.engine.reading import Document, Source
from playground.engine.reading.objects import TracedObject
from playground.engine.templates import ProcessedTemplate
from playground.engine.templates.substitution import Dialect
from playground.engine.templates.template import Template


@record()
class Evaluation(WithCache):
    """The facts about one text, immutable: rules read them; the page, the API and the command line print them.

    ``objects`` are what the cluster would get: the processed Template's, then those of the other Documents.
    """

    inputs: Inputs
    limits: Limits
    source: Source
    templates: tuple[Template, ...]  # all Templates of the text; only the first is processed
    processed: ProcessedTemplate | None
    objects: tuple[TracedObject, ...]
    cluster: Cluster
    containers: tuple[ContainerEnvironment, ...]
    events: tuple[Event, ...]
    server_problems: tuple[Problem, ...] = ()  # what the API server would refuse, or warn of: see ``validation``
    stopped: float | None = None  # the deadline, in seconds, that stopped the evaluation; None: nothing stopped it
    diagnostics: tuple[Diagnostic, ...] = ()
    # Of the rules while they run: their walks count steps. A finished Evaluation has one that never passes.
    deadline: Deadline = field(default_factory=Deadline, compare=False, repr=False)
    remembered: dict[object, Any] = field(default_factory=dict, compare=False, repr=False)  # the cache of ``once``

    @property
    def expanded(self) -> tuple[Any, ...]:
        """The Objects with their texts expanded, as the containers' processes receive them; computed on first use."""
        return self.once("expanded", lambda: expanded_objects([item.value for item in self.objects], self.containers))

    @property
    def issues(self) -> tuple[Issue, ...]:
        """The diagnostics by cause, in the order of their first diagnostics; computed on first use."""
        return self.once("issues", lambda: issues_of(self.diagnostics))

    @property
    def template(self) -> Template | None:
        """The first Template of the text, the one that is processed; None if there is none."""
        return self.templates[0] if self.templates else None

    @property
    def dialect(self) -> Dialect | None:
        """The dialect in which the Template was processed; None without a Template."""
        return self.processed.dialect if self.processed else None

    @property
    def readable(self) -> bool:
        """Whether every Document of the text could be read."""
        return self.stopped is None and not any(problem.refused for problem in self.source.problems)

    def makes_unreadable(self, diagnostic: Diagnostic) -> bool:
        """Whether ``diagnostic`` may be why a Document could not be read: such a Diagnostic is never ignored."""
        return not self.readable and diagnostic.severity is Severity.ERROR and diagnostic.code.startswith("SRC")

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Every Problem of the Template and its processing, of validation and of the containers."""
        processed = self.processed.problems if self.processed else ()
        containers = (problem for container in self.containers for problem in container.problems)
        return (*processed, *self.server_problems, *containers)

    def document(self, index: int) -> Document:
        """The Document with this number, counted from 0 among those that could be read."""
        return self.source.documents[index]

    def span(self, problem: Problem) -> SourceSpan:
        """The place of a Problem in the text."""
        document = self.document(problem.document)
        if problem.start is not None and problem.end is not None:
            text_span = document.key_text_span if problem.in_key else document.text_span
            return text_span(problem.path, problem.start, problem.end)
        return document.key_span(problem.path) if problem.in_key else document.span(problem.path)

    def count(self, severity: Severity) -> int:
        """How many diagnostics have this severity."""
        return sum(diagnostic.severity is severity for diagnostic in self.diagnostics)
