"""The whole page as data: every fragment's panel and the choices that the form holds."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from django.utils.safestring import SafeString

from playground.engine import KUBERNETES_VERSIONS, SYNTAXES, Evaluation, dialect_of
from playground.pages.draft_evaluation import PageEvaluation, evaluate_with_set
from playground.pages.examples import Example, examples
from playground.pages.form.draft import DIALECTS, OUTPUTS, SEVERITIES, STAGES, VIEWS, Draft
from playground.pages.form.fields import BASE, EMPTY_IN_SET, MOST_FILES, SOURCE_BYTES
from playground.pages.markup import Command, Panel, prose
from playground.pages.new_template.offer import TemplateOffer, offers_template, template_offer
from playground.pages.new_template.suggestions_panel import SuggestionsPanel, fields_of, suggestions_panel
from playground.pages.new_template.template_panel import NewTemplatePanel, new_template_panel
from playground.pages.output.containers import ContainersPanel, containers_panel
from playground.pages.output.lines_panel import LinesPanel, diff_panel, output_panel
from playground.pages.output.sets_table import SetsTable, sets_table
from playground.pages.parameters.inputs_panel import ParametersPanel, parameters_panel
from playground.pages.parameters.needs import NeedsPanel, needs_panel
from playground.pages.playground.cluster_commands import CLUSTER_COMMANDS
from playground.pages.playground.issues import IssuesPanel, issues_panel
from playground.pages.playground.kinds import kinds_address
from playground.pages.playground.secret_lines import SecretsPanel, secrets_panel
from playground.pages.playground.summary import (
    RefusalNotice,
    first_refusal,
    page_title,
    refusal_notice,
    source_fact,
    status_sentence,
    text_description,
)
from playground.pages.playground.unread import UnreadPanel, too_large_panel, unread_panel
from playground.pages.storable import LeftOut, left_out_in_preview
from playground.storage.shares.identity import title_of

_CARDS = 3  # examples offered while there is no text
_LABELS: Mapping[str, tuple[tuple[str, str], ...]] = {  # the values of each control, and their labels
    control: tuple(zip(values, labels, strict=True))
    for control, values, labels in (
        ("dialect", DIALECTS, ("automatic", "OpenShift", "the proposal")),
        ("kubernetes", KUBERNETES_VERSIONS, [f"Kubernetes {version}" for version in KUBERNETES_VERSIONS]),
        ("view", VIEWS, ("Expanded", "Diff", "Environment", "As Template", "Sets")),
        ("stage", STAGES, ("What the container gets", "What oc process prints")),
        ("syntax", SYNTAXES, ("YAML", "JSON")),
        ("shape", OUTPUTS, ("Documents", "List", "Template", "Aligned")),
        ("severity", SEVERITIES, ("All", "Errors", "Warnings")),
    )
}


@dataclass(frozen=True, slots=True)
class Choice(Panel):
    """A value that a control offers."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Menu(Panel):
    """A control that offers a few values."""

    name: str
    label: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class ToolChoice(Panel):
    """A tool that "Use it" offers."""

    value: str
    label: str
    converts: bool = False  # the text is converted for it, so the choice sends a request


_TOOLS = (
    ToolChoice("file", "File"),
    ToolChoice("kubectl", "kubectl"),
    ToolChoice("oc", "oc"),
    ToolChoice("curl", "curl"),
    ToolChoice("helm", "Helm", converts=True),
    ToolChoice("kustomize", "Kustomize", converts=True),
    ToolChoice("readme", "README"),
)


