"""What is wrong with the variables and texts of a container, for the Environment: the issues, where they belong."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.safestring import SafeString

from playground.engine import Diagnostic, Position, SourceSpan
from playground.pages.markup import Panel, prose
from playground.pages.output.lines import edits_text, span_text

MOST_PROBLEMS = 200  # of one container; and as many issues are looked at


@dataclass(frozen=True, slots=True)
class ProblemFix(Panel):
    """The button that applies a fix: by ``number`` without scripts, by ``edits`` with them."""

    number: str  # of the issue, and which of its fixes
    title: SafeString
    edits: str  # JSON


@dataclass(frozen=True, slots=True)
class ProblemItem(Panel):
    """An issue beside what it is about."""

    severity: str
    word: str  # the severity with a capital letter
    message: SafeString
    span: str
    line: int
    fixes: tuple[ProblemFix, ...]
    assume: str  # the id of the field for an assumed value; "" if there is none


@dataclass(frozen=True, slots=True)
class ProblemsByPlace:
    """The issues of a text, to be asked for by place."""

    diagnostics: Sequence[Diagnostic] = ()
    fields: Mapping[str, str] = field(default_factory=dict)  # by name of a variable, the id of the field to assume it
    _starts: list[tuple[Position, int]] = field(init=False)  # each with the number of its issue

    def __post_init__(self) -> None:
        first = enumerate(self.diagnostics[:MOST_PROBLEMS])
        object.__setattr__(self, "_starts", sorted((item.span.start, number) for number, item in first))

    def numbers(self, span: SourceSpan) -> list[int]:
        """The numbers of the issues that begin in ``span``, worst first."""
        start, end = (bisect_left(self._starts, (position, -1)) for position in span)
        return sorted(number for _, number in self._starts[start:end])

    def items(self, numbers: Iterable[int]) -> tuple[ProblemItem, ...]:
        """The issues with these ``numbers``."""
        return tuple(map(self._item, numbers))

    def _item(self, number: int) -> ProblemItem:
        diagnostic = self.diagnostics[number]
        return ProblemItem(
            severity=diagnostic.severity.value,
            word=diagnostic.severity.value.capitalize(),
            message=prose(diagnostic.message),
            span=span_text(diagnostic.span),
            line=diagnostic.span.start.line,
            fixes=tuple(
                ProblemFix(f"{number}.{index}" if index else str(number), prose(fix.title), edits_text(fix.edits))
                for index, fix in enumerate(diagnostic.fixes)
            ),
            assume=self.fields.get(diagnostic.missing_variable, "") if diagnostic.missing_variable else "",
        )
