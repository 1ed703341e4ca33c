"""The bridge from the reader's problems to findings: the reader has already found the words."""

from __future__ import annotations

from collections.abc import Iterator

from playground.engine.diagnostics import Finding
from playground.engine.evaluation import Evaluation


def found(evaluation: Evaluation, *patterns: str) -> Iterator[Finding]:
    """A Finding for each SourceProblem of these patterns."""
    for problem in evaluation.source.problems:
        if problem.pattern in patterns:
            field = str(problem.field)
            yield Finding(problem.message, problem.span, hint=problem.hint, field=field, related=problem.related)