@dataclass(frozen=True, slots=True)
class InputsPanel(Panel):
    """The middle column: the Template's form, the pods' environment, or what to do when there is neither.

    Values for a Template stay in hidden fields while the text holds no Template, so that they come back with it.
    """

    heading: str
    template: ParametersPanel | None
    environment: NeedsPanel | None
    suggestions: SuggestionsPanel | None  # for a Template of plain Objects
    offers_template: bool  # a button that shows the suggestions
    empty: str  # the sentence that is shown if there is neither form nor environment
    carried: tuple[tuple[str, str], ...]  # the hidden fields, each a name and a value

    @property
    def count(self) -> int:
        """How many fields the column has."""
        needs, suggestions = self.environment, self.suggestions.count if self.suggestions else 0
        fields = (len(self.template.items) if self.template else 0) + (len(needs.assumed + needs.facts) if needs else 0)
        return fields + suggestions

    @property
    def digest(self) -> str:
        """A short hash of all that the column shows."""
        return hashlib.sha256(repr(self).encode("utf-8", "surrogatepass")).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class ResultPanel(Panel):
    """The right column's upper half: lines, containers, why there is neither, or where to start."""

    lines: LinesPanel | None = None
    containers: ContainersPanel | None = None
    unread: UnreadPanel | None = None  # why the text has no output
    examples: tuple[Example, ...] = ()
    commands: tuple[Command, ...] = ()  # that print a text to paste
    refusal: RefusalNotice | None = None
    sets: SetsTable | None = None
    template: NewTemplatePanel | None = None


@dataclass(frozen=True, slots=True)
class PagePanel(Panel):
    """Everything that the page shows."""

    draft: Draft
    most_bytes: int  # of the source
    most_files: int  # that are joined to one source
    title: str
    name: str  # of the text, for as long as it has no title; "" for none
    source_fact: str
    parameters: InputsPanel
    output: ResultPanel
    issues: IssuesPanel
    status: str
    stale: SafeString | None  # where and why the text cannot be read: an output shown before is stale now
    errors: tuple[SafeString, ...]  # what was wrong with the request, such as an unknown name in a link
    examples: tuple[Example, ...]
    commands: tuple[Command, ...]  # that print a text to paste
    pane: str  # that a narrow window shows first
    automatic_dialect: str  # "automatic (OpenShift)": the dialect that the text's apiVersion chooses
    view_by_text: str  # the view in which the text is shown unless the user chooses another one
    left_out: LeftOut  # what a Share of this page would leave out
    secrets: SecretsPanel  # secrets that a Share of this page would contain
    dialects: tuple[Choice, ...]
    versions: tuple[Choice, ...]
    views: Menu
    syntaxes: Menu
    severities: Menu
    menus: tuple[Menu, ...]
    shapes: Menu  # of the output and its file, under "Use it"
    tools: tuple[ToolChoice, ...]  # of "Use it"
    against: Menu | None  # with what the diff compares the output; None without value sets
    description: str  # of the text, for programs that show a link to it

    @property
    def kinds(self) -> str:
        """The beginning of the addresses of the files with the fields of each kind."""
        return kinds_address()


def page_panel(evaluated: PageEvaluation, errors: Sequence[str] = (), *, live: bool = False) -> PagePanel:
    """The page of an Evaluation; ``errors`` are the errors in the request.

    A ``live`` answer replaces parts of the page while the user types, so nothing in it may move the field in which the
    user types. It holds no traces; the page asks for a trace when the user opens it.
    """
    evaluation, by_text = evaluated.evaluation, _view_by_text(evaluated.evaluation)
    views = _views(evaluated)
    draft = evaluated.draft if evaluated.draft.view in views else replace(evaluated.draft, view=by_text)
    offer = template_offer(evaluated) if draft.view == "template" and evaluation.readable else None
    inputs = _inputs_panel(evaluated, offer, live)
    assumable = {item.name: item.id for item in inputs.environment.assumed} if inputs.environment else {}
    wrong = inputs.template.ids_of_wrong if inputs.template else {}
    output = _result_panel(replace(evaluated, draft=draft), offer, assumable, live)
    name = title_of(evaluation)
    return PagePanel(
        draft=draft,
        most_bytes=SOURCE_BYTES,
        most_files=MOST_FILES,
        title=page_title(evaluation, draft.title or name),
        name=name,
        source_fact=source_fact(evaluation),
        parameters=inputs,
        output=output,
        issues=issues_panel(evaluation, draft.digest, assumable, wrong),
        status=_status(evaluation, output),
        stale=None if evaluation.readable else prose(first_refusal(evaluation)),
        errors=tuple(prose(error) for error in (*errors, *evaluated.notices)),
        examples=examples(),
        commands=CLUSTER_COMMANDS,
        pane="source" if draft.source else "output",
        automatic_dialect=_automatic_dialect(evaluation),
        view_by_text=by_text,
        left_out=left_out_in_preview(evaluated),
        secrets=secrets_panel(evaluation),
        dialects=_choices("dialect", draft.dialect),
        versions=_choices("kubernetes", draft.kubernetes),
        views=Menu("view", "View", tuple(item for item in _choices("view", draft.view) if item.value in views)),
        syntaxes=Menu("syntax", "Syntax", _choices("syntax", draft.syntax)),
        severities=Menu("severity", "Show", _choices("severity", draft.severity)),
        menus=(Menu("stage", "Stage", _choices("stage", draft.stage)),),
        shapes=Menu("shape", "Shape", _choices("shape", draft.shape)),
        tools=_TOOLS,
        against=Menu("against", "Compare with", tuple(_compared_with(draft))) if draft.sets else None,
        description="" if live else text_description(evaluation),
    )


