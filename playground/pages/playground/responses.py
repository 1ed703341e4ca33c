"""Responses of several views: the whole page, and what its scripts get, such as the banner that refuses a request."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from playground.pages.draft_evaluation import PageEvaluation
from playground.pages.form.reading import Reading, read_draft
from playground.pages.markup import prose
from playground.pages.playground.page import page_panel
from playground.pages.rate_limits import limit_previews

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


def script_view(view: Callable[[HttpRequest, Reading], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """A view of requests that the page's scripts send with its form: ``view`` gets the Reading.

    The request counts towards the client's rate limit. A form with errors gets the page's banner.
    """

    @require_POST
    @wraps(view)
    def answer(request: HttpRequest) -> HttpResponse:
        limit_previews(request)
        reading = read_draft(request.POST)
        if reading.errors:
            return refusal_response(request, reading.errors, reading.status)
        return view(request, reading)

    return answer
