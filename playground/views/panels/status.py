"""The status line: what was read, what became of it, and why an older result is still shown."""

from __future__ import annotations

from playground.engine import Evaluation, Severity
from playground.views.panels.issues import issue_count
from playground.views.panels.refusals import refusal_notice
from playground.views.panels.words import counted


def source_fact(evaluation: Evaluation) -> str:
    """What the source is: ``Template, 3 objects`` or ``Pod`` or ``2 objects``."""
    if not evaluation.readable or not evaluation.source.documents:
        return ""
    number = _number_of_objects(evaluation)
    if evaluation.template is not None:
        return f"Template, {number}"
    if len(evaluation.objects) == 1:
        value = evaluation.objects[0].value
        kind = value.get("kind") if isinstance(value, dict) else None
        return kind if isinstance(kind, str) and kind else number
    return number


def _number_of_objects(evaluation: Evaluation) -> str:
    """``3 objects``, without the documents that are none: plain text, a list, a Compose file."""
    kinds = (item.value.get("kind") for item in evaluation.objects if isinstance(item.value, dict))
    return counted(sum(isinstance(kind, str) and kind != "" for kind in kinds), "object")


def status_sentence(evaluation: Evaluation) -> str:
    """The sentence after every change: ``Expanded: 3 objects, 2 warnings.``, or how far it got if refused."""
    if not evaluation.readable:
        stopped = evaluation.stopped is not None
        return f"Not expanded: {'it takes too long' if stopped else 'the text cannot be read'}."
    if not evaluation.source.documents:
        return "Nothing to expand yet."
    facts = [_number_of_objects(evaluation)]
    if evaluation.diagnostics:
        facts.append(issue_count(evaluation))
    how = "Shown as far as it goes" if refusal_notice(evaluation) else "Expanded"
    return f"{how}: {', '.join(facts)}."


def first_refusal(evaluation: Evaluation) -> str:
    """Where and why the text cannot be read: the reader stops at the first place, so there is no more to say."""
    if evaluation.stopped is not None:
        return evaluation.diagnostics[0].message
    problem = next(problem for problem in evaluation.source.problems if problem.refused)
    return f"Line {problem.span.start.line}: {problem.message}"


def page_title(evaluation: Evaluation, title: str) -> str:
    """The window's title; errors come first, because tabs are short."""
    name = title or "Template Playground"
    errors = evaluation.count(Severity.ERROR)
    return f"({counted(errors, 'error')}) {name}" if errors else name
