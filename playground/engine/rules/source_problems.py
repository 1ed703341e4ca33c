"""The bridge from the reader's problems to findings: the reader has already found the words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from playground.engine.diagnostics import Finding
from playground.engine.evaluation import Evaluation
from playground.engine.location import Position, SourceSpan

_CHART = re.compile(
    r"\{\{-?\s*(?:if|else|end|with|range|define|include|template|toYaml|/\*|\$|\.(?:Values|Release|Chart|Files|Capab))"
)


def found(evaluation: Evaluation, *patterns: str) -> Iterator[Finding]:
    """A Finding for each SourceProblem of these patterns."""
    for problem in evaluation.source.problems:
        if problem.pattern in patterns:
            field, hint = str(problem.field), _hint_for_chart(evaluation, problem.span) or problem.hint
            yield Finding(problem.message, problem.span, hint=hint, field=field, related=problem.related)


def _hint_for_chart(evaluation: Evaluation, span: SourceSpan) -> str:
    """What to do about a line that only Helm can read, as its author surely did not mean it for YAML."""
    line = SourceSpan(Position(span.start.line, 1), Position(span.start.line + 1, 1))
    if not _CHART.search(evaluation.source.text.slice(line)):
        return ""
    return "This is a line of a Helm chart: paste what `helm template` prints."
