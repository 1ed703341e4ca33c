"""The dialog that makes a value of the text a Parameter, as data: the proposal with its places, or a refusal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import SystemRandom

from django.utils.safestring import SafeString

from playground.engine import (
    MOST_MENTIONS,
    Deadline,
    Edit,
    Evaluation,
    NewParameter,
    OutOfTimeError,
    Refusal,
    SourceSpan,
    SourceText,
    ValuePlace,
    line_left,
    make_parameter,
    new_parameter_at,
    why_no_new_name,
)
from playground.pages.draft_evaluation import PageEvaluation
from playground.pages.markup import Panel, counted, prose, shortened
from playground.pages.output.lines import edits_text, span_text
from playground.pages.playground.places import MOST_PLACES

LONGEST_WORDS = 2_000  # characters of a display name or a description
_AROUND = 32  # characters of a line that are shown before a value, and after it
_NO_TIME = Refusal("The time of one request ran out before the result was proved.", "Try a shorter text.")
_CHANGED = Refusal("The text has changed since its places were listed. Here they are as they are now.")
_TOO_LONG = Refusal(f"The display name and the description may have {LONGEST_WORDS:,} characters each.")


@dataclass(frozen=True, slots=True)
class PlaceChoice(Panel):
    """A place with its check box."""

    value: str  # that the check box sends
    chosen: bool
    label: SafeString  # "line 14, spec.replicas"
    before: str  # of the line
    text: str  # what becomes a reference
    after: str


@dataclass(frozen=True, slots=True)
class Refused(Panel):
    """Why a Parameter cannot be made, and where."""

    message: SafeString
    span: str  # "" if the place is that of the value
    line: int


@dataclass(frozen=True, slots=True)
class ParameterFields(Panel):
    """What the dialog's fields hold."""

    name: str
    display_name: str
    description: str
    places: frozenset[str]  # the values of the checked boxes


@dataclass(frozen=True, slots=True)
class ParameterPanel(Panel):
    """The dialog as data."""

    fields: ParameterFields
    default: str  # the value of the Parameter where none is given; of a secret ""
    expression: str  # that generates a secret; of all others ""
    left: str  # where the text still holds the secret, or may; "" if it does not
    wraps: bool  # plain Objects become a Template
    count: int  # of the places that mean the same
    same: tuple[PlaceChoice, ...]
    unlisted: int  # how many of them are not listed
    unlisted_chosen: bool
    mentions: tuple[PlaceChoice, ...]
    only_first: bool  # there may be more mentions than are listed
    name_error: SafeString | None
    error: Refused | None  # why the places, or the other fields, are refused
    edits: str  # JSON; "" until the name was sent and the result is proved
    told: str  # what the edits do, once they are made


@dataclass(frozen=True, slots=True)
class _Offer:
    """The places of a value as the dialog lists them."""

    same: tuple[ValuePlace, ...]
    mentions: tuple[ValuePlace, ...]
    unlisted: int
    numbers: Mapping[str, tuple[int, ...]]  # of the places, by the value of their check box
    usual: frozenset[str]  # the values of the boxes that are checked when the dialog opens


def parameter_panel(
    evaluated: PageEvaluation, span: SourceSpan, sent_fields: ParameterFields | None
) -> ParameterPanel | Refused:
    """The dialog for the value at ``span``. ``sent_fields``: None when the dialog opens."""
    deadline = evaluated.deadline or Deadline()
    try:
        parameter = new_parameter_at(evaluated.evaluation, span, deadline)
        if isinstance(parameter, Refusal):
            return _refused(parameter)
        return _panel(evaluated.evaluation, parameter, sent_fields, deadline)
    except OutOfTimeError:
        return _refused(_NO_TIME)


