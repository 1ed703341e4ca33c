"""How often one client may ask: counted in the database, so that all workers and servers count together.

The generic cell rate algorithm (ITU-T I.371): each request moves a client's time ahead by its cost, and one that would
move it further than the limit's whole span is refused. What was used up comes back evenly, not at the full minute.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as Late
from dataclasses import dataclass, field
from functools import partial
from logging import getLogger
from threading import Lock

from django.db import DatabaseError, InterfaceError, connection
from django.db.models import F, FloatField, Value
from django.db.models.functions import Cast, Greatest
from django.utils.crypto import salted_hmac

from playground.models import Rate

_log = getLogger(__name__)
_PATIENCE = 0.25  # seconds; a database that takes longer is ill, and no reason to keep a visitor waiting
_SILENCE = 5  # seconds in which it is not asked again
_MOST_CLIENTS = 10_000  # whose permits are remembered
_PURGED_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Limit:
    """At most ``amount`` at once, and ``amount`` in any ``seconds`` after that."""

    name: str
    amount: int
    seconds: int


def take(client: str, limit: Limit, units: int, now: float) -> float:
    """Take ``units`` of what ``limit`` gives ``client``; the seconds to wait when they are not there, or 0.

    More than the limit gives at all is never there: the wait is then its whole span. ``now`` is in seconds since
    1970. Only one conditional UPDATE decides, so that two that come at once never both get the last unit. Raises
    DatabaseError when the database does not answer.
    """
    if units > limit.amount:
        return float(limit.seconds)
    key, cost = _key(client, limit), units * limit.seconds / limit.amount
    latest = now + limit.seconds - cost
    ahead = Cast(Greatest(F("until"), Value(now, FloatField())) + Value(cost, FloatField()), FloatField())
    for _ in range(2):
        if Rate.objects.filter(key=key, until__lte=latest).update(until=ahead):
            return 0.0
        rate, new = Rate.objects.get_or_create(key=key, defaults={"until": now})
        if not new and rate.until > latest:
            return min(rate.until - latest, float(limit.seconds))
    return 1.0  # the row came and went under our hands


def purge(now: float) -> int:
    """Forget clients that have everything they may have again; how many."""
    old = Rate.objects.filter(until__lt=now).values_list("key", flat=True)[:_PURGED_AT_ONCE]
    return Rate.objects.filter(key__in=list(old)).delete()[0]


def _key(client: str, limit: Limit) -> str:
    """A name for the client that says nothing to who reads the database."""
    return salted_hmac(f"rate {limit.name}", client, algorithm="sha256").hexdigest()


@dataclass(slots=True)
class Permits:
    """What this process has taken in advance for its clients, so that the database is asked once for many requests.

    It is asked in a thread of its own. While it does not answer, everybody may go on: no visitor waits for a count.
    """

    limit: Limit
    at_once: int  # how many are taken in advance
    clock: Callable[[], float]  # the time by which is counted, as for `take`; asked beside the database
    _left: OrderedDict[str, int] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)
    _asker: ThreadPoolExecutor = field(default_factory=partial(ThreadPoolExecutor, 1, thread_name_prefix="rates"))
    _silent_until: float = 0.0

    def take(self, client: str, now: float) -> float:
        """Take one for ``client``; the seconds to wait when there is none, or 0.

        ``now`` is this process's own time, in seconds since whenever: by it the database is left in peace.
        """
        if self._one_left(client) or now < self._silent_until:
            return 0.0
        try:
            units, wait = self._asker.submit(_most, client, self.limit, self.at_once, self.clock).result(_PATIENCE)
        except (Late, DatabaseError, InterfaceError):
            self._silent_until = now + _SILENCE
            _log.warning("requests are not counted for %s seconds: the database does not answer", _SILENCE)
            return 0.0
        self._keep(client, units - 1)
        return wait

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


def _most(client: str, limit: Limit, at_once: int, clock: Callable[[], float]) -> tuple[int, float]:
    """Take ``at_once``, or one when there are fewer: how many were taken, and the seconds to wait when none was."""
    try:
        now = clock()
        for units in (at_once, 1):
            wait = take(client, limit, units, now)
            if not wait:
                return units, 0.0
    finally:
        connection.close()  # this thread has its own, which nobody else would look after
    return 0, wait
