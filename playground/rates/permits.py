"""Permits that a process reserves for its clients in advance, so that one query covers many requests."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as Late
from dataclasses import dataclass, field
from functools import partial
from logging import getLogger
from threading import Lock
from typing import TypeVar

from django.db import DatabaseError, InterfaceError, connection

from playground.rates.counting import take
from playground.rates.limit import Limit

_log = getLogger(__name__)
_TIMEOUT = 0.25  # seconds; visitors do not wait longer for a slow database
_COOLDOWN = 5  # seconds for which a database that did not answer is skipped
_MOST_CLIENTS = 10_000  # in each of the maps below
_Number = TypeVar("_Number", int, float)


@dataclass(slots=True)
class Permits:
    """Permits of one limit, reserved in batches: no client ever gets more than the limit.

    One thread, which keeps its database connection, reserves them. A refusal is remembered until the client may ask
    again. While the database does not answer, this process counts by itself, so that no request waits or goes
    uncounted.
    """

    limit: Limit
    batch: int
    clock: Callable[[], float] = time.monotonic
    _reserved: OrderedDict[str, int] = field(default_factory=OrderedDict)
    _refused_until: OrderedDict[str, float] = field(default_factory=OrderedDict)
    _local: OrderedDict[str, float] = field(default_factory=OrderedDict)  # how far ahead of ``clock`` while alone
    _lock: Lock = field(default_factory=Lock)
    _executor: ThreadPoolExecutor = field(default_factory=partial(ThreadPoolExecutor, 1, thread_name_prefix="rates"))
    _skip_until: float = 0.0

    def take(self, client: str, now: float | None = None) -> float:
        """Take one permit for ``client`` and return 0, or return the seconds to wait. ``now`` as in `counting.take`."""
        moment = self.clock()
        if self._take_reserved(client):
            return 0.0
        if (wait := self._refused_until.get(client, 0.0) - moment) > 0:
            return wait
        if moment < self._skip_until:
            return self._take_locally(client, moment)
        try:
            return self._executor.submit(self._reserve_and_take, client, now).result(_TIMEOUT)
        except (Late, DatabaseError, InterfaceError) as error:
            self._skip_until = moment + _COOLDOWN
            _log.warning(
                "the database does not answer: this process counts requests by itself",
                exc_info=error,
                extra={"seconds": _COOLDOWN},
            )
            return self._take_locally(client, moment)

    def _take_reserved(self, client: str) -> bool:
        with self._lock:
            left = self._reserved.pop(client, 0)
            if left > 1:
                self._reserved[client] = left - 1
        return left > 0

    def _reserve_and_take(self, client: str, now: float | None) -> float:
        """Reserve a batch and take one of it, even if the request has given up waiting; the seconds to wait, or 0."""
        if self._take_reserved(client):  # an earlier task in this thread has reserved enough
            return 0.0
        units, wait = _reserve(client, self.limit, self.batch, now)
        self._skip_until = 0.0  # it answers again
        with self._lock:
            if units > 1:
                _remember(self._reserved, client, units - 1)
            if wait:
                _remember(self._refused_until, client, self.clock() + wait)
        return wait

    def _take_locally(self, client: str, moment: float) -> float:
        """As ``take``, counted by this process alone."""
        with self._lock:
            ahead = max(self._local.get(client, 0.0), moment) + self.limit.cost(1)
            over = ahead - moment - self.limit.seconds
            if over > self.limit.slack:
                return over
            _remember(self._local, client, ahead)
        return 0.0


def _remember(clients: OrderedDict[str, _Number], client: str, number: _Number) -> None:
    """Store ``number`` for ``client``; drop the oldest entries beyond _MOST_CLIENTS."""
    clients[client] = number
    while len(clients) > _MOST_CLIENTS:
        clients.popitem(last=False)


def _reserve(client: str, limit: Limit, batch: int, now: float | None) -> tuple[int, float]:
    """Take ``batch`` units, or one if there are fewer: how many were taken, and the seconds to wait if none was."""
    connection.close_if_unusable_or_obsolete()  # Django checks this only when a request starts or ends
    wait = 0.0
    for units in (batch, 1):
        wait = take(client, [(limit, units)], now)
        if not wait:
            return units, 0.0
    return 0, wait