def _panel(
    evaluation: Evaluation, parameter: NewParameter, sent_fields: ParameterFields | None, deadline: Deadline
) -> ParameterPanel:
    declaration, offer, text = parameter.declaration, _offer(parameter), evaluation.source.text
    fields = sent_fields or ParameterFields(
        declaration.name, declaration.display_name, declaration.description, offer.usual
    )
    error = _why_refused(fields, offer)
    if error is _CHANGED:
        fields = replace(fields, places=offer.usual)
    numbers = [number for value in fields.places for number in offer.numbers[value]]
    name_error = why_no_new_name(evaluation, fields.name)
    edits: tuple[Edit, ...] = ()
    if not name_error and error is None:
        answer = _proved(evaluation, parameter, fields, numbers, deadline)
        error, edits = (answer, ()) if isinstance(answer, Refusal) else (None, answer)
    left = "" if error else _left(evaluation, parameter, numbers, deadline)
    return ParameterPanel(
        fields=fields,
        default=shortened(declaration.value or ""),
        expression=str(dict(declaration.fields).get("from", "")),
        left=left,
        wraps=parameter.wrapping is not None,
        count=len(parameter.same),
        same=_choices(offer.same, fields.places, text),
        unlisted=offer.unlisted,
        unlisted_chosen=_unlisted(offer.unlisted) in fields.places,
        mentions=_choices(offer.mentions, fields.places, text),
        only_first=len(offer.mentions) >= MOST_MENTIONS,
        name_error=prose(name_error) if name_error else None,
        error=_refused(error) if error else None,
        edits=edits_text(edits) if sent_fields and edits else "",
        told=_told(parameter, fields.name, len(numbers), left),
    )


def _left(evaluation: Evaluation, parameter: NewParameter, numbers: Sequence[int], deadline: Deadline) -> str:
    """Where the text holds a dropped secret outside of the places to replace, or that nobody looked for it."""
    if parameter.drops_value and not parameter.is_searchable:
        return "The dropped value is too short to search for: it may still stand elsewhere in the text."
    line = line_left(evaluation, parameter, numbers, deadline)
    return f"Line {line} still holds the dropped value." if line is not None else ""


def _offer(parameter: NewParameter) -> _Offer:
    listed, unlisted = parameter.same[:MOST_PLACES], parameter.same[MOST_PLACES:]
    mentions = [number for number, place in enumerate(parameter.places) if not place.same]
    places = parameter.places
    numbers: dict[str, tuple[int, ...]] = {span_text(places[number].span): (number,) for number in (*listed, *mentions)}
    usual = {span_text(places[number].span) for number in listed}
    if unlisted:
        numbers[_unlisted(len(unlisted))] = unlisted
        usual.add(_unlisted(len(unlisted)))
    same, other = (tuple(places[number] for number in chosen) for chosen in (listed, mentions))
    return _Offer(same, other, len(unlisted), numbers, frozenset(usual))


def _unlisted(count: int) -> str:
    """What the check box of the places that are not listed sends: the user was told this ``count``."""
    return f"+{count}"


def _why_refused(fields: ParameterFields, offer: _Offer) -> Refusal | None:
    if not fields.places <= offer.numbers.keys():
        return _CHANGED
    return _TOO_LONG if max(len(fields.display_name), len(fields.description)) > LONGEST_WORDS else None


def _proved(
    evaluation: Evaluation, parameter: NewParameter, fields: ParameterFields, numbers: Iterable[int], deadline: Deadline
) -> tuple[Edit, ...] | Refusal:
    declaration = replace(parameter.declaration, display_name=fields.display_name, description=fields.description)
    changed = replace(parameter, declaration=declaration)
    return make_parameter(evaluation, changed, fields.name, numbers, random=SystemRandom(), deadline=deadline)


def _choices(places: Iterable[ValuePlace], chosen: frozenset[str], text: SourceText) -> tuple[PlaceChoice, ...]:
    return tuple(_choice(place, span_text(place.span), chosen, text) for place in places)


def _choice(place: ValuePlace, value: str, chosen: frozenset[str], text: SourceText) -> PlaceChoice:
    start, end = text.offset(place.span.start), text.offset(place.span.end)
    line = place.span.start.line
    before, after = text.line_before(place.span.start).lstrip(), text.text[end : text.line_end(place.span.end.line)]
    return PlaceChoice(
        value=value,
        chosen=value in chosen,
        label=prose(f"line {line}, `{place.field}`"),
        before=before if len(before) <= _AROUND else f"…{before[-_AROUND:]}",
        text=shortened(text.text[start:end]),
        after=shortened(after.rstrip(), _AROUND),
    )


def _refused(reason: Refusal) -> Refused:
    span = reason.span
    return Refused(prose(reason.message), span_text(span) if span else "", span.start.line if span else 0)


def _told(parameter: NewParameter, name: str, count: int, left: str) -> str:
    former = " Its former value may still stand elsewhere in the text." if left else ""
    what = "a parameter of the new Template" if parameter.wrapping else "a parameter now"
    return f"{name} is {what}, used in {counted(count, 'place')}.{former}"
