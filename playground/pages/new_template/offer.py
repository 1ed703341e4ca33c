"""What the view "template" of a Draft is about: suggestions for its Objects, those chosen, and their Template."""

from __future__ import annotations

from dataclasses import dataclass, replace

from playground.engine import (
    Deadline,
    Evaluation,
    NewTemplate,
    NoTemplate,
    OutOfTimeError,
    Refusal,
    Suggestion,
    Suggestions,
    suggest,
    template_of,
)
from playground.pages.draft_evaluation import PageEvaluation, evaluate_draft
from playground.pages.form.draft import Draft

_NO_TIME = Refusal(
    "The time of one request ran out before the Template was proved.",
    "Use the command line, which takes its time: `template-playground template FILE`.",
)


@dataclass(frozen=True, slots=True)
class TemplateOffer:
    """The suggestions, None if there are none; and the Template of the ``chosen`` ones, or why there is none."""

    suggestions: Suggestions | None
    chosen: frozenset[str]
    template: NewTemplate | NoTemplate


def offers_template(evaluation: Evaluation) -> bool:
    """Whether the text can be read, has no Template, and has Objects."""
    kinds = (item.value.get("kind") for item in evaluation.objects if isinstance(item.value, dict))
    return evaluation.readable and evaluation.template is None and any(isinstance(kind, str) and kind for kind in kinds)


def template_offer(evaluated: PageEvaluation) -> TemplateOffer:
    """The Template that the form's boxes choose; all within the time of the request."""
    deadline = evaluated.deadline or Deadline()
    suggestions, chosen = None, frozenset[str]()
    try:
        answer = suggest(evaluated.evaluation, deadline)
        if isinstance(answer, Refusal):
            return TemplateOffer(None, chosen, NoTemplate(answer))
        suggestions = answer
        chosen = frozenset(item.key for item in suggestions.items if _is_chosen(evaluated.draft, item))
        return TemplateOffer(suggestions, chosen, template_of(suggestions, chosen, deadline))
    except OutOfTimeError:
        return TemplateOffer(suggestions, chosen, NoTemplate(_NO_TIME))


def _is_chosen(draft: Draft, suggestion: Suggestion) -> bool:
    """Whether a suggestion's box is checked; one that the form does not have yet is by default."""
    if suggestion.rule in draft.take_all | draft.take_none:
        return suggestion.rule in draft.take_all
    return draft.taken.get(suggestion.key, suggestion.is_on)


def template_text(evaluated: PageEvaluation) -> str:
    """The Template of the view that shows it; "" in every other view, and if there is none."""
    if evaluated.draft.view != "template" or not offers_template(evaluated.evaluation):
        return ""
    template = template_offer(evaluated).template
    return template.text if isinstance(template, NewTemplate) else ""


def with_template(evaluated: PageEvaluation) -> PageEvaluation:
    """The same, or, if the form asks for it, the Template in place of the source; refused, the view that says why."""
    draft = evaluated.draft
    if not draft.adopts or not offers_template(evaluated.evaluation):
        return evaluated
    template = template_offer(evaluated).template
    if isinstance(template, NoTemplate):
        return replace(evaluated, draft=replace(draft, view="template"))
    changed = replace(draft, source=template.text, adopts=False, view="", taken={})
    return evaluate_draft(changed, until=evaluated.deadline)
