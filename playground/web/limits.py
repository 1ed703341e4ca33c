"""The limits of a request, for the page and the API, which share the counts: rates, storage, the engine's time."""

from __future__ import annotations

import shutil
import sqlite3
import sys
import time
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest

from playground.engine import Deadline, Limits
from playground.rates.counting import take
from playground.rates.limit import Limit
from playground.rates.permits import Permits
from playground.shares.quota import Quota, QuotaExceededError
from playground.web.clients import client_of, notice

_TAKEN_IN_ADVANCE = 20  # previews that one query reserves for a client
_permits: dict[int, Permits] = {}


def wait_for_preview(request: HttpRequest) -> float:
    """Count one more evaluation for this client and return 0, or return the seconds until it is allowed."""
    amount = settings.PREVIEWS_PER_MINUTE
    return permits(amount).take(_client(request)) if amount else 0.0


def wait_for_save(request: HttpRequest) -> float:
    """Count one more save, and its bytes, for this client and return 0, or return the seconds until it is allowed.

    Raises DatabaseError if the database does not answer: the view needs it anyway. If the database is full, nothing is
    counted and the result is 0, so that a client can still delete.
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


def storage_quota() -> Quota:
    """The storage limits. Raises QuotaExceededError if the disk of an SQLite file has less than FREE_BYTES free.

    The free space on PostgreSQL's disk is not known here; its own error says when it is full.
    """
    if connection.vendor == "sqlite" and settings.FREE_BYTES:
        folder = Path(connection.settings_dict["NAME"]).absolute().parent
        if shutil.disk_usage(folder).free < settings.FREE_BYTES:
            raise QuotaExceededError
    shares, stored, revisions = settings.STORED_SHARES, settings.STORED_BYTES, settings.REVISIONS
    return Quota(shares or sys.maxsize, stored or sys.maxsize, revisions or sys.maxsize)


def is_full(error: Exception) -> bool:
    """Whether a database error means that the database or its disk is full (SQLITE_FULL, PostgreSQL's 53100)."""
    cause = error.__cause__
    code = getattr(cause, "sqlite_errorcode", None)
    return code == sqlite3.SQLITE_FULL or getattr(cause, "sqlstate", None) == "53100"


def permits(amount: int) -> Permits:
    """This process's Permits for ``amount`` previews a minute; made once, because they keep a thread."""
    return _permits.get(amount) or _permits.setdefault(
        amount, Permits(Limit("previews", amount, 60), _TAKEN_IN_ADVANCE)
    )


def _client(request: HttpRequest) -> str:
    notice(request.META, settings.TRUSTED_PROXIES)
    return client_of(request.META, settings.TRUSTED_PROXIES)


def deadline() -> Deadline:
    """A Deadline of ENGINE_SECONDS from now; without a limit if that is 0.

    It counts this thread's CPU time, so on a busy machine the answer comes later but is the same.
    """
    return Deadline(settings.ENGINE_SECONDS, time.thread_time) if settings.ENGINE_SECONDS else Deadline()


def limits() -> Limits:
    """The limits of one text on this site: the engine's, or lower ones from the setting LIMITS."""
    lower: dict[str, Any] = settings.LIMITS
    return Limits(**lower)


MOST_RECEIVED: Final = 8 * 1024 * 1024  # characters of all values that containers receive: each may be one large text
MOST_OPERATIONS: Final = 1000  # of a JSON patch
MOST_COPIED: Final = (
    100_000  # values, by a JSON patch, or ten times as many characters: copies of copies grow without end
)
DEEPEST: Final = 200  # mappings and lists inside one another after a JSON patch, as in any text that is read
LONGEST_SELECTOR: Final = 4096  # characters
MOST_LISTED: Final = 16 * 1024 * 1024  # characters after which a page of a list ends, whatever its `limit`
MOST_WATCHES: Final = 8  # at a time in one worker
LONGEST_WATCH: Final = 30  # seconds
