"""The fields whose value is not final, because a Parameter in them has no value, or a wrong one.

What the server would say about such a field follows from the missing value, which has an error of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from playground.engine.evaluation import Evaluation
from playground.engine.model.location import FieldPath
from playground.engine.model.problems import Problem
from playground.engine.templates import ProcessedTemplate

_NOT_SETTLED: Final = ("required-parameter-missing", "unknown-generator", "generator-failed", "conversion-failed")


def is_consequence(evaluation: Evaluation, problem: Problem) -> bool:
    """Whether the server refuses or warns of a field because of a Parameter whose value is missing or wrong."""
    return "stage" in problem.detail and bool(unsettled_names(evaluation, problem.document, problem.path))


def unsettled_names(evaluation: Evaluation, document: int, path: FieldPath) -> frozenset[str]:
    """The names of the Parameters in the field at ``path`` whose value is missing or wrong."""
    processed = evaluation.processed
    if processed is None or document != processed.template.document.index:
        return frozenset()
    return evaluation.once("unsettled names", lambda: _by_field(processed)).get(path, frozenset())


def _by_field(processed: ProcessedTemplate) -> Mapping[FieldPath, frozenset[str]]:
    names = {problem.detail["parameter"] for problem in processed.problems if problem.pattern in _NOT_SETTLED}
    by_field: dict[FieldPath, frozenset[str]] = {}
    for reference in processed.references if names else ():
        if reference.name in names:
            by_field[reference.path] = by_field.get(reference.path, frozenset()) | {reference.name}
    return by_field
