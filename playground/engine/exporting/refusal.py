"""Why a Template cannot be converted, and where."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import Final

from playground.engine.model.problems import Problem
from playground.engine.model.refusal import Refusal
from playground.engine.templates import ProcessedTemplate


class RefusedError(Exception):
    """Ends a conversion; carries the Refusal."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason)
        self.refusal = refusal


# Problems that end with the conversion: values are given when the result is deployed, and the Template's own apiVersion
# is not in the result.
_SOLVED: Final = frozenset(
    {
        *("required-parameter-missing", "unknown-generator", "generator-failed", "unknown-parameter"),
        *("conversion-failed", "legacy-api-version", "unknown-api-version", "api-version-missing"),
    }
)
_REASONS: Final[Mapping[str, Callable[[Problem], str]]] = {  # where `oc` has no error, because it crashes
    "null-in-list": lambda _: "An element of a list becomes `null`.",
    "key-not-text": lambda problem: f"A key becomes {problem.detail['value']}, which is no text.",
    "output-too-large": lambda problem: f"The Template is too large: {problem.detail['message']}.",
    "conversion-failed": lambda problem: f"The value of `{problem.detail['parameter']}`: {problem.detail['message']}.",
    "unknown-parameter-type": lambda problem: f"There is no parameter type `{problem.detail['type']}`.",
}


def refuse_unprocessable(processed: ProcessedTemplate, solved: Container[str] = _SOLVED) -> None:
    """Raise RefusedError if the Template cannot be processed, in spite of the ``solved`` problems.

    By default, these are the problems that other values solve.
    """
    document = processed.template.document
    for problem in processed.problems:
        own_reason = _REASONS.get(problem.pattern)
        if problem.pattern in solved or not (problem.error or own_reason):
            continue
        reason = own_reason(problem) if own_reason else f"`oc process` refuses the Template: {problem.error}"
        hint = "Give it a value." if problem.pattern == "required-parameter-missing" else "Mend this first."
        raise RefusedError(Refusal(reason, hint, document.span(problem.path)))
