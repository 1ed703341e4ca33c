"""How long a client has to wait before it may evaluate or save again; for the page and the API, which count as one."""

from __future__ import annotations

import time
from functools import cache

from django.conf import settings
from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest

from playground import clock
from playground.clients import client_of
from playground.rates import Limit, Permits, take

_TAKEN_IN_ADVANCE = 20  # what one database request allows a typist


def wait_for_preview(request: HttpRequest) -> float:
    """Seconds until this client may have one more text evaluated; 0 = it may now, and that was counted."""
    amount = settings.PREVIEWS_PER_MINUTE
    return permits(amount).take(_client(request), time.monotonic()) if amount else 0.0


def wait_for_save(request: HttpRequest) -> float:
    """Seconds until this client may save what it sends; 0 = it may now, and that was counted.

    While the database does not answer nothing is counted: nothing can be saved either, and the view says that better.
    """
    counted = (
        (Limit("saves a minute", settings.SAVES_PER_MINUTE, 60), 1),
        (Limit("saves an hour", settings.SAVES_PER_HOUR, 3600), 1),
        (Limit("bytes a day", settings.SAVED_BYTES_PER_DAY, 86_400), len(request.body)),
    )
    client = _client(request)
    try:
        now = clock.seconds()
        return max(take(client, limit, units, now) if limit.amount else 0.0 for limit, units in counted)
    except (DatabaseError, InterfaceError):
        return 0.0


@cache
def permits(amount: int) -> Permits:
    """What this process has taken in advance; made once, because it keeps a thread."""
    return Permits(Limit("previews", amount, 60), _TAKEN_IN_ADVANCE, clock.seconds)


def _client(request: HttpRequest) -> str:
    return client_of(request.META, settings.TRUSTED_PROXIES)
