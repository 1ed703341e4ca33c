"""The names to which a reference at a place of the text can refer, for the editor."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse

from playground.engine import MASK, VisibleName, escaped, names_at, readable_around
from playground.pages.draft_evaluation import evaluate_draft
from playground.pages.form.reading import Reading
from playground.pages.playground.places import position_of
from playground.pages.playground.responses import script_view
from playground.web.configured_limits import site_limits

MOST_SHOWN = 60  # characters of a value beside its name


@script_view
def references(request: HttpRequest, reading: Reading) -> HttpResponse:
    """The Parameters and variables to which a reference at the place `at` can refer, as JSON; secrets are masked."""
    position = position_of(request.POST.get("at", ""))
    evaluated = evaluate_draft(reading.draft)
    if not evaluated.evaluation.readable and evaluated.deadline:
        text = readable_around(reading.draft.source, position.line, site_limits(), evaluated.deadline)
        if text is not None:
            evaluated = evaluate_draft(replace(reading.draft, source=text), until=evaluated.deadline)
    names = names_at(evaluated.evaluation, position)
    return JsonResponse({sign: [_offer(name) for name in listed] for sign, listed in names.items()})


def _offer(name: VisibleName) -> dict[str, Any]:
    shown = "" if name.value is None else MASK if name.secret and name.value else name.value[:MOST_SHOWN]
    return {"name": name.name, "value": escaped(shown), "info": escaped(name.meaning[:MOST_SHOWN])}
