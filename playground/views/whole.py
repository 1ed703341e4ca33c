"""The response with the whole page, shared by the views that answer with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from playground.forms import Reading
from playground.views.evaluations import Evaluated
from playground.views.panels.page import page_panel

# Defaults of the context for what only some pages have. Looking up a missing name in a template takes ten times as long
# as finding None.
_SAYS_NO: Final[Mapping[str, object]] = dict.fromkeys(
    ("share", "conflict", "unlisted", "outdated", "asks_before_sharing", "asks_before_download")
)


def page_response(request: HttpRequest, found: Evaluated, reading: Reading, **more: object) -> HttpResponse:
    """The whole page of an Evaluation; ``more`` is added to the context, for example by a Share's page."""
    context = {"page": page_panel(found, reading.errors), **_SAYS_NO, **more}
    return render(request, "playground/page.html", context, status=reading.status)
