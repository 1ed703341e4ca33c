"""What is wrong with the variables and texts of a container, for the Environment: the issues, where they belong."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.safestring import SafeString

from playground.engine import Evaluation, Fix, Issue, Position, SourceSpan
from playground.pages.markup import Panel, prose
from playground.pages.output.lines import edits_text, line_words, span_text

MOST_PROBLEMS = 200  # issues that one container lists; also, how many of the text's issues are considered at all


@dataclass(frozen=True, slots=True)
class FixButton(Panel):
    """The button that applies a fix: by ``number`` without scripts, by ``edits`` with them."""

    number: str  # "3", or "3.1" for the second fix of issue 3
    title: SafeString
    edits: str  # JSON


def fix_buttons(issue_number: int, fixes: Iterable[Fix]) -> tuple[FixButton, ...]:
    """The buttons for the ``fixes`` of the issue with this number."""
    return tuple(
        FixButton(f"{issue_number}.{index}" if index else str(issue_number), prose(fix.title), edits_text(fix.edits))
        for index, fix in enumerate(fixes)
    )


@dataclass(frozen=True, slots=True)
class ProblemItem(Panel):
    """An issue, as the Environment shows it: beside its variable, or below the heading of its container."""

    severity: str
    word: str  # the severity with a capital letter
    message: SafeString
    span: str
    place: str  # "Line 3"
    fixes: tuple[FixButton, ...]
    literal: str  # the place of a value of which a parameter is worth making; "" if there is none
    assume: str  # the id of the field for an assumed value; "" if there is none


@dataclass(frozen=True, slots=True)
class ProblemsByPlace:
    """The issues of a text, to be asked for by place."""

    evaluation: Evaluation
    fields: Mapping[str, str]  # by name of a variable, the id of the field to assume it
    _starts: list[tuple[Position, int]] = field(init=False)  # each with the number of its Diagnostic
    _issues: dict[int, Issue] = field(init=False)  # by number of a Diagnostic, its issue

    def __post_init__(self) -> None:
        first = enumerate(self.evaluation.diagnostics[:MOST_PROBLEMS])
        issues = self.evaluation.issues
        object.__setattr__(self, "_starts", sorted((item.span.start, number) for number, item in first))
        object.__setattr__(self, "_issues", {number: issue for issue in issues for number in issue.numbers})

    def numbers(self, span: SourceSpan) -> list[int]:
        """The numbers of the Diagnostics that begin in ``span``, worst first."""
        start, end = (bisect_left(self._starts, (position, -1)) for position in span)
        return sorted(number for _, number in self._starts[start:end])

    def items(self, numbers: Iterable[int]) -> tuple[ProblemItem, ...]:
        """The issues of the Diagnostics with these ``numbers``, each once."""
        numbers_of: dict[int, list[int]] = {}
        for number in numbers:
            numbers_of.setdefault(self._issues[number].numbers[0], []).append(number)
        return tuple(map(self._item, numbers_of.values()))

    def _item(self, numbers: Sequence[int]) -> ProblemItem:
        """The issue of the Diagnostics with ``numbers``; its fixes mend all its places, so only the first has them."""
        diagnostic, issue = self.evaluation.diagnostics[numbers[0]], self._issues[numbers[0]]
        return ProblemItem(
            severity=diagnostic.severity.value,
            word=diagnostic.severity.value.capitalize(),
            message=prose(issue.message if len(numbers) > 1 else diagnostic.message),
            span=span_text(diagnostic.span),
            place=line_words(self.evaluation.source.text, diagnostic.span.start.line),
            fixes=fix_buttons(numbers[0], issue.fixes) if numbers[0] == issue.numbers[0] else (),
            literal=span_text(diagnostic.literal) if diagnostic.literal else "",
            assume=self.fields.get(diagnostic.missing_variable, "") if diagnostic.missing_variable else "",
        )
