"""Counting previews and saves for each client; the page and the API share the counts."""

from __future__ import annotations

from logging import getLogger

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest

from playground.storage.rates import Limit, key_of, take
from playground.storage.transactions import is_full
from playground.web.clients import check_proxies, client_of

_log = getLogger(__name__)
_PATIENCE = 1.0  # seconds; a preview does not wait longer for other writers
_RETRY_SECONDS = 5  # seconds until a database that does not answer is asked again
# Keys in Django's cache, which is this process's memory.
_SILENT = "database-silent"  # the database does not answer
_ASKED = "database-asked"  # it was asked again less than _RETRY_SECONDS ago


def wait_for_preview(request: HttpRequest) -> float:
    """Count one more evaluation for this client and return 0, or return the seconds until it is allowed.

    While the database does not answer, each process counts by itself, so that previews stay available and limited. One
    request every _RETRY_SECONDS seconds asks the database again; only this request waits for the database.
    """
    limit = Limit("previews", settings.PREVIEWS_PER_MINUTE, 60)
    if not limit.amount:
        return 0.0
    if cache.get(_SILENT) and not cache.add(_ASKED, True, _RETRY_SECONDS):
        return _wait_alone(_client(request), limit)
    try:
        wait = take(_client(request), [(limit, 1)], patience=_PATIENCE)
    except (DatabaseError, InterfaceError) as error:
        cache.set(_SILENT, True)
        cache.add(_ASKED, True, _RETRY_SECONDS)
        _log.warning(
            "the database does not answer: this process counts requests by itself",
            exc_info=error,
            extra={"seconds": _RETRY_SECONDS},
        )
        return _wait_alone(_client(request), limit)
    cache.delete(_SILENT)
    return wait


def _wait_alone(client: str, limit: Limit) -> float:
    """Count like ``take``, but in this process's memory and in fixed periods: after each, the whole amount is free."""
    key = key_of(client, limit)
    cache.add(key, 0, limit.seconds)
    try:
        return float(limit.seconds) if cache.incr(key) > limit.amount else 0.0
    except ValueError:  # the key expired after `cache.add`
        return 0.0


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
    units_by_limit = [(limit, units) for limit, units in limits if limit.amount]
    try:
        return take(_client(request), units_by_limit) if units_by_limit else 0.0
    except DatabaseError as error:
        if not is_full(error):
            raise
        return 0.0


def _client(request: HttpRequest) -> str:
    check_proxies(request.META, settings.TRUSTED_PROXIES)
    return client_of(request.META, settings.TRUSTED_PROXIES)
