"""Who counts: Redis where REDIS_URL is set and answers, else the database."""

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
_SILENCE = 5.0  # seconds in which a Redis that did not answer is not asked again
_Take = Callable[[str, str, Wanted, float | None], float]


@dataclass(slots=True)
class _Redis:
    """The Redis at ``url``, and until when it is left alone; its library is loaded only where there is one."""

    url: str
    take: _Take = field(default_factory=lambda: import_string("playground.rates.in_redis.take"))
    silent_until: float = 0.0


def take(client: str, wanted: Wanted, now: float | None = None) -> float:
    """Take all that is ``wanted`` for ``client``, or nothing; the seconds to wait, or 0. As `in_database.take`.

    While Redis does not answer the database counts: a client may then have a limit's amount once more, not any number.
    """
    if settings.REDIS_URL and time.monotonic() >= (redis := _redis(settings.REDIS_URL)).silent_until:
        try:
            return redis.take(redis.url, client, wanted, now)
        except CountingError as error:
            redis.silent_until = time.monotonic() + _SILENCE
            _log.warning(f"Redis does not answer ({error}): the database counts for {_SILENCE:.0f} s")
    return in_database.take(client, wanted, now)


@cache
def _redis(url: str) -> _Redis:
    return _Redis(url)
