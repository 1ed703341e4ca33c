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

from django.db import DatabaseError, InterfaceError, connection, connections

from playground.rates.counting import take
from playground.rates.limit import Limit

_log = getLogger(__name__)
_PATIENCE = 0.25  # seconds; a database that takes longer is ill, and no reason to keep a visitor waiting
_SILENCE = 5  # seconds in which it is not asked again
_MOST_CLIENTS = 10_000  # whose permits are remembered


@dataclass(slots=True)
class Permits:
    """Permits of one limit, ``at_once`` of which are taken in advance: no client ever gets more than the limit.

    They are asked for in a thread that keeps its connection to the database. While that does not answer everybody may
    go on: no visitor waits for a count.
    """

    limit: Limit
    at_once: int
    clock: Callable[[], float] = time.monotonic
    _left: OrderedDict[str, int] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)
    _asker: ThreadPoolExecutor = field(default_factory=partial(ThreadPoolExecutor, 1, thread_name_prefix="rates"))
    _silent_until: float = 0.0

    def take(self, client: str, now: float | None = None) -> float:
        """Take one for ``client``; the seconds to wait when there is none, or 0. ``now`` is as for `take`."""
        if self._one_left(client) or self.clock() < self._silent_until:
            return 0.0
        try:
            units, wait = self._asker.submit(_most, client, self.limit, self.at_once, now).result(_PATIENCE)
        except (Late, DatabaseError, InterfaceError):
            self._silent_until = self.clock() + _SILENCE
            _log.warning(f"requests are not counted for {_SILENCE} s: the database does not answer")
            return 0.0
        self._keep(client, units - 1)
        return wait

    def close(self) -> None:
        """Let the thread and its connection go."""
        self._asker.submit(connections.close_all)  # those of its thread
        self._asker.shutdown()

    def _one_left(self, client: str) -> bool:
        with self._lock:
            left = self._left.pop(client, 0)
            if left > 1:
                self._left[client] = left - 1
        return left > 0

    def _keep(self, client: str, count: int) -> None:
        if count > 0:
            with self._lock:
                self._left[client] = self._left.get(client, 0) + count
                while len(self._left) > _MOST_CLIENTS:
                    self._left.popitem(last=False)


def _most(client: str, limit: Limit, at_once: int, now: float | None) -> tuple[int, float]:
    """Take ``at_once``, or one when there are fewer: how many were taken, and the seconds to wait when none was."""
    connection.close_if_unusable_or_obsolete()  # no request begins or ends here that would look
    wait = 0.0
    for units in (at_once, 1):
        wait = take(client, [(limit, units)], now)
        if not wait:
            return units, 0.0
    return 0, wait
