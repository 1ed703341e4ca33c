"""Proves a Template of pasted Objects: with its defaults it gives them, with another name it raises no diagnostic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from playground.engine.authoring.suggestions.model import Suggestion, Suggestions
from playground.engine.authoring.suggestions.removing import without
from playground.engine.authoring.wrapping import PlainObject, Unwrappable, Wrapping, wrap
from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import name_of
from playground.engine.model.deadline import Deadline, OutOfTimeError
from playground.engine.model.diagnostics import Diagnostic
from playground.engine.model.inputs import Inputs
from playground.engine.model.location import ROOT, FieldPath, SourceSpan
from playground.engine.model.records import record
from playground.engine.pipeline import evaluate, process_template
from playground.engine.printing.comparison import compare
from playground.engine.reading import read
from playground.engine.templates import ProcessedTemplate

OTHER_NAME: Final = "zq7"  # of the application, in the second proof


@record()
class NoTemplate:
    """Why the Template of the chosen suggestions is not offered."""

    message: str  # complete sentences, names in backticks
    hint: str  # what to do
    span: SourceSpan | None  # in the pasted text
    suspect: str = ""  # the key of the suggestion that has to be left out; "": it is not known


@record()
class Proven:
    """The text of a Template with what its proof used."""

    text: str
    objects: int
    dropped: Mapping[str, str]
    renamed: str


def prove(
    suggestions: Suggestions,
    chosen: Sequence[Suggestion],
    removed: Mapping[int, frozenset[FieldPath]],
    text: str,
    cleaned: str,
    deadline: Deadline,
) -> Proven | NoTemplate:
    """``text``, the Template, with its proof.

    ``cleaned``: the pasted text without what is ``removed`` of each Object; "" if nothing is.
    Raises OutOfTimeError when the ``deadline`` passes.
    """
    kept = [number for number in range(len(suggestions.objects)) if ROOT not in removed.get(number, ())]
    before = _before(suggestions, removed, kept, cleaned, deadline)
    if isinstance(before, NoTemplate):
        return before
    parameters = [item for item in chosen if item.declaration is not None]
    dropped = {item.declaration.name: item.value for item in parameters if item.declaration and item.drops_value}
    after = _evaluated(suggestions, text, dropped, deadline)
    refusal = _difference(suggestions, before, after, kept, deadline)
    if refusal is not None:
        return refusal
    name = next((item.declaration.name for item in parameters if item.declaration and item.rule == "name"), "")
    refusal = _news(suggestions, text, after, {**dropped, name: OTHER_NAME}, kept, deadline) if name else None
    return refusal or Proven(text, len(kept), dropped, name)


def _before(
    suggestions: Suggestions,
    removed: Mapping[int, frozenset[FieldPath]],
    kept: Sequence[int],
    cleaned: str,
    deadline: Deadline,
) -> ProcessedTemplate | NoTemplate:
    """The Template of the Objects as pasted, processed, without what is ``removed``."""
    wrapping, limits = suggestions.wrapping, suggestions.evaluation.limits
    if removed:
        cleaner = wrap(read(cleaned, limits, deadline), limits, deadline)
        refusal = _unclean(suggestions, removed, kept, cleaner)
        if refusal is not None or isinstance(cleaner, Unwrappable):
            return refusal or _unread(suggestions)
        wrapping = cleaner
    source = read(wrapping.text(), limits, deadline)
    processed = process_template(source, _inputs(suggestions, {}), limits=limits, deadline=deadline)
    return processed or _unread(suggestions)


def _unclean(
    suggestions: Suggestions,
    removed: Mapping[int, frozenset[FieldPath]],
    kept: Sequence[int],
    cleaner: Wrapping | Unwrappable,
) -> NoTemplate | None:
    """Why the text without what is ``removed`` does not hold the other fields as they were; None if it does."""
    if not kept:
        message = "All objects are left out, so there is nothing for a Template."
        return NoTemplate(message, "Keep one of them.", suggestions.objects[0].document.span())
    first = suggestions.objects[min(removed)]
    if isinstance(cleaner, Unwrappable):
        message = f"Without what is removed, the text cannot be read. {cleaner.message}"
        return NoTemplate(message, "Remove less.", first.document.span(first.path))
    values = [item.value for item in cleaner.objects]
    for index, number in enumerate(kept):
        item = suggestions.objects[number]
        expected = without(item.value, removed.get(number, ()))
        # Python's == does not tell true from 1, and 1 from 1.0; the texts do.
        if index >= len(values) or repr(values[index]) != repr(expected):
            message = f"What is removed cannot be cut out of {_called(item)} without a change of other fields."
            place = next(iter(sorted(removed.get(number, ()), key=str)), ROOT)
            return NoTemplate(message, "Remove less, or remove it by hand.", _span(suggestions, number, place))
    return None


def _unread(suggestions: Suggestions) -> NoTemplate:
    start = suggestions.evaluation.source.text.position(0)
    return NoTemplate("The Template cannot be read.", "Choose fewer suggestions.", SourceSpan(start, start))


def _inputs(suggestions: Suggestions, values: Mapping[str, str]) -> Inputs:
    return replace(suggestions.evaluation.inputs, values=values, expressions={}, generated={})


def _evaluated(suggestions: Suggestions, text: str, values: Mapping[str, str], deadline: Deadline) -> Evaluation:
    """The Template ``text`` with these ``values``. Raises OutOfTimeError."""
    limits = suggestions.evaluation.limits
    evaluation = evaluate(text, _inputs(suggestions, values), limits=limits, deadline=deadline)
    if evaluation.stopped is not None:
        raise OutOfTimeError
    return evaluation


def _difference(
    suggestions: Suggestions, before: ProcessedTemplate, after: Evaluation, kept: Sequence[int], deadline: Deadline
) -> NoTemplate | None:
    """Why the Template does not give the Objects as they were; None if it gives them."""
    if after.processed is None:
        return _unread(suggestions)
    for processed in (before, after.processed):
        if processed.full:
            return _too_large(suggestions, processed)
    difference = next(compare((before.objects, after.processed.objects), deadline), None)
    if difference is None:
        return None
    item = next(item for item in difference.objects if item is not None)
    message = f"With this Template, `{difference.path}` of {difference.name} would have another value than now."
    span = _span(suggestions, kept[int(item.path[1])], difference.path)
    return NoTemplate(message, "Choose fewer suggestions.", span)


def _too_large(suggestions: Suggestions, processed: ProcessedTemplate) -> NoTemplate:
    problem = next((item for item in processed.problems if item.pattern == "output-too-large"), None)
    reason = problem.detail["message"] if problem else "the output exceeds a limit"
    start = suggestions.evaluation.source.text.position(0)
    hint = suggestions.evaluation.limits.hint("Paste fewer objects")
    return NoTemplate(f"As a Template, the text is too large: {reason}.", hint, SourceSpan(start, start))


def _news(
    suggestions: Suggestions,
    text: str,
    before: Evaluation,
    values: Mapping[str, str],
    kept: Sequence[int],
    deadline: Deadline,
) -> NoTemplate | None:
    """The first diagnostic that only the Template with other ``values`` has; None if there is none."""
    after = _evaluated(suggestions, text, values, deadline)
    known = Counter(map(_kind, before.diagnostics))
    for diagnostic in after.diagnostics:
        known[_kind(diagnostic)] -= 1
        if known[_kind(diagnostic)] < 0:
            reason = f"With another name, here `{OTHER_NAME}`, the Template has a new issue: {diagnostic.message}"
            hint = "Something refers to the old name. Leave the parameter of the name out, or mend the reference."
            return NoTemplate(reason, hint, _pasted(suggestions, after, diagnostic.span, kept))
    return None


def _kind(diagnostic: Diagnostic) -> tuple[str, str, SourceSpan]:
    """What makes two diagnostics of one text the same; their messages have other names."""
    return diagnostic.code, diagnostic.field, diagnostic.span


def _pasted(suggestions: Suggestions, after: Evaluation, span: SourceSpan, kept: Sequence[int]) -> SourceSpan | None:
    """The place in the pasted text of a place in the Template; None if it is in none of its Objects."""
    document = after.source.document_at(span.start)
    path = document.path_at(span.start) if document else ROOT
    if path[:1] != ("objects",) or len(path) < 2:
        return None
    return _span(suggestions, kept[int(path[1])], FieldPath(path[2:]))


def _span(suggestions: Suggestions, number: int, path: FieldPath) -> SourceSpan:
    item = suggestions.objects[number]
    return item.document.span(item.path.join(path))


def _called(item: PlainObject) -> str:
    value = item.value
    return f"{value['kind']}/{name_of(value) or 'unnamed'}" if isinstance(value, dict) else "an object"
