"""What a client may still do: how long it has to wait, and what room there is for what it saves.

For the page and the API, which count as one.
"""

from __future__ import annotations

import shutil
import sqlite3
import sys
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest

from playground.clients import client_of
from playground.hops import notice
from playground.rates.counting import take
from playground.rates.limit import Limit
from playground.rates.permits import Permits
from playground.shares.room import NoRoomError, Room

_TAKEN_IN_ADVANCE = 20  # what one request to the database allows a typist
_permits: dict[int, Permits] = {}


def wait_for_preview(request: HttpRequest) -> float:
    """Seconds until this client may have one more text evaluated; 0 = it may now, and that was counted."""
    amount = settings.PREVIEWS_PER_MINUTE
    return permits(amount).take(_client(request)) if amount else 0.0


def wait_for_save(request: HttpRequest) -> float:
    """Seconds until this client may save what it sends; 0 = it may now, and that was counted.

    Raises what the database raises that does not answer: the view would only wait for it as long again. In one that is
    full nothing is counted, because what is deleted may still fit.
    """
    limits = (
        (Limit("saves a minute", settings.SAVES_PER_MINUTE, 60), 1),
        (Limit("saves an hour", settings.SAVES_PER_HOUR, 3600), 1),
        (Limit("bytes a day", settings.SAVED_BYTES_PER_DAY, 86_400), len(request.body)),
    )
    wanted = [(limit, units) for limit, units in limits if limit.amount]
    try:
        return take(_client(request), wanted) if wanted else 0.0
    except DatabaseError as error:
        if not is_full(error):
            raise
        return 0.0


def room() -> Room:
    """What may be stored in all. Raises NoRoomError when the disk of an SQLite file has less than FREE_BYTES left.

    Of PostgreSQL's disk nothing is known here; it says itself when it is full.
    """
    if connection.vendor == "sqlite" and settings.FREE_BYTES:
        folder = Path(connection.settings_dict["NAME"]).absolute().parent
        if shutil.disk_usage(folder).free < settings.FREE_BYTES:
            raise NoRoomError
    shares, stored, revisions = settings.STORED_SHARES, settings.STORED_BYTES, settings.REVISIONS
    return Room(shares or sys.maxsize, stored or sys.maxsize, revisions or sys.maxsize)


def is_full(error: Exception) -> bool:
    """Whether a database says that it, or its disk, is full (SQLITE_FULL, PostgreSQL's 53100)."""
    cause = error.__cause__
    code = getattr(cause, "sqlite_errorcode", None)
    return code == sqlite3.SQLITE_FULL or getattr(cause, "sqlstate", None) == "53100"


def permits(amount: int) -> Permits:
    """What this process has taken in advance of ``amount`` a minute; made once, because it keeps a thread."""
    return _permits.get(amount) or _permits.setdefault(
        amount, Permits(Limit("previews", amount, 60), _TAKEN_IN_ADVANCE)
    )


def _client(request: HttpRequest) -> str:
    notice(request.META, settings.TRUSTED_PROXIES)
    return client_of(request.META, settings.TRUSTED_PROXIES)