def _views(evaluated: PageEvaluation) -> tuple[str, ...]:
    """The views of the text. One that cannot be read for a moment keeps that of a Template of its Objects."""
    draft, evaluation = evaluated.draft, evaluated.evaluation
    left_out = set() if draft.sets else {"sets"}
    if not offers_template(evaluation) and (evaluation.readable or draft.view != "template"):
        left_out.add("template")
    return tuple(view for view in VIEWS if view not in left_out)


def _status(evaluation: Evaluation, output: ResultPanel) -> str:
    if output.template:
        return output.template.proof or "No Template of these objects: the output says why."
    if output.unread and evaluation.readable:
        return "Not expanded: the text holds no Kubernetes object."
    return status_sentence(evaluation)


def too_large_page(evaluated: PageEvaluation, size: int) -> PagePanel:
    """The page of a text of ``size`` bytes that was not sent; ``evaluated`` is that of the form without it."""
    return replace(
        page_panel(evaluated, live=True),
        output=ResultPanel(unread=too_large_panel(size)),
        status="Not expanded: the text is too large.",
    )


def _view_by_text(evaluation: Evaluation) -> str:
    """A text without a Template is about its containers: what each one receives is shown first."""
    return "environment" if evaluation.containers and evaluation.template is None else "expanded"


def _automatic_dialect(evaluation: Evaluation) -> str:
    """The label of the choice that leaves the dialect to the text, with the dialect if the text has a Template."""
    labels = dict(_LABELS["dialect"])
    automatic, template = labels[DIALECTS[0]], evaluation.template
    return automatic if template is None else f"{automatic} ({labels[dialect_of(template).value]})"


@cache
def _choices(control: str, chosen: str) -> tuple[Choice, ...]:
    """The choices of a control; they are few, so they are cached."""
    return tuple(Choice(value, label, value == chosen) for value, label in _LABELS[control])


def _compared_with(draft: Draft) -> Iterator[Choice]:
    """The source, and every value set but the one that the output has."""
    yield Choice("", "from the source", not _against(draft))
    for name in (BASE, *draft.sets):
        if name != (draft.set or BASE):
            yield Choice(name, f"from {name}", name == draft.against)


def _against(draft: Draft) -> str:
    """The value set with which the diff compares the output, or BASE; "" for the source."""
    return draft.against if draft.against in (BASE, *draft.sets) and draft.against != (draft.set or BASE) else ""


