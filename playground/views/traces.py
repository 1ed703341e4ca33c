"""Single traces, requested one at a time: of a place in the source, or of a value in the output."""

from __future__ import annotations

import re

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from playground.draft import Draft
from playground.engine import Position
from playground.forms import read_draft
from playground.views.evaluations import evaluated
from playground.views.panels.allowance import Allowance
from playground.views.panels.parameter_traces import parameter_traces
from playground.views.panels.place import trace_at
from playground.views.panels.traces import output_traces
from playground.views.rates import previews
from playground.views.whole import refusal_response

_PLACE = re.compile(r"([1-9][0-9]{0,6}):([1-9][0-9]{0,6})\Z")  # line and column, both from 1, in code points
_CARD = re.compile(r"trace-(?:parameter-)?[0-9]{1,3}\Z")  # the id of a value's card in the output


@require_POST
@previews
def trace(request: HttpRequest) -> HttpResponse:
    """How a value came about: what the form's text holds at its place `at`, or what its output shows with `card`."""
    reading, at, card = read_draft(request.POST), request.POST.get("at", ""), request.POST.get("card", "")
    if not (_CARD if card else _PLACE).match(card or at):
        raise BadRequest("Neither `card` is the id of a card, nor `at` a place such as `3:14`.")
    if reading.errors:
        return refusal_response(request, reading.errors, reading.status)
    return _card(request, reading.draft, card) if card else _place(request, reading.draft, at)


def _place(request: HttpRequest, draft: Draft, at: str) -> HttpResponse:
    line, _, column = at.partition(":")
    evaluation = evaluated(draft).evaluation
    standing = trace_at(evaluation, Position(int(line), int(column)))
    return render(request, "output/_standing.html", {"standing": standing, "readable": evaluation.readable})


def _card(request: HttpRequest, draft: Draft, card: str) -> HttpResponse:
    """One card of the output; the text may have changed since that was shown, and its values be others now."""
    evaluation, same = evaluated(draft).evaluation, draft.is_as_shown
    traces = output_traces(evaluation, card) if same else ()
    parameters = parameter_traces(evaluation, Allowance(), card) if same else ()
    outdated = "" if traces or parameters else card
    return render(request, "output/_traces.html", {"traces": traces, "parameters": parameters, "outdated": outdated})
