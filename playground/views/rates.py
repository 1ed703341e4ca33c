"""Views that a client may ask for only so often."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache, wraps
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse

from playground.clients import client_of
from playground.rates import Limit, Permits, take
from playground.views.errors import too_many_requests

Rest = ParamSpec("Rest")
View = Callable[Concatenate[HttpRequest, Rest], HttpResponse]
Refusal = Callable[[HttpRequest, float], HttpResponse]

_TAKEN_IN_ADVANCE = 20  # what one database request allows a typist


def previews(refused: Refusal = too_many_requests) -> Callable[[View[Rest]], View[Rest]]:
    """Let a client evaluate PREVIEWS_PER_MINUTE texts a minute; ``refused`` answers the others."""
    return _limited(_wait_for_preview, refused)


def saves(refused: Refusal = too_many_requests) -> Callable[[View[Rest]], View[Rest]]:
    """Let a client save SAVES_PER_MINUTE times a minute, SAVES_PER_HOUR an hour, and SAVED_BYTES_PER_DAY in all.

    While the database does not answer nothing is counted: nothing can be saved either, and the view says that better.
    """
    return _limited(_wait_for_save, refused)


def _limited(wait_for: Callable[[HttpRequest], float], refused: Refusal) -> Callable[[View[Rest]], View[Rest]]:
    def decorate(view: View[Rest]) -> View[Rest]:
        @wraps(view)
        def limited(request: HttpRequest, /, *arguments: Rest.args, **named: Rest.kwargs) -> HttpResponse:
            wait = 0.0 if request.method in ("GET", "HEAD") else wait_for(request)
            return refused(request, wait) if wait else view(request, *arguments, **named)

        return limited

    return decorate


def _wait_for_preview(request: HttpRequest) -> float:
    amount = settings.PREVIEWS_PER_MINUTE
    return _permits(amount).take(_client(request), time.time()) if amount else 0.0


def _wait_for_save(request: HttpRequest) -> float:
    counted = (
        (Limit("saves a minute", settings.SAVES_PER_MINUTE, 60), 1),
        (Limit("saves an hour", settings.SAVES_PER_HOUR, 3600), 1),
        (Limit("bytes a day", settings.SAVED_BYTES_PER_DAY, 86_400), len(request.body)),
    )
    client, now = _client(request), time.time()
    try:
        return max(take(client, limit, units, now) if limit.amount else 0.0 for limit, units in counted)
    except DatabaseError:
        return 0.0


@cache
def _permits(amount: int) -> Permits:
    return Permits(Limit("previews", amount, 60), _TAKEN_IN_ADVANCE)


def _client(request: HttpRequest) -> str:
    return client_of(request.META, settings.TRUSTED_PROXIES)
