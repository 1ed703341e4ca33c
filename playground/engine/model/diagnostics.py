"""Diagnostic, its Fixes, and the Rule that reports it.

A Diagnostic is plain data. It knows neither the engine that found the facts nor the interfaces that print it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Any

from playground.engine.model.location import SourceSpan
from playground.engine.model.records import record


class Severity(StrEnum):
    """How serious a Diagnostic is. Diagnostics are listed in the order of these members."""

    ERROR = "error"  # the cluster or `oc process` would refuse it, or the container would not start
    WARNING = "warning"  # accepted, and surely not meant
    HINT = "hint"  # worth knowing

    @property
    def rank(self) -> int:
        """The place of this member in the order: 0 for the most serious."""
        return list(Severity).index(self)


@record()
class Edit:
    """Replace the text of ``span`` by ``text``."""

    span: SourceSpan
    text: str


@record()
class Fix:
    """Edits of the source that mend what a Diagnostic found; ``title`` is the button's text, a verb first."""

    title: str
    edits: tuple[Edit, ...]


def write(text: str, span: SourceSpan) -> Fix:
    """The Fix that replaces the text of ``span`` by ``text``; its title is "Write TEXT"."""
    return Fix(f"Write {text}", (Edit(span, text),))


@record()
class Related:
    """Another place in the source that helps to understand a Diagnostic."""

    span: SourceSpan
    message: str


@record()
class Cause:
    """What several Diagnostics of a rule have in common: equal Causes are one issue of the page, with one fix."""

    message: str  # one short, complete sentence about all of them
    fix: Fix | None
    hint: str = ""  # what to do where there is no fix


@record()
class Likeness:
    """What a text looks like that is meant for another program; the page says so in place of the output."""

    sentence: str  # "This looks like a Helm chart."
    advice: str = ""  # what to do; "" for a program whose files Kubernetes never reads

    @property
    def hint(self) -> str:
        """The hint of a Finding about the text."""
        return f"{self.sentence} {self.advice}".rstrip()


@record()
class Finding:
    """One result of a rule's check: a Diagnostic without the fields that come from the rule."""

    message: str  # one short, complete sentence with names in backticks
    span: SourceSpan
    hint: str = ""  # what to do
    field: str = ""  # the field's path, as Kubernetes prints it
    related: tuple[Related, ...] = ()
    fix: Fix | None = None
    severity: Severity | None = None  # only where the rule's own does not fit this case
    alternatives: tuple[Fix, ...] = ()  # other possible fixes, if the intention is not clear
    missing_variable: str = ""  # the name of the undefined variable, for which a value can be assumed
    cause: Cause | None = None  # shared with other Findings of the rule
    likeness: Likeness | None = None  # of the text, if it is meant for another program
    literal: SourceSpan | None = None  # the written value of which a Parameter is worth making


@record()
class Diagnostic:
    """One rule that fired at one place of the source."""

    code: str
    name: str
    severity: Severity
    message: str
    hint: str
    span: SourceSpan
    field: str
    related: tuple[Related, ...]
    fix: Fix | None
    alternatives: tuple[Fix, ...] = ()  # further fixes; only the page offers them
    missing_variable: str = ""  # as in Finding
    cause: Cause | None = None  # as in Finding
    likeness: Likeness | None = None  # as in Finding
    literal: SourceSpan | None = None  # as in Finding

    @property
    def fixes(self) -> tuple[Fix, ...]:
        """Every fix, the likeliest first."""
        return (*((self.fix,) if self.fix else ()), *self.alternatives)


@record()
class Rule:
    """A pattern worth naming: its stable code, name, default severity, explanation and check."""

    code: str
    name: str
    severity: Severity
    explanation: str  # the check's docstring: summary, why it matters, example, instead
    check: Callable[[Any], Iterator[Finding]]  # of an Evaluation, a class that this module must not import
    is_last: bool = False  # it reads the Diagnostics of all other rules
