"""The issues panel: the diagnostics of an Evaluation as a list, worst first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from django.urls import reverse
from django.utils.safestring import SafeString

from playground.engine import Diagnostic, Evaluation, Severity, SourceSpan
from playground.pages.markup import Panel, counted, prose
from playground.pages.output.faults import MOST_ISSUES
from playground.pages.output.lines import edits_text, span_text


@dataclass(frozen=True, slots=True)
class PlaceItem(Panel):
    """A link to a place in the source."""

    span: str  # "line:column-line:column", the end exclusive
    label: str  # "Line 3"
    message: SafeString


@dataclass(frozen=True, slots=True)
class FixButton(Panel):
    """The button that applies a fix: by ``number`` without JavaScript, by ``edits`` with it."""

    number: str  # "3", or "3.1" for the second fix of issue 3
    title: SafeString
    edits: str  # JSON


@dataclass(frozen=True, slots=True)
class IssueItem(Panel):
    """One Diagnostic, in words and places."""

    severity: str
    word: str  # the severity with a capital letter
    code: str
    name: str  # of the rule
    field: str  # the path of the field that the Diagnostic is about
    place: PlaceItem
    hint: SafeString
    related: tuple[PlaceItem, ...]
    fixes: tuple[FixButton, ...]
    assume: str  # the HTML id of the input in which the user can assume a value for the missing variable, or ""
    input: str  # the HTML id of the field of the form that holds the wrong or missing value, or ""

    @property
    def page(self) -> str:
        """The address of the rule's page."""
        return _page(self.code)


@dataclass(frozen=True, slots=True)
class IssuesPanel(Panel):
    """The issues fragment as data."""

    items: tuple[IssueItem, ...]
    count: str
    left_out: int
    empty: str  # the text if there are no issues
    source_digest: str  # of the source with these issues


def issues_panel(
    evaluation: Evaluation,
    source_digest: str,
    fields: Mapping[str, str] | None = None,
    inputs: Mapping[str, str] | None = None,
) -> IssuesPanel:
    """The first 200 diagnostics, in the order of the Evaluation, and the number of the others.

    ``source_digest``: the digest of the source. ``fields``: the ids of the fields in which the user can assume values
    of variables, by the variable's name. ``inputs``: the ids of the fields with an error in the form, by the path of
    the Parameter.
    """
    diagnostics = evaluation.diagnostics
    listed = enumerate(diagnostics[:MOST_ISSUES])
    items = tuple(_item(number, diagnostic, fields or {}, inputs or {}) for number, diagnostic in listed)
    left_out, empty = len(diagnostics) - len(items), "No issues." if evaluation.source.documents else ""
    return IssuesPanel(items, issue_count(evaluation), left_out, empty, source_digest)


def issue_count(evaluation: Evaluation) -> str:
    """``1 error, 2 warnings``, or ``none``."""
    counts = [(evaluation.count(severity), severity.value) for severity in Severity]
    return ", ".join(counted(number, noun) for number, noun in counts if number) or "none"


@cache
def _page(code: str) -> str:
    """The address of a rule's page; cached, because a list of issues may hold one rule two hundred times."""
    return reverse("rule", args=[code])


def _item(number: int, diagnostic: Diagnostic, fields: Mapping[str, str], inputs: Mapping[str, str]) -> IssueItem:
    return IssueItem(
        severity=diagnostic.severity.value,
        word=diagnostic.severity.value.capitalize(),
        code=diagnostic.code,
        name=diagnostic.name,
        field=diagnostic.field,
        place=_place(diagnostic.span, diagnostic.message),
        hint=prose(_advice(diagnostic)),
        related=tuple(_place(related.span, related.message) for related in diagnostic.related),
        fixes=tuple(
            FixButton(f"{number}.{index}" if index else str(number), prose(fix.title), edits_text(fix.edits))
            for index, fix in enumerate(diagnostic.fixes)
        ),
        assume=fields.get(diagnostic.missing_variable, "") if diagnostic.missing_variable else "",
        input=inputs.get(diagnostic.field, "") if diagnostic.severity is Severity.ERROR else "",
    )


def _advice(diagnostic: Diagnostic) -> str:
    """The hint, unless a button says the same."""
    return "" if diagnostic.hint in {f"{fix.title}." for fix in diagnostic.fixes} else diagnostic.hint


def _place(span: SourceSpan, message: str) -> PlaceItem:
    return PlaceItem(span_text(span), f"Line {span.start.line}", prose(message))
