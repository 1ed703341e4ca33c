"""Makes the Template of the suggestions that are chosen: only edits of the text, and only with its proof."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final

from playground.engine.authoring.leftovers import SHORTEST_SEARCHED, searched_text
from playground.engine.authoring.suggestions.model import Suggestion, Suggestions
from playground.engine.authoring.suggestions.proving import Proven, prove
from playground.engine.authoring.suggestions.removing import removal_edits, with_emptied
from playground.engine.authoring.value_places import reference_edits
from playground.engine.authoring.wrapping import wrap
from playground.engine.editing.declaring import Declaration, declaration_lines
from playground.engine.editing.parameter_names import reference_to
from playground.engine.kubernetes.names import subdomain_errors
from playground.engine.model.deadline import Deadline
from playground.engine.model.diagnostics import Edit
from playground.engine.model.location import ROOT, FieldPath, SourceSpan
from playground.engine.model.records import record
from playground.engine.model.refusal import Refusal
from playground.engine.reading import apply_edits, read

_MOST_TRIALS: Final = 6  # suggestions that are left out, one at a time, to find the one that breaks the proof


@record()
class NewTemplate:
    """A Template of pasted Objects, proved."""

    text: str
    chosen: tuple[Suggestion, ...]
    objects: int  # how many it has
    dropped: Mapping[str, str]  # the values that are replaced and no defaults, by the Parameter's name
    left: Mapping[str, int]  # of those, the secrets that some other line still holds: its number in ``text``
    short: tuple[str, ...]  # the Parameters whose secrets are too short to be searched for
    renamed: str  # the Parameter that got another value in the second proof; "": there is none


@record()
class NoTemplate:
    """Why the Template of the chosen suggestions is not offered; the places are those of the pasted text."""

    refusal: Refusal
    suspect: str = ""  # the key of the suggestion that has to be left out; "" if that is not known


def template_of(suggestions: Suggestions, keys: Iterable[str], deadline: Deadline) -> NewTemplate | NoTemplate:
    """The Template of the suggestions with these ``keys``, or why there is none.

    Two proofs hold. Processed with its defaults, and with the values that are replaced, it gives the Objects as
    pasted, without what is removed. With another name of the application, it raises no other diagnostic.
    Raises OutOfTimeError when the ``deadline`` passes.
    """
    chosen = suggestions.chosen(keys)
    refusal = _too_many(suggestions, chosen)
    if refusal is not None:
        return NoTemplate(refusal)
    proven = _proven(suggestions, chosen, deadline)
    if isinstance(proven, Proven):
        return _new_template(chosen, proven, deadline)
    return _with_remedy(suggestions, chosen, proven, deadline)


def _too_many(suggestions: Suggestions, chosen: Sequence[Suggestion]) -> Refusal | None:
    """Why the Template may not have a Parameter for each of the ``chosen`` suggestions; None if it may."""
    parameters, most = list(_parameters(chosen)), suggestions.evaluation.limits.parameters
    if len(parameters) <= most:
        return None
    beyond, _ = parameters[most]
    message = f"The Template would have {len(parameters):,} parameters, and the limit is {most:,}."
    return Refusal(message, "Leave some of the suggestions out, or paste fewer objects.", beyond.places[0].span)


def _parameters(chosen: Iterable[Suggestion]) -> Iterator[tuple[Suggestion, Declaration]]:
    """The suggestions that declare a Parameter, each with its declaration."""
    return ((suggestion, suggestion.declaration) for suggestion in chosen if suggestion.declaration is not None)


def _proven(suggestions: Suggestions, chosen: Sequence[Suggestion], deadline: Deadline) -> Proven | Refusal:
    """The text with its proof, or why there is none."""
    removed = _removed(suggestions, chosen)
    numbered = [(number, path) for number, paths in removed.items() for path in paths]
    removals = tuple(removal_edits(suggestions.objects, numbered, deadline))
    evaluation = suggestions.evaluation
    limits, pasted = evaluation.limits, evaluation.source.text.text
    changes = (*removals, *_value_edits(chosen, removals))
    wrapped = wrap(read(apply_edits(pasted, changes), limits, deadline), limits, deadline)
    if isinstance(wrapped, Refusal):
        return replace(wrapped, span=evaluation.source.text.span(0, 0))
    parameters = sorted(_parameters(chosen), key=lambda pair: (pair[0].rule != "name", pair[0].places[0].span))
    declarations = [declaration for _, declaration in parameters]
    newline = evaluation.source.text.newline
    text = replace(wrapped, name=_name(suggestions)).text(declaration_lines(declarations, newline))
    cleaned = apply_edits(pasted, removals) if removals else ""
    return prove(suggestions, chosen, removed, text, cleaned, deadline)


def _removed(suggestions: Suggestions, chosen: Iterable[Suggestion]) -> dict[int, frozenset[FieldPath]]:
    """What is removed of each Object, by its number: fields of which none is inside another, or ROOT."""
    fields: dict[int, list[FieldPath]] = {}
    for number, path in chain.from_iterable(suggestion.fields for suggestion in chosen):
        fields.setdefault(number, []).append(path)
    return {
        number: frozenset({ROOT}) if ROOT in paths else with_emptied(suggestions.objects[number].value, paths)
        for number, paths in fields.items()
    }


def _value_edits(chosen: Iterable[Suggestion], removals: Iterable[Edit]) -> Iterator[Edit]:
    """The Edits that write references, without those inside something that is removed."""
    spans = sorted(edit.span for edit in removals)
    return reference_edits(
        (place, reference_to(declaration.name, suggestion.form))
        for suggestion, declaration in _parameters(chosen)
        for place in suggestion.places
        if not _is_removed(place.span, spans)
    )


def _is_removed(span: SourceSpan, removed: Sequence[SourceSpan]) -> bool:
    """Whether one of the ``removed`` spans, which are sorted and do not overlap, touches ``span``."""
    index = bisect_right(removed, span) - 1
    return any(other.start < span.end and span.start < other.end for other in removed[max(0, index) : index + 2])


def _name(suggestions: Suggestions) -> str:
    """The name of the Template: that of the application, or of the first Object that has one."""
    application = next((suggestion.value for suggestion in suggestions.items if suggestion.rule == "name"), "")
    is_name = bool(application) and not subdomain_errors(application)
    return application if is_name else suggestions.wrapping.name


def _new_template(chosen: Sequence[Suggestion], proven: Proven, deadline: Deadline) -> NewTemplate:
    """The ``proven`` Template, with the secrets that its text still holds."""
    secrets = {
        declaration.name: suggestion.value
        for suggestion, declaration in _parameters(chosen)
        if suggestion.drops_value and suggestion.rule == "secret"
    }
    short = tuple(name for name, secret in secrets.items() if len(secret) < SHORTEST_SEARCHED)
    left = {}
    if len(short) < len(secrets):
        searched = searched_text(proven.source, deadline)
        lines = {name: searched.line_of(secrets[name], (), deadline) for name in secrets if name not in short}
        left = {name: line for name, line in lines.items() if line is not None}
    text = proven.source.text.text
    return NewTemplate(text, tuple(chosen), proven.objects, proven.dropped, left, short, proven.renamed)


def _with_remedy(
    suggestions: Suggestions, chosen: Sequence[Suggestion], refusal: Refusal, deadline: Deadline
) -> NoTemplate:
    """The ``refusal`` with the suggestion that has to be left out, if there is a single one."""
    for suspect in _suspects(chosen, refusal)[:_MOST_TRIALS]:
        others = [suggestion for suggestion in chosen if suggestion.key != suspect.key]
        if isinstance(_proven(suggestions, others, deadline), Proven):
            hint = f"Leave out {_phrase(suspect)}, and it is right."
            return NoTemplate(replace(refusal, hint=hint), suspect.key)
    return NoTemplate(refusal)


def _suspects(chosen: Sequence[Suggestion], refusal: Refusal) -> list[Suggestion]:
    """The suggestions that may have caused a refusal: those at its place, the name of the application, removals."""
    span = refusal.span
    at_place = [
        suggestion
        for suggestion in chosen
        if span is not None
        and any(place.span.start <= span.end and span.start <= place.span.end for place in suggestion.places)
    ]
    names = [suggestion for suggestion in chosen if suggestion.rule == "name"]
    return list(dict.fromkeys((*at_place, *names, *(suggestion for suggestion in chosen if suggestion.fields))))


def _phrase(suggestion: Suggestion) -> str:
    """What a sentence calls the ``suggestion``."""
    return f"the parameter `{suggestion.declaration.name}`" if suggestion.declaration else f"“{suggestion.title}”"
