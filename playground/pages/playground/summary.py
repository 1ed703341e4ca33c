"""The page's sentences about a whole Evaluation: the status line, the title, and which program refuses the text."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from django.utils.safestring import SafeString

from playground.engine import Diagnostic, Dialect, Evaluation, ProcessedTemplate, Severity, refusal
from playground.pages.markup import Panel, counted, prose
from playground.pages.output.faults.of_evaluation import MOST_ISSUES
from playground.pages.output.lines import line_words
from playground.pages.playground.issues import issue_count

_OF_THE_SERVER = ("POD601", "POD602")  # rules about a pod that the API server refuses
_MOST_KINDS = 8  # in a description
_LONGEST_KIND = 63  # characters; a longer kind is left out of a description
_OF_THE_KUBELET = ("POD603",)  # rules about a container that the kubelet does not start


def status_sentence(evaluation: Evaluation) -> str:
    """The sentence after every change: ``Expanded: 3 objects, 2 warnings.``, or how far it got if refused."""
    if not evaluation.readable:
        stopped = evaluation.stopped is not None
        return f"Not expanded: {'it takes too long' if stopped else 'the text cannot be read'}."
    if not evaluation.source.documents:
        return "Nothing to expand yet."
    if _is_withheld(evaluation):
        return "Not expanded: the Template is too large."
    facts = [_number_of_objects(evaluation)]
    if evaluation.diagnostics:
        facts.append(issue_count(evaluation))
    how = "Shown as far as it goes" if refusal_notice(evaluation) else "Expanded"
    return f"{how}: {', '.join(facts)}."


def source_fact(evaluation: Evaluation) -> str:
    """The kind of the source: ``Template, 3 objects`` or ``Pod`` or ``2 objects``."""
    if not evaluation.readable or not evaluation.source.documents:
        return ""
    number = _number_of_objects(evaluation)
    if evaluation.template is not None:
        return "Template" if _is_withheld(evaluation) else f"Template, {number}"
    if len(evaluation.objects) == 1:
        value = evaluation.objects[0].value
        kind = value.get("kind") if isinstance(value, dict) else None
        return kind if isinstance(kind, str) and kind else number
    return number


def _number_of_objects(evaluation: Evaluation) -> str:
    """``3 objects``; a document without a kind is not counted: plain text, a list, a Compose file."""
    kinds = (item.value.get("kind") for item in evaluation.objects if isinstance(item.value, dict))
    return counted(sum(isinstance(kind, str) and kind != "" for kind in kinds), "object")


def _is_withheld(evaluation: Evaluation) -> bool:
    """Whether the Template passes our own limits already before its first object is processed."""
    processed = evaluation.processed
    return processed is not None and not processed.objects and _passes_limit(processed)


def _passes_limit(processed: ProcessedTemplate) -> bool:
    return any(problem.pattern == "output-too-large" for problem in processed.problems)


def text_description(evaluation: Evaluation) -> str:
    """The text in a sentence without its values: ``Template with 2 parameters and 2 objects: Secret, Deployment.``"""
    if not evaluation.readable:
        return "A text that cannot be read."
    values = [item.value for item in evaluation.objects]
    kinds = dict.fromkeys(str(value.get("kind") or "") for value in values if isinstance(value, dict))
    listed = ", ".join([kind for kind in kinds if kind and len(kind) <= _LONGEST_KIND][:_MOST_KINDS])
    facts = _number_of_objects(evaluation)
    if evaluation.template is not None:
        parameters = counted(len(evaluation.template.parameters), "parameter")
        facts = f"Template with {parameters}" + ("" if _is_withheld(evaluation) else f" and {facts}")
    return f"{facts}: {listed}." if listed else f"{facts}."


def page_title(evaluation: Evaluation, title: str) -> str:
    """The window's title; errors come first, because tabs are short. The site comes last, for bookmarks."""
    name = f"{title} – Template Playground" if title else "Template Playground"
    errors = evaluation.count(Severity.ERROR)
    return f"({counted(errors, 'error')}) {name}" if errors else name


def first_refusal(evaluation: Evaluation) -> str:
    """Where and why the text cannot be read; the reader stops at the first error."""
    if evaluation.stopped is not None:
        return evaluation.diagnostics[0].message
    problem = next(problem for problem in evaluation.source.problems if problem.refused)
    return f"{line_words(evaluation.source.text, problem.span.start.line)}: {problem.message}"


@dataclass(frozen=True, slots=True)
class RefusalNotice(Panel):
    """One line above the output, and the issue with the reason."""

    message: SafeString
    issue: int | None  # its number in the list of issues; None when it is not listed


def refusal_notice(evaluation: Evaluation) -> RefusalNotice | None:
    """The first program that refuses the text; None if none does, or nothing could be read."""
    if not evaluation.readable:
        return None
    if evaluation.processed is not None and refusal(evaluation.processed, "-"):  # `-`: the file in the message
        # The refusal of a Template says nothing about its pods, so their errors are not the reason.
        error = _first_error(evaluation, but=(*_OF_THE_SERVER, *_OF_THE_KUBELET))
        if _is_withheld(evaluation):
            return _notice("The output of this Template is too large, so nothing of it is shown.", error)
        return _refused(_refused_template(evaluation), error)
    if error := _first_error(evaluation, of=_OF_THE_SERVER):
        return _refused(f"The API server refuses `{error[1].field}`", error)
    if error := _first_error(evaluation, of=_OF_THE_KUBELET):
        names = (container.name for container in evaluation.containers if container.event)
        return _refused(f"Container `{next(names, 'unnamed')}` does not start", error)
    return None


def _refused_template(evaluation: Evaluation) -> str:
    """The sentence about a refused Template.

    `oc process` is not named for the proposal, which no program implements, nor for our own limit.
    """
    processed = evaluation.processed
    if processed is None or processed.dialect is not Dialect.OPENSHIFT:
        return "This Template is refused"
    own = _passes_limit(processed)
    return "The output of this Template is too large" if own else "`oc process` refuses this Template"


def _first_error(
    evaluation: Evaluation, *, of: Container[str] = (), but: Container[str] = ()
) -> tuple[int, Diagnostic] | None:
    """The first error and its index: of the rules ``of``, or, without ``of``, of all rules ``but`` these."""
    return next(
        (
            (number, diagnostic)
            for number, diagnostic in enumerate(evaluation.diagnostics)
            if diagnostic.severity is Severity.ERROR and (diagnostic.code in of if of else diagnostic.code not in but)
        ),
        None,
    )


def _refused(reason: str, error: tuple[int, Diagnostic] | None) -> RefusalNotice:
    return _notice(f"{reason}; shown as far as it goes.", error)


def _notice(sentence: str, error: tuple[int, Diagnostic] | None) -> RefusalNotice:
    number = error[0] if error and error[0] < MOST_ISSUES else None
    return RefusalNotice(prose(sentence), number)
