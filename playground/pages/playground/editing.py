"""What the editor requests about a place of the text: the names to refer to there, and the renaming of one."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_POST

from playground.engine import (
    MASK,
    Evaluation,
    Position,
    Renaming,
    VisibleName,
    escaped,
    names_at,
    readable_around,
    rename,
    renaming_at,
    why_not_renamed,
)
from playground.pages.draft_evaluation import evaluate_draft
from playground.pages.form.reading import read_draft
from playground.pages.markup import Panel, counted, prose
from playground.pages.output.lines import edits_text
from playground.pages.playground.responses import refusal_response
from playground.pages.rate_limits import limit_previews
from playground.web.configured_limits import site_limits

MOST_PLACES = 100  # that the preview of a renaming lists
MOST_SHOWN = 60  # characters of a value beside its name
_PLACE = re.compile(r"([1-9][0-9]{0,6}):([1-9][0-9]{0,6})\Z")  # line and column, both from 1, in code points


def position_of(place: str) -> Position:
    """The Position of a place such as `3:14`; BadRequest for anything else."""
    match = _PLACE.match(place)
    if match is None:
        raise BadRequest("`at` is no place such as `3:14`.")
    return Position(int(match[1]), int(match[2]))


@dataclass(frozen=True, slots=True)
class RenamePanel(Panel):
    """The dialog that renames a Parameter or a variable."""

    kind: str
    name: str
    new_name: str
    count: str  # "4 places"
    places: tuple[SafeString, ...]  # "line 14, spec.containers[0].args[0]"
    left_out: int
    refusal: SafeString  # why the name cannot be changed; "": it can
    error: SafeString  # why the new name cannot be used; "": it can, or there is none
    edits: str = ""  # JSON; "" until there is a new name that can be used


@require_POST
def renaming(request: HttpRequest) -> HttpResponse:
    """The places of the name at the place `at`, and the edits that write the new name `to` there, if it is given."""
    limit_previews(request)
    reading, position = read_draft(request.POST), position_of(request.POST.get("at", ""))
    if reading.errors:
        return refusal_response(request, reading.errors, reading.status)
    evaluation = evaluate_draft(reading.draft).evaluation
    panel = rename_panel(evaluation, position, request.POST.get("to"))
    return render(request, "source/_rename.html", {"panel": panel, "readable": evaluation.readable})


def rename_panel(evaluation: Evaluation, position: Position, new_name: str | None) -> RenamePanel | None:
    """The dialog for the name at ``position``; None if no name is there. ``new_name``: None if none was entered."""
    chosen = renaming_at(evaluation, position)
    return _panel(evaluation, chosen, new_name) if chosen else None


def _panel(evaluation: Evaluation, chosen: Renaming, new_name: str | None) -> RenamePanel:
    is_asked = new_name is not None and not chosen.refusal
    error = why_not_renamed(evaluation, chosen, new_name or "") if is_asked else ""
    labels = tuple(prose(f"line {place.span.start.line}, `{place.field}`") for place in chosen.places[:MOST_PLACES])
    return RenamePanel(
        kind=chosen.kind,
        name=chosen.name,
        new_name=chosen.name if new_name is None else new_name,
        count=counted(len(chosen.places), "place"),
        places=labels,
        left_out=len(chosen.places) - len(labels),
        refusal=prose(chosen.refusal),
        error=prose(error),
        edits=edits_text(rename(chosen, new_name or "")) if is_asked and not error else "",
    )


@require_POST
def references(request: HttpRequest) -> HttpResponse:
    """The Parameters and variables to which a reference at the place `at` can refer, as JSON; secrets are masked."""
    limit_previews(request)
    reading, position = read_draft(request.POST), position_of(request.POST.get("at", ""))
    if reading.errors:
        return refusal_response(request, reading.errors, reading.status)
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
