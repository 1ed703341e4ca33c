"""Counts in Redis if REDIS_URL is set and Redis answers, else in the database."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from logging import getLogger

from django.conf import settings
from django.utils.module_loading import import_string

from playground.rates import in_database
from playground.rates.limit import CountingError, Wanted

_log = getLogger(__name__)
_COOLDOWN = 5.0  # seconds for which a Redis that did not answer is skipped
_Take = Callable[[str, str, Wanted, float | None], float]


@dataclass(slots=True)
class _Redis:
    """The Redis at ``url``, and until when it is skipped; the redis package is imported only if REDIS_URL is set."""

    url: str
    take: _Take = field(default_factory=lambda: import_string("playground.rates.in_redis.take"))
    skip_until: float = 0.0


def take(client: str, wanted: Wanted, now: float | None = None) -> float:
    """Take all that is ``wanted`` for ``client``, or nothing; return the seconds to wait, or 0. As `in_database.take`.

    While Redis does not answer, the database counts, from zero: so a client may get its limit once more, but no more.
    """
    if settings.REDIS_URL and time.monotonic() >= (redis := _redis(settings.REDIS_URL)).skip_until:
        try:
            return redis.take(redis.url, client, wanted, now)
        except CountingError as error:
            redis.skip_until = time.monotonic() + _COOLDOWN
            _log.warning(
                "Redis does not answer: the database counts requests",
                exc_info=error.__cause__,
                extra={"seconds": _COOLDOWN},
            )
    return in_database.take(client, wanted, now)


@cache
def _redis(url: str) -> _Redis:
    return _Redis(url)
