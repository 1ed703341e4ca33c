"""From a Draft to its Evaluation: evaluated, and once more without the values that do not fit its Template."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from playground.deadlines import deadline, limits
from playground.draft import Draft, made_from
from playground.engine import Deadline, Evaluation, Inputs, ProcessedTemplate, apply_edits, define_assumed, evaluate
from playground.facts import cluster_of, variables_of

_FIX_IS_GONE = "The text has changed since that fix was offered, so it was not applied. See the issues as they are now."


@dataclass(frozen=True, slots=True)
class Evaluated:
    """An Evaluation, the Draft it was made from, and notices for the user."""

    draft: Draft
    evaluation: Evaluation
    notices: tuple[str, ...] = ()


def evaluated(draft: Draft, prefilled: Iterable[str] = (), until: Deadline | None = None) -> Evaluated:
    """Evaluate ``draft``, without those of its values that no longer fit the Template.

    Values of Parameters that the Template no longer declares are dropped silently; so are generated values whose
    expression or dialect has changed, and new ones are generated. ``prefilled`` are the names of values from a link;
    a notice reports each one that the Template does not declare. ``until`` is the deadline, if the request has started
    it for an earlier evaluation.
    """
    until = until or deadline()
    evaluation = _evaluation(draft, until)
    if evaluation.processed is None:
        return Evaluated(draft, evaluation)
    fitting = _fitting(draft, evaluation.processed)
    notices = _unknown_names(prefilled, evaluation.processed)
    if fitting == draft:
        return Evaluated(draft, evaluation, notices)
    return Evaluated(fitting, _evaluation(fitting, until), notices)


def mended(draft: Draft) -> Evaluated:
    """Apply the fix or declaration that ``draft`` asks for to its source, and evaluate the result."""
    if draft.fix is None:
        return _defined(draft) if draft.define else evaluated(draft)
    (number, way), draft, until = draft.fix, replace(draft, fix=None), deadline()
    before = evaluated(draft, until=until)
    diagnostics = before.evaluation.diagnostics
    fixes = diagnostics[number].fixes if draft.is_as_shown and number < len(diagnostics) else ()
    if way >= len(fixes):
        return replace(before, notices=(*before.notices, _FIX_IS_GONE))
    return evaluated(replace(before.draft, source=apply_edits(draft.source, fixes[way].edits)), until=until)


def _defined(draft: Draft) -> Evaluated:
    """Declare the assumed variable that ``draft`` names in its source, and evaluate the result."""
    name, draft, until = draft.define, replace(draft, define=""), deadline()
    before = evaluated(draft, until=until)
    fix = define_assumed(before.evaluation).get(name)
    if fix is None:
        return before
    assumed = {other: text for other, text in draft.assumed.items() if other != name}
    return evaluated(replace(before.draft, assumed=assumed, source=apply_edits(draft.source, fix.edits)), until=until)


def _evaluation(draft: Draft, until: Deadline) -> Evaluation:
    return evaluate(
        draft.source,
        Inputs(
            values=draft.values,
            expressions=draft.expressions,
            pinned={name: pin.value for name, pin in draft.pinned.items()},
            dialect=draft.dialect,
            cluster=cluster_of(draft.assumed),
            assumed=variables_of(draft.assumed),
            kubernetes=draft.kubernetes,
        ),
        limits=limits(),
        deadline=until,
    )


def _fitting(draft: Draft, processed: ProcessedTemplate) -> Draft:
    """``draft`` with only the values and generated values that fit the Template as it is now.

    An empty field of a Parameter with a generator is left out too: as ``-p NAME=`` it would switch the generator off,
    which an empty form field should not do.
    """
    values = {value.parameter.name: value for value in processed.values}
    return replace(
        draft,
        values={
            name: text
            for name, text in draft.values.items()
            if name in values and (text or not values[name].parameter.generate)
        },
        expressions=_declared(draft.expressions, values),
        pinned={
            name: pin
            for name, pin in draft.pinned.items()
            if name in values and pin.made_from == made_from(values[name], processed.dialect)
        },
    )


def _declared(texts: Mapping[str, str], declared: Iterable[str]) -> dict[str, str]:
    names = set(declared)
    return {name: text for name, text in texts.items() if name in names}


def _unknown_names(prefilled: Iterable[str], processed: ProcessedTemplate) -> tuple[str, ...]:
    """A notice for each name in a link that is not a Parameter's."""
    names = set(prefilled)
    facts = (problem.detail for problem in processed.problems if problem.pattern == "unknown-parameter")
    return tuple(_unknown_name(fact["parameter"], fact["nearest"]) for fact in facts if fact["parameter"] in names)


def _unknown_name(name: str, nearest: str | None) -> str:
    question = f" Did you mean `{nearest}`?" if nearest else ""
    return f"Unknown parameter `{name}` in the link was ignored.{question}"
