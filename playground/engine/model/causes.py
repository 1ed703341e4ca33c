"""Diagnostics by cause: the page shows one issue for each cause, and mends all of its places at once."""

from __future__ import annotations

from bisect import bisect, insort
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from playground.engine.model.diagnostics import Diagnostic, Edit, Fix, Severity
from playground.engine.model.location import SourceSpan
from playground.engine.model.records import record

MOST_TOGETHER = 100  # fixes that are applied at once


@record()
class Issue:
    """The Diagnostics with one cause: a Cause that their rule names, or the same sentence of one rule."""

    numbers: tuple[int, ...]  # the indexes of the Diagnostics, of which there is at least one
    diagnostics: tuple[Diagnostic, ...]
    message: str
    hint: str
    fixes: tuple[Fix, ...]  # each mends all places

    @property
    def severity(self) -> Severity:
        """The severity of all its Diagnostics."""
        return self.diagnostics[0].severity


def issues_of(diagnostics: Sequence[Diagnostic]) -> tuple[Issue, ...]:
    """The issues in the order of their first Diagnostics."""
    numbers_of: dict[object, list[int]] = {}
    for number, diagnostic in enumerate(diagnostics):
        # A hint about an absent object is one issue, whichever of its variables has no value.
        is_hint = diagnostic.severity is Severity.HINT
        sentence = diagnostic.message, "" if is_hint else diagnostic.missing_variable
        numbers_of.setdefault((diagnostic.code, diagnostic.severity, diagnostic.cause or sentence), []).append(number)
    return tuple(_issue(numbers, [diagnostics[number] for number in numbers]) for numbers in numbers_of.values())


def _issue(numbers: Sequence[int], diagnostics: Sequence[Diagnostic]) -> Issue:
    first = diagnostics[0]
    if first.cause and len(diagnostics) > 1:
        fixes, hint = ((first.cause.fix,), "") if first.cause.fix else ((), first.cause.hint)
        return Issue(tuple(numbers), tuple(diagnostics), first.cause.message, hint, fixes)
    return Issue(tuple(numbers), tuple(diagnostics), first.message, first.hint, tuple(_common(diagnostics)))


def _common(diagnostics: Sequence[Diagnostic]) -> Iterator[Fix]:
    """The fixes of the first Diagnostic that all others have, too, by their title: each for all places."""
    if len(diagnostics) == 1:
        yield from diagnostics[0].fixes
        return
    by_title = [{fix.title: fix for fix in diagnostic.fixes} for diagnostic in diagnostics]
    for title, first in by_title[0].items():
        fixes = [named[title] for named in by_title if title in named]
        edits = sorted({edit for fix in fixes for edit in fix.edits}, key=_place)
        if len(fixes) < len(diagnostics):
            continue
        if all(fix == first for fix in fixes):
            yield first
        elif not any(_collide(*pair) for pair in pairwise(edits)):
            yield Fix(title, tuple(edits))


def fixes_with_one_meaning(issues: Iterable[Issue]) -> tuple[Fix, ...]:
    """The fixes of the issues that have only one, at most MOST_TOGETHER. Of those that change one place, the first.

    A fix that is only an alternative is left out, also where it is the only one: the intention is not clear.
    """
    chosen: list[Fix] = []
    edits: list[Edit] = []  # of the chosen fixes, in the order of the text
    for issue in issues:
        if len(chosen) == MOST_TOGETHER:
            break
        if _has_one_meaning(issue) and not any(_collides(edit, edits) for edit in issue.fixes[0].edits):
            chosen += issue.fixes
            for edit in issue.fixes[0].edits:
                insort(edits, edit, key=_place)
    return tuple(chosen)


def _has_one_meaning(issue: Issue) -> bool:
    is_of_cause = len(issue.diagnostics) > 1 and issue.diagnostics[0].cause is not None
    return len(issue.fixes) == 1 and (is_of_cause or all(diagnostic.fix for diagnostic in issue.diagnostics))


def _collides(edit: Edit, edits: Sequence[Edit]) -> bool:
    """Whether ``edit`` collides with one of ``edits``, which are in the order of the text and do not overlap."""
    index = bisect(edits, _place(edit), key=_place)
    return any(_collide(before, edit) for before in edits[max(index - 1, 0) : index]) or any(
        _collide(edit, after) for after in edits[index : index + 1]
    )


def _collide(earlier: Edit, later: Edit) -> bool:
    """Whether two Edits, in the order of the text, change the same text or begin at the same place."""
    return later.span.start < earlier.span.end or later.span.start == earlier.span.start


def _place(edit: Edit) -> SourceSpan:
    return edit.span
