"""The issues panel: the diagnostics of an Evaluation by cause, worst first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice, pairwise

from django.urls import reverse
from django.utils.safestring import SafeString

from playground.engine import (
    RULES,
    Evaluation,
    Issue,
    Severity,
    SourceSpan,
    SourceText,
    explain,
    fixes_with_one_meaning,
)
from playground.pages.markup import Panel, counted, prose
from playground.pages.output.faults.of_evaluation import MOST_ISSUES
from playground.pages.output.lines import edits_text, line_words, span_text
from playground.pages.output.problems import FixButton, fix_buttons

_MOST_PLACES = 20  # that one issue names


@dataclass(frozen=True, slots=True)
class PlaceItem(Panel):
    """A link to a place in the source."""

    span: str  # "line:column-line:column", the end exclusive
    label: str  # "Line 3", or "Line 3 (web.yaml, line 2)"
    message: SafeString


@dataclass(frozen=True, slots=True)
class IssueItem(Panel):
    """The Diagnostics with one cause, in words and places."""

    number: int  # of the first Diagnostic
    severity: str
    word: str  # the severity with a capital letter
    code: str
    name: str  # of the rule
    field: str  # the path of the field that the Diagnostic is about
    place: PlaceItem  # of the first Diagnostic
    others: tuple[PlaceItem, ...]  # of the others; a place on the line of the place before has no label
    unnamed: int  # how many places are in lines that are not named
    hint: SafeString
    related: tuple[PlaceItem, ...]
    fixes: tuple[FixButton, ...]
    literal: str  # the place of a value of which a parameter is worth making, or ""
    assume: str  # the HTML id of the input in which the user can assume a value for the missing variable, or ""
    input: str  # the HTML id of the field of the form that holds the wrong or missing value, or ""

    @property
    def page(self) -> str:
        """The address of the rule's page."""
        return _page(self.code)


@dataclass(frozen=True, slots=True)
class IssueGroup(Panel):
    """One issue; or all hints of one rule, as one line that unfolds."""

    items: tuple[IssueItem, ...]
    summary: SafeString | None  # what the rule finds; None for one issue
    count: str  # "5 hints"


@dataclass(frozen=True, slots=True)
class FixesTogether(Panel):
    """The fixes that one button applies: those of the issues that have only one."""

    changes: tuple[PlaceItem, ...]  # each with the title of its fix
    edits: str  # JSON


@dataclass(frozen=True, slots=True)
class IssuesPanel(Panel):
    """The issues fragment as data."""

    groups: tuple[IssueGroup, ...]
    count: str
    left_out: int
    empty: str  # the text if there are no issues
    source_digest: str  # of the source with these issues
    together: FixesTogether | None = None  # None: fewer than two issues have exactly one fix

    @property
    def items(self) -> tuple[IssueItem, ...]:
        """The issues of all groups."""
        return tuple(item for group in self.groups for item in group.items)


def issues_panel(
    evaluation: Evaluation,
    source_digest: str,
    fields: Mapping[str, str] | None = None,
    inputs: Mapping[str, str] | None = None,
) -> IssuesPanel:
    """The issues of the first 200 diagnostics, in the order of the Evaluation, and the number of the other issues.

    ``source_digest``: the digest of the source. ``fields``: the ids of the fields in which the user can assume values
    of variables, by the variable's name. ``inputs``: the ids of the fields with an error in the form, by the path of
    the Parameter.
    """
    text = evaluation.source.text
    listed = [issue for issue in evaluation.issues if issue.numbers[0] < MOST_ISSUES]
    kinds: dict[object, list[Issue]] = {}
    for issue in listed:
        is_hint = issue.severity is Severity.HINT
        kinds.setdefault(issue.diagnostics[0].code if is_hint else issue.numbers, []).append(issue)
    groups = tuple(_group(kind, text, fields or {}, inputs or {}) for kind in kinds.values())
    empty = "No issues." if evaluation.source.documents else ""
    left_out, together = len(evaluation.issues) - len(listed), _together(listed, text)
    return IssuesPanel(groups, issue_count(evaluation), left_out, empty, source_digest, together)


def _together(issues: Sequence[Issue], text: SourceText) -> FixesTogether | None:
    fixes = fixes_with_one_meaning(issues)
    if len(fixes) < 2:
        return None
    changes = tuple(_place(text, min(edit.span for edit in fix.edits), fix.title) for fix in fixes)
    return FixesTogether(changes, edits_text([edit for fix in fixes for edit in fix.edits]))


def issue_count(evaluation: Evaluation) -> str:
    """``1 error, 2 warnings``, or ``none``."""
    numbers = Counter(issue.severity for issue in evaluation.issues)
    counts = [(numbers[severity], severity.value) for severity in Severity]
    return ", ".join(counted(number, noun) for number, noun in counts if number) or "none"


def _group(
    issues: Sequence[Issue], text: SourceText, fields: Mapping[str, str], inputs: Mapping[str, str]
) -> IssueGroup:
    """The issues of one kind: several hints of one rule, or one issue."""
    items = tuple(_item(issue, text, fields, inputs) for issue in issues)
    summary = _summary(items[0].code) if len(items) > 1 else None
    return IssueGroup(items, summary, counted(len(items), items[0].severity))


@cache
def _summary(code: str) -> SafeString:
    """What a rule finds, as the first sentence of its page."""
    return prose(next(explain(rule).summary for rule in RULES if rule.code == code))


@cache
def _page(code: str) -> str:
    """The address of a rule's page; cached, because a list of issues may hold one rule two hundred times."""
    return reverse("rule", args=[code])


def _item(issue: Issue, text: SourceText, fields: Mapping[str, str], inputs: Mapping[str, str]) -> IssueItem:
    first = issue.diagnostics[0]
    others = _places(issue, text)
    related = dict.fromkeys(related for diagnostic in issue.diagnostics for related in diagnostic.related)
    return IssueItem(
        number=issue.numbers[0],
        severity=first.severity.value,
        word=first.severity.value.capitalize(),
        code=first.code,
        name=first.name,
        field=first.field,
        place=_place(text, first.span, issue.message),
        others=others,
        unnamed=len(issue.diagnostics) - 1 - len(others),
        hint=prose(_advice(issue)),
        related=tuple(_place(text, place.span, place.message) for place in islice(related, _MOST_PLACES)),
        fixes=fix_buttons(issue.numbers[0], issue.fixes),
        literal=next((span_text(item.literal) for item in issue.diagnostics if item.literal), ""),
        assume=next(filter(None, (fields.get(item.missing_variable) for item in issue.diagnostics)), ""),
        input=inputs.get(first.field, "") if first.severity is Severity.ERROR else "",
    )


def _places(issue: Issue, text: SourceText) -> tuple[PlaceItem, ...]:
    """The places of the issue after its first one, as many as the page lists."""
    spans = [diagnostic.span for diagnostic in issue.diagnostics[: _MOST_PLACES + 1]]
    return tuple(
        replace(_place(text, span, ""), label="") if span.start.line == before.start.line else _place(text, span, "")
        for before, span in pairwise(spans)
    )


def _advice(issue: Issue) -> str:
    """The hint, unless a button says the same."""
    titles = {f"{fix.title}." for fix in issue.fixes}
    return "" if issue.hint.replace("`", "") in titles else issue.hint


def _place(text: SourceText, span: SourceSpan, message: str) -> PlaceItem:
    return PlaceItem(span_text(span), line_words(text, span.start.line), prose(message))
