"""Who refuses the text: `oc process`, the API server or the kubelet."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from django.utils.safestring import SafeString

from playground.engine import Diagnostic, Dialect, Evaluation, Severity, refusal
from playground.views.panels.issues import MOST_ISSUES
from playground.views.panels.words import prose

_OF_THE_SERVER = ("POD601", "POD602")
_OF_THE_KUBELET = ("POD603",)


@dataclass(frozen=True, slots=True)
class RefusalNotice:
    """One line above the output, and the issue with the reason."""

    message: SafeString
    issue: int | None  # its number in the list of issues; None when it is not listed


def refusal_notice(evaluation: Evaluation) -> RefusalNotice | None:
    """The first program that refuses the text; None if none does, or nothing could be read."""
    if not evaluation.readable:
        return None
    if evaluation.processed is not None and refusal(evaluation.processed, "-"):
        found = _first(evaluation, but=(*_OF_THE_SERVER, *_OF_THE_KUBELET))
        return _notice(_refused_template(evaluation), found)
    if found := _first(evaluation, of=_OF_THE_SERVER):
        return _notice(f"The API server refuses `{found[1].field}`", found)
    if found := _first(evaluation, of=_OF_THE_KUBELET):
        names = (item.name for item in evaluation.containers if item.event)
        return _notice(f"Container `{next(names, 'unnamed')}` does not start", found)
    return None


def _refused_template(evaluation: Evaluation) -> str:
    """The notice; it names `oc process`, but not for the proposal, which has no program, nor for our own limit."""
    processed = evaluation.processed
    if processed is None or processed.dialect is not Dialect.OPENSHIFT:
        return "This Template is refused"
    own = any(problem.pattern == "output-too-large" for problem in processed.problems)
    return "This Template makes too much" if own else "`oc process` refuses this Template"


def _first(
    evaluation: Evaluation, *, of: Container[str] = (), but: Container[str] = ()
) -> tuple[int, Diagnostic] | None:
    """The first error that is listed, with its number: one ``of`` these codes, or any ``but`` these."""
    return next(
        (
            (number, diagnostic)
            for number, diagnostic in enumerate(evaluation.diagnostics)
            if diagnostic.severity is Severity.ERROR and (diagnostic.code in of if of else diagnostic.code not in but)
        ),
        None,
    )


def _notice(what: str, found: tuple[int, Diagnostic] | None) -> RefusalNotice:
    number = found[0] if found and found[0] < MOST_ISSUES else None
    return RefusalNotice(prose(f"{what}; shown as far as it goes."), number)
