"""Turns the reader's problems into Findings: the message is the reader's, the advice may be better."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from playground.engine.evaluation import Evaluation
from playground.engine.model.diagnostics import Finding, Fix
from playground.engine.model.location import Position, SourceSpan
from playground.engine.reading import SourceProblem
from playground.engine.rules.fixes.lookalikes import (
    advice_on_foreign_line,
    likeness_of,
    odd_beginning,
    plain_beginnings,
)
from playground.engine.rules.fixes.syntax_errors import repair

_MOST_REPAIRS: Final = 5  # problems for which a repair is tried; each trial reads the text again


def findings_of(evaluation: Evaluation, *patterns: str) -> Iterator[Finding]:
    """A Finding for each SourceProblem with one of the ``patterns``."""
    for problem in evaluation.source.problems:
        if problem.pattern in patterns:
            likeness = likeness_of(evaluation.source.text.text, _line(evaluation, problem.span))
            hint, fix = (likeness.hint, None) if likeness else _advice(evaluation, problem)
            field = str(problem.field)
            yield Finding(problem.message, problem.span, hint, field, problem.related, fix, likeness=likeness)


def _advice(evaluation: Evaluation, problem: SourceProblem) -> tuple[str, Fix | None]:
    return _better_advice(evaluation, problem) or _repaired(evaluation, problem)


def _repaired(evaluation: Evaluation, problem: SourceProblem) -> tuple[str, Fix | None]:
    """Advice on a problem, and the Fix if its repair succeeds."""
    refusals = (refusal for refusal in evaluation.source.problems if refusal.refused)
    first_refusals = list(islice(refusals, _MOST_REPAIRS))
    unreadable_above = sum(refusal.span.start < problem.span.start for refusal in first_refusals)
    is_repairable = problem in first_refusals
    hint, fix = repair(problem, evaluation.source.text, unreadable_above) if is_repairable else ("", None)
    return hint or problem.hint, fix


def _better_advice(evaluation: Evaluation, problem: SourceProblem) -> tuple[str, Fix | None] | None:
    """Advice if a line of the problem belongs to another program, or has lookalike characters; else None."""
    if hint := advice_on_foreign_line(_line(evaluation, problem.span)):
        return hint, None
    for span in (problem.span, *(related.span for related in problem.related)):
        oddity, hint = odd_beginning(_line(evaluation, span))
        if oddity:
            return f"Line {span.start.line} {oddity}. {hint}", plain_beginnings(evaluation)
    return None


def _line(evaluation: Evaluation, span: SourceSpan) -> str:
    """The line in which a span starts."""
    line = SourceSpan(Position(span.start.line, 1), Position(span.start.line + 1, 1))
    return evaluation.source.text.slice(line)
