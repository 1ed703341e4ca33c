"""Decorators that limit how often a client may call a view."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse

from playground.views.errors import too_many_requests
from playground.web.limits import wait_for_preview, wait_for_save

Rest = ParamSpec("Rest")
View = Callable[Concatenate[HttpRequest, Rest], HttpResponse]


def previews(view: View[Rest]) -> View[Rest]:
    """Let a client send PREVIEWS_PER_MINUTE texts a minute; past that, the answer is 429. A GET is not counted."""
    return _limited(view, wait_for_preview)


def saves(view: View[Rest]) -> View[Rest]:
    """Let a client save SAVES_PER_MINUTE times a minute, SAVES_PER_HOUR an hour, and SAVED_BYTES_PER_DAY in all."""
    return _limited(view, wait_for_save)


def _limited(view: View[Rest], wait_for: Callable[[HttpRequest], float]) -> View[Rest]:
    @wraps(view)
    def limited(request: HttpRequest, /, *arguments: Rest.args, **named: Rest.kwargs) -> HttpResponse:
        wait = 0.0 if request.method in ("GET", "HEAD") else wait_for(request)
        return too_many_requests(request, wait) if wait else view(request, *arguments, **named)

    return limited
