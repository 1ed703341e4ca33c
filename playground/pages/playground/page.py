"""The whole page as data: every fragment's panel and the choices that the form holds."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from django.utils.safestring import SafeString

from playground.engine import KUBERNETES_VERSIONS, Diagnostic, Dialect, Evaluation, Severity, refusal
from playground.pages.contents import LeftOut, left_out
from playground.pages.evaluated import Evaluated
from playground.pages.examples import Example, examples
from playground.pages.form.draft import DIALECTS, SEVERITIES, SHAPES, STAGES, SYNTAXES, VIEWS, Draft, GeneratedValue
from playground.pages.markup import counted, prose
from playground.pages.output.output import LinesPanel, diff_panel, output_panel
from playground.pages.playground.containers import ContainersPanel, containers_panel
from playground.pages.playground.issues import MOST_ISSUES, IssuesPanel, issue_count, issues_panel
from playground.pages.playground.needs import NeedsPanel, needs_panel
from playground.pages.playground.parameters import ParametersPanel, WrongValues, parameters_panel, wrong_values
from playground.pages.playground.secrets import SecretsPanel, secrets_panel

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


_CARDS = 3
_LABELS: Mapping[str, tuple[tuple[str, str], ...]] = {  # each control's words, and what it calls them
    control: tuple(zip(words, labels, strict=True))
    for control, words, labels in (
        ("dialect", DIALECTS, ("by apiVersion", "openshift", "proposal")),
        ("kubernetes", KUBERNETES_VERSIONS, [f"v{version}" for version in KUBERNETES_VERSIONS]),
        ("view", VIEWS, ("Expanded", "Diff", "Environment")),
        ("stage", STAGES, ("After both steps", "After processing")),
        ("syntax", SYNTAXES, ("YAML", "JSON")),
        ("shape", SHAPES, ("Documents", "List", "Template", "Aligned")),
        ("severity", SEVERITIES, ("All", "Errors", "Warnings")),
    )
}


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the words that a control offers."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Menu:
    """A control that offers a few words."""

    name: str
    label: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class InputsPanel:
    """The middle column: the Template's form, the pods' environment, or what to do when there is neither.

    What was typed for a text that holds no Template at the moment is carried along, so that it is still there
    when the text does again.
    """

    heading: str
    template: ParametersPanel | None
    environment: NeedsPanel | None
    empty: str
    notices: tuple[SafeString, ...]
    carried_values: tuple[tuple[str, str], ...] = ()
    carried_expressions: tuple[tuple[str, str], ...] = ()
    carried_generated: tuple[tuple[str, GeneratedValue], ...] = ()
    carried_assumed: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ResultPanel:
    """The right column's upper half: lines, containers, why there is neither, or where to start."""

    lines: LinesPanel | None = None
    containers: ContainersPanel | None = None
    stale: SafeString | None = None
    examples: tuple[Example, ...] = ()
    refusal: RefusalNotice | None = None


@dataclass(frozen=True, slots=True)
class PagePanel:
    """Everything that the page shows."""

    draft: Draft
    title: str
    source_fact: str
    parameters: InputsPanel
    output: ResultPanel
    issues: IssuesPanel
    status: str
    stale: SafeString | None  # where and why the text cannot be read
    errors: tuple[SafeString, ...]  # what was wrong with the request
    examples: tuple[Example, ...]
    left_out: LeftOut  # what a Share of it would leave out
    secrets: SecretsPanel  # secrets that a Share of it would contain
    wrong: WrongValues  # what is confirmed before a download
    dialects: tuple[Choice, ...]
    versions: tuple[Choice, ...]
    views: Menu
    syntaxes: Menu
    severities: Menu
    menus: tuple[Menu, ...]


def page_panel(found: Evaluated, errors: Sequence[str] = (), *, live: bool = False) -> PagePanel:
    """The page of an Evaluation; ``errors`` say what was wrong with the request.

    In a ``live`` answer nothing may appear that moves the field someone types in, and what only an open card shows is
    left for later.
    """
    draft, evaluation = found.draft, found.evaluation
    inputs = _inputs_panel(found, live)
    assumable = {item.name: item.id for item in inputs.environment.assumed} if inputs.environment else {}
    return PagePanel(
        draft=draft,
        title=page_title(evaluation, draft.title),
        source_fact=source_fact(evaluation),
        parameters=inputs,
        output=_result_panel(evaluation, draft, live),
        issues=issues_panel(evaluation, draft.digest, assumable),
        status=status_sentence(evaluation),
        stale=None if evaluation.readable else prose(first_refusal(evaluation)),
        errors=tuple(prose(error) for error in errors),
        examples=examples(),
        left_out=left_out(found),
        secrets=secrets_panel(evaluation),
        wrong=wrong_values(evaluation.processed),
        dialects=_choices("dialect", draft.dialect),
        versions=_choices("kubernetes", draft.kubernetes),
        views=Menu("view", "View", _choices("view", draft.view)),
        syntaxes=Menu("syntax", "Syntax", _choices("syntax", draft.syntax)),
        severities=Menu("severity", "Show", _choices("severity", draft.severity)),
        menus=(
            Menu("stage", "Stage", _choices("stage", draft.stage)),
            Menu("shape", "Shape", _choices("shape", draft.shape)),
        ),
    )


@cache
def _choices(control: str, chosen: str) -> tuple[Choice, ...]:
    """The choices of a control; they are few, so they are cached."""
    return tuple(Choice(word, label, word == chosen) for word, label in _LABELS[control])


def _inputs_panel(found: Evaluated, live: bool) -> InputsPanel:
    evaluation, draft, processed = found.evaluation, found.draft, found.evaluation.processed
    environment = needs_panel(evaluation, draft) if evaluation.readable else None
    template = parameters_panel(processed, draft, summary=not live) if processed else None
    return InputsPanel(
        heading="Environment" if environment and not template else "Parameters",
        template=template,
        environment=environment,
        empty="" if template or environment else _nothing_to_fill_in(evaluation),
        notices=tuple(prose(notice) for notice in found.notices),
        carried_values=_carried(draft.values, template),
        carried_expressions=_carried(draft.expressions, template),
        carried_generated=tuple(draft.generated.items()) if template is None else (),
        carried_assumed=_carried(draft.assumed, environment),
    )


def _carried(texts: Mapping[str, str], shown: object | None) -> tuple[tuple[str, str], ...]:
    return tuple(texts.items()) if shown is None else ()


def _nothing_to_fill_in(evaluation: Evaluation) -> str:
    if not evaluation.readable:
        return "Your values are kept and come back when the text can be read."
    if not evaluation.source.documents:
        return "The parameters of a Template, or what a pod needs from outside, will be here."
    return "Nothing to fill in: no Template, and no pod that needs anything from outside."


def _result_panel(evaluation: Evaluation, draft: Draft, live: bool) -> ResultPanel:
    if not evaluation.readable:
        return ResultPanel(stale=prose(first_refusal(evaluation)))
    if not evaluation.source.documents:
        return ResultPanel(examples=examples()[:_CARDS])
    if draft.view == "environment":
        return ResultPanel(containers=containers_panel(evaluation), refusal=refusal_notice(evaluation))
    lines = diff_panel(evaluation, draft) if draft.view == "diff" else output_panel(evaluation, draft, live=live)
    return ResultPanel(lines=lines, refusal=refusal_notice(evaluation))
