"""What a process has taken in advance for its clients, so that the count is asked once for many requests."""

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
_PATIENCE = 0.25  # seconds; a database that takes longer is ill, and no reason to keep a visitor waiting
_SILENCE = 5  # seconds in which it is not asked again
_MOST_CLIENTS = 10_000  # of whom something is remembered
_Number = TypeVar("_Number", int, float)


@dataclass(slots=True)
class Permits:
    """Permits of one limit, ``at_once`` of which are taken in advance: no client ever gets more than the limit.

    They are asked for in a thread that keeps its connection to the database, and who was refused is not asked for again
    before its time. While no answer comes this process counts by itself: no visitor waits for a count, and none goes
    without one.
    """

    limit: Limit
    at_once: int
    clock: Callable[[], float] = time.monotonic
    _left: OrderedDict[str, int] = field(default_factory=OrderedDict)
    _refused: OrderedDict[str, float] = field(default_factory=OrderedDict)  # until when
    _here: OrderedDict[str, float] = field(default_factory=OrderedDict)  # how far ahead of ``clock`` while alone
    _lock: Lock = field(default_factory=Lock)
    _asker: ThreadPoolExecutor = field(default_factory=partial(ThreadPoolExecutor, 1, thread_name_prefix="rates"))
    _silent_until: float = 0.0

    def take(self, client: str, now: float | None = None) -> float:
        """Take one for ``client``; the seconds to wait when there is none, or 0. ``now`` is as for `take`."""
        moment = self.clock()
        if self._one_left(client):
            return 0.0
        if (wait := self._refused.get(client, 0.0) - moment) > 0:
            return wait
        if moment < self._silent_until:
            return self._counted_here(client, moment)
        try:
            return self._asker.submit(self._ask, client, now).result(_PATIENCE)
        except (Late, DatabaseError, InterfaceError):
            self._silent_until = moment + _SILENCE
            _log.warning(f"each process counts by itself for {_SILENCE} s: the database does not answer")
            return self._counted_here(client, moment)

    def _one_left(self, client: str) -> bool:
        with self._lock:
            left = self._left.pop(client, 0)
            if left > 1:
                self._left[client] = left - 1
        return left > 0

    def _ask(self, client: str, now: float | None) -> float:
        """Take some and keep all but one, also when nobody waits for them any more; the seconds to wait, or 0."""
        if self._one_left(client):  # who stood before us in the row has taken enough
            return 0.0
        units, wait = _most(client, self.limit, self.at_once, now)
        self._silent_until = 0.0  # it was late, and is there again
        with self._lock:
            if units > 1:
                _remember(self._left, client, self._left.get(client, 0) + units - 1)
            if wait:
                _remember(self._refused, client, self.clock() + wait)
        return wait

    def _counted_here(self, client: str, moment: float) -> float:
        """As `take`, counted by this process alone."""
        with self._lock:
            ahead = max(self._here.get(client, 0.0), moment) + self.limit.cost(1)
            over = ahead - moment - self.limit.seconds
            if over > self.limit.slack:
                return over
            _remember(self._here, client, ahead)
        return 0.0


def _remember(clients: OrderedDict[str, _Number], client: str, number: _Number) -> None:
    """Keep ``number`` for ``client``, and forget whoever came first when there are too many."""
    clients[client] = number
    while len(clients) > _MOST_CLIENTS:
        clients.popitem(last=False)


def _most(client: str, limit: Limit, at_once: int, now: float | None) -> tuple[int, float]:
    """Take ``at_once``, or one when there are fewer: how many were taken, and the seconds to wait when none was."""
    connection.close_if_unusable_or_obsolete()  # no request begins or ends here that would look
    wait = 0.0
    for units in (at_once, 1):
        wait = take(client, [(limit, units)], now)
        if not wait:
            return units, 0.0
    return 0, wait
