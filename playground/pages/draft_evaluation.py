"""From a Draft, the content of the page's form, to its Evaluation, without the values that do not fit its Template."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from playground.engine import (
    Deadline,
    Evaluation,
    Inputs,
    OutOfTimeError,
    ProcessedTemplate,
    Source,
    Template,
    apply_edits,
    define_assumed,
    dialect_of,
    evaluate,
    first_template,
    fixes_with_one_meaning,
    nearest_name,
    process_template,
    read,
)
from playground.pages.form.draft import STAGES, Draft, made_from
from playground.pages.form.facts import cluster_of
from playground.pages.form.fields import ALL_FIXES
from playground.web.configured_limits import deadline, site_limits

_UNKNOWN_SET = "There is no value set `{}`."
_MOST_MISSPELT = 10  # unknown names in a link for which the nearest name is looked for
_FIX_IS_GONE = "The text has changed since that fix was offered, so it was not applied. See the issues as they are now."


@dataclass(frozen=True, slots=True)
class PageEvaluation:
    """An Evaluation, the Draft it was made from, and notices for the user."""

    draft: Draft
    evaluation: Evaluation
    notices: tuple[str, ...] = ()
    deadline: Deadline | None = None  # of the request


def evaluate_draft(draft: Draft, prefilled: Iterable[str] = (), until: Deadline | None = None) -> PageEvaluation:
    """Evaluate ``draft`` without the values that no longer fit its Template.

    Values of Parameters that the Template no longer declares are dropped silently; so are generated values whose
    expression or dialect has changed, and new ones are generated. ``prefilled`` are the names of values from a link;
    a notice names each value that the Template does not declare. ``until`` is the request's deadline, if an earlier
    evaluation has started it.
    """
    until = until or deadline()
    try:
        source = read(draft.source, site_limits(), until)
    except OutOfTimeError:
        # The engine reads the text again, and stops at once: the only diagnostic says that the time ran out.
        return PageEvaluation(draft, _evaluation(draft, draft.source, until), deadline=until)
    template = first_template(source)
    if template is None:
        notices = tuple(_unknown_name(name, "") for name in prefilled)[:_MOST_MISSPELT]
        evaluation = _evaluation(draft, source, until)
        # Without a Template there is no stage to choose. A broken text may have one, so it keeps its choice.
        stage = STAGES[0] if evaluation.readable else draft.stage
        return PageEvaluation(replace(draft, stage=stage), evaluation, notices, until)
    fitting, notices = _fitting(draft, template), _unknown_names(draft, prefilled, template)
    if draft.set not in ("", *draft.sets):
        fitting, notices = replace(fitting, set=""), (*notices, _UNKNOWN_SET.format(draft.set))
    notices += _unknown_in_added_set(draft, template)
    return PageEvaluation(fitting, _evaluation(fitting, source, until), notices, until)


def evaluate_with_fix(draft: Draft) -> PageEvaluation:
    """Apply the fix or declaration that ``draft`` asks for to its source, and evaluate the result."""
    if draft.fix is None:
        return _declare_assumed(draft) if draft.define else evaluate_draft(draft)
    (issue_index, fix_index), draft, until = draft.fix, replace(draft, fix=None), deadline()
    before = evaluate_draft(draft, until=until)
    issues = before.evaluation.issues if draft.is_as_shown else ()
    if (issue_index, fix_index) == ALL_FIXES:
        fixes = fixes_with_one_meaning(issues)
    else:
        offered = next((issue.fixes for issue in issues if issue.numbers[0] == issue_index), ())
        fixes = offered[fix_index : fix_index + 1]
    if not fixes:
        return replace(before, notices=(*before.notices, _FIX_IS_GONE))
    edits = [edit for fix in fixes for edit in fix.edits]
    return evaluate_draft(replace(before.draft, source=apply_edits(draft.source, edits)), until=until)


def _declare_assumed(draft: Draft) -> PageEvaluation:
    """Declare the variable ``draft.define`` in the source, with its assumed value, and evaluate the result.

    The source stays unchanged if the variable cannot be declared there.
    """
    name, draft, until = draft.define, replace(draft, define=""), deadline()
    before = evaluate_draft(draft, until=until)
    fix = define_assumed(before.evaluation).get(name)
    if fix is None:
        return before
    assumed = {variable: text for variable, text in draft.assumed.items() if variable != name}
    return evaluate_draft(
        replace(before.draft, assumed=assumed, source=apply_edits(draft.source, fix.edits)), until=until
    )


def evaluate_with_set(evaluated: PageEvaluation, name: str) -> Evaluation:
    """The Evaluation of the same text with the values of the set ``name``; "": with the values without a set.

    The deadline and the generated values are those of ``evaluated``.
    """
    inputs = _inputs(replace(evaluated.draft, set=name), _generated(evaluated.evaluation.processed))
    return evaluate(evaluated.evaluation.source, inputs, limits=site_limits(), deadline=evaluated.deadline)


def process_with_sets(evaluated: PageEvaluation) -> dict[str, ProcessedTemplate]:
    """The Template of ``evaluated``, processed with the values without a set ("") and with those of each set.

    {} without a Template. Raises OutOfTimeError when the deadline of ``evaluated`` passes. A generated value is the
    same in all sets.
    """
    source, generated = evaluated.evaluation.source, _generated(evaluated.evaluation.processed)
    by_set: dict[str, ProcessedTemplate] = {}
    for name in ("", *evaluated.draft.sets):
        inputs = _inputs(replace(evaluated.draft, set=name), generated)
        processed = process_template(source, inputs, limits=site_limits(), deadline=evaluated.deadline)
        if processed is None:
            return {}
        by_set[name] = processed
        generated |= processed.generated
    return by_set


def _generated(processed: ProcessedTemplate | None) -> dict[str, str]:
    return processed.generated if processed else {}


def _evaluation(draft: Draft, source: Source | str, until: Deadline) -> Evaluation:
    return evaluate(source, _inputs(draft, {}), limits=site_limits(), deadline=until)


def _inputs(draft: Draft, generated: Mapping[str, str]) -> Inputs:
    """The engine's Inputs; ``generated`` are further generated values, beside those of ``draft``."""
    draft_generated = {name: value.value for name, value in draft.generated.items()}
    return Inputs(
        values=draft.chosen_values,
        expressions=draft.expressions,
        generated={**draft_generated, **generated},
        dialect=draft.dialect,
        cluster=cluster_of(draft.cluster),
        assumed=draft.assumed,
        kubernetes=draft.kubernetes,
    )


