"""Responses of several views: the whole page, and the banner that refuses a request of its scripts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from playground.pages.draft_evaluation import PageEvaluation
from playground.pages.form.reading import Reading
from playground.pages.markup import prose
from playground.pages.playground.page import page_panel

# Defaults of names that only some pages set. In a template, a missing name takes ten times as long as None.
_DEFAULTS: Final[Mapping[str, object]] = dict.fromkeys(
    ("share", "conflict", "unlisted", "outdated", "asks_before_sharing", "use", "saved")
)


def page_response(
    request: HttpRequest,
    evaluated: PageEvaluation,
    reading: Reading,
    *,
    template: str = "playground/page.html",
    **more: object,
) -> HttpResponse:
    """The whole page of an Evaluation; ``more`` is added to the context, for example by a Share's page.

    Another ``template`` renders parts of the page."""
    context = {"page": page_panel(evaluated, reading.errors), **_DEFAULTS, **more}
    return render(request, template, context, status=reading.status)


def refusal_response(request: HttpRequest, errors: Iterable[str], status: int) -> HttpResponse:
    """The page's banner with the reasons why a request of its scripts was refused."""
    return render(request, "playground/refused.html", {"errors": [prose(error) for error in errors]}, status=status)
