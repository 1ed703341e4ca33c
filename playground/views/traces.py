"""The trace of what stands at one place of the source, for whoever asks with the caret there."""

from __future__ import annotations

import re

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from playground.engine import Position
from playground.forms import read_draft
from playground.views.evaluations import evaluated
from playground.views.panels.standing import standing_at
from playground.views.rates import previews

_PLACE = re.compile(r"([1-9][0-9]{0,6}):([1-9][0-9]{0,6})\Z")  # line and column, both from 1, in code points


@require_POST
@previews()
def trace(request: HttpRequest) -> HttpResponse:
    """What the form's text holds at its place `at`, how its value came about, and where that goes to."""
    reading, place = read_draft(request.POST), _PLACE.match(request.POST.get("at", ""))
    if place is None:
        raise BadRequest("`at` is no place such as `3:14`.")
    if reading.errors:
        return render(request, "playground/refused.html", {"errors": reading.errors}, status=reading.status)
    evaluation = evaluated(reading.draft).evaluation
    standing = standing_at(evaluation, Position(int(place[1]), int(place[2])))
    return render(request, "output/_standing.html", {"standing": standing, "readable": evaluation.readable})