def _inputs_panel(evaluated: PageEvaluation, offer: TemplateOffer | None, live: bool) -> InputsPanel:
    evaluation, draft, processed = evaluated.evaluation, evaluated.draft, evaluated.evaluation.processed
    suggestions = suggestions_panel(offer) if offer else None
    environment = needs_panel(evaluation, draft) if evaluation.readable and not offer else None
    template = parameters_panel(processed, draft, summary=not live) if processed else None
    carried = [*_fields_of_template(draft)] if template is None else []
    carried += _fields_of_pods(draft, environment)
    is_empty = not (template or environment or suggestions)
    empty = _nothing_to_fill_in(evaluation, has_values=bool(carried)) if is_empty else ""
    carried += [] if suggestions else fields_of(draft.taken)
    return InputsPanel(
        heading="Suggestions" if offer else "Environment" if environment and not template else "Parameters",
        template=template,
        environment=environment,
        suggestions=suggestions,
        offers_template=not offer and offers_template(evaluation),
        empty=empty,
        carried=tuple(carried),
    )


def _fields_of_template(draft: Draft) -> Iterator[tuple[str, str]]:
    """The hidden fields that carry the values for a Template."""
    for name, value in draft.values.items():
        # An empty `value.NAME` would count as an untouched field: `clear` gives the empty value, as its button does.
        yield (f"value.{name}", value) if value else ("clear", name)
    for name, values in draft.sets.items():
        yield "sets", name
        yield from ((f"set.{name}.{parameter}", value or EMPTY_IN_SET) for parameter, value in values.items())
    if draft.sets:
        yield "set", draft.set
    for name, expression in draft.expressions.items():
        yield f"expression.{name}", expression
    for name, generated in draft.generated.items():
        yield f"generated.{name}", generated.value
        yield f"generated-from.{name}", generated.made_from


def _fields_of_pods(draft: Draft, shown: NeedsPanel | None) -> Iterator[tuple[str, str]]:
    """The hidden fields that carry the values for pods: those that the text does not use have no other field."""
    assumed = {item.name for item in shown.assumed} if shown else set()
    facts = {item.name for item in shown.facts} if shown else set()
    yield from ((f"assumed.{name}", value) for name, value in draft.assumed.items() if name not in assumed)
    yield from ((f"cluster.{name}", value) for name, value in draft.cluster.items() if name not in facts)


def _nothing_to_fill_in(evaluation: Evaluation, has_values: bool) -> str:
    if has_values and not evaluation.readable:
        return "Your values are kept and come back when the text can be read."
    if not evaluation.readable or not evaluation.source.documents:
        return "Parameters of a Template, and values that a pod needs from outside, appear here."
    return "Nothing to fill in: the text has no Template, and no pod that needs a value from outside."


def _result_panel(
    evaluated: PageEvaluation, offer: TemplateOffer | None, assumable: Mapping[str, str], live: bool
) -> ResultPanel:
    draft, evaluation, deadline = evaluated.draft, evaluated.evaluation, evaluated.deadline
    if unread := unread_panel(evaluation):
        return ResultPanel(unread=unread)
    if not evaluation.source.documents:
        return ResultPanel(examples=examples()[:_CARDS], commands=CLUSTER_COMMANDS)
    if offer:
        return ResultPanel(template=new_template_panel(offer))
    if draft.view == "environment":
        return ResultPanel(containers=containers_panel(evaluation, assumable), refusal=refusal_notice(evaluation))
    if draft.view == "sets" and draft.sets:
        return ResultPanel(sets=sets_table(evaluated))
    if draft.view == "diff":
        return ResultPanel(lines=_diff(evaluated, live), refusal=refusal_notice(evaluation))
    lines = output_panel(evaluation, draft, live=live, deadline=deadline)
    return ResultPanel(lines=lines, refusal=refusal_notice(evaluation))


def _diff(evaluated: PageEvaluation, live: bool) -> LinesPanel:
    """The differences of the output from the source, or from the output of another value set."""
    draft = replace(evaluated.draft, against=_against(evaluated.draft))
    other = evaluate_with_set(evaluated, "" if draft.against == BASE else draft.against) if draft.against else None
    return diff_panel(evaluated.evaluation, draft, evaluated.deadline, live=live, other=other)