def _fitting(draft: Draft, template: Template) -> Draft:
    """``draft`` with only the values and generated values that fit ``template``.

    An empty field of a Parameter with a generator is left out too. As ``-p NAME=`` it would switch the generator off;
    an empty form field should not.
    """
    parameters = {parameter.name: parameter for parameter in template.parameters}
    dialect = dialect_of(template, draft.dialect)
    made_from_now = {
        name: made_from(draft.expressions.get(name, parameter.from_), dialect) for name, parameter in parameters.items()
    }
    return replace(
        draft,
        values={
            name: text
            for name, text in draft.values.items()
            if name in parameters and (text or not parameters[name].generate)
        },
        sets={
            name: {parameter: text for parameter, text in values.items() if parameter in parameters}
            for name, values in draft.sets.items()
        },
        expressions={name: text for name, text in draft.expressions.items() if name in parameters},
        generated={
            name: generated
            for name, generated in draft.generated.items()
            if generated.made_from == made_from_now.get(name)
        },
    )


def _unknown_names(draft: Draft, prefilled: Iterable[str], template: Template) -> tuple[str, ...]:
    """A notice for each name in a link that is not a Parameter's."""
    declared, linked = dict.fromkeys(parameter.name for parameter in template.parameters), set(prefilled)
    unknown = [name for name in draft.values if name in linked and name not in declared]
    return tuple(
        _unknown_name(name, nearest_name(name, declared) if number < _MOST_MISSPELT else "")
        for number, name in enumerate(unknown)
    )


def _unknown_in_added_set(draft: Draft, template: Template) -> tuple[str, ...]:
    """A notice for each name in the added value set that is not a Parameter's; later requests drop them silently."""
    declared = {parameter.name for parameter in template.parameters}
    unknown = [name for name in draft.sets.get(draft.added_set, {}) if name not in declared]
    notices = tuple(f"`{name}` is no parameter of this Template, so the set has no such value." for name in unknown)
    more = len(notices) - _MOST_MISSPELT
    return (*notices[:_MOST_MISSPELT], f"And {more} more.") if more > 0 else notices


def _unknown_name(name: str, nearest: str) -> str:
    question = f" Did you mean `{nearest}`?" if nearest else ""
    return f"Unknown parameter `{name}` in the link was ignored.{question}"
