"""The dialog that renames a Parameter or a variable: its view, and what it shows as data."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString

from playground.engine import Evaluation, Position, Renaming, rename, renaming_at, why_not_renamed
from playground.pages.draft_evaluation import evaluate_draft
from playground.pages.form.reading import Reading
from playground.pages.markup import Panel, counted, prose
from playground.pages.output.lines import edits_text
from playground.pages.playground.places import MOST_PLACES, position_of
from playground.pages.playground.responses import script_view


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


@script_view
def renaming(request: HttpRequest, reading: Reading) -> HttpResponse:
    """The places of the name at the place `at`, and the edits that write the new name `to` there, if it is given."""
    position = position_of(request.POST.get("at", ""))
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
