"""Rate limits per client: one table and one conditional UPDATE, exact across all workers and servers.

The generic cell rate algorithm (ITU-T I.371): each request moves a client's time ahead by its cost; a request that
would move it ahead by more than the limit's period is refused. So the allowance comes back evenly, not all at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import connection, transaction
from django.utils.crypto import salted_hmac

from playground.storage import clock
from playground.storage.models import Rate

_SLACK = 0.01  # of a unit: more than rounding errors add up to in a thousand steps, and far less than one unit
_PURGED_AT_ONCE = 500
# A client's first request inserts its row; any other one updates it, if the time is not ahead of %(latest)s yet.
_TAKE = """
INSERT INTO playground_rate AS rate (key, until) VALUES (%(key)s, %(now)s + %(cost)s)
ON CONFLICT (key) DO UPDATE
SET until = CASE WHEN rate.until > %(now)s THEN rate.until ELSE %(now)s END + %(cost)s
WHERE rate.until <= %(latest)s
"""


@dataclass(frozen=True, slots=True)
class Limit:
    """At most ``amount`` at once, and ``amount`` in any ``seconds`` after that."""

    name: str
    amount: int
    seconds: int

    def cost(self, units: int) -> float:
        """The seconds by which ``units`` move a client's time ahead."""
        return units * self.seconds / self.amount


def take(
    client: str, wanted: Sequence[tuple[Limit, int]], now: float | None = None, patience: float | None = None
) -> float:
    """Take the wanted units of all limits for ``client`` and return 0, or take none and return the seconds to wait.

    For more than a limit's whole amount the wait is its whole period. ``now`` is in seconds since 1970; None reads the
    clock that all servers share. ``patience`` is how many seconds other writers to an SQLite file are waited for; None:
    as long as by a save. Raises DatabaseError or InterfaceError if the database does not answer.
    """
    if impossible := [limit.seconds for limit, units in wanted if units > limit.amount]:
        return float(max(impossible))
    with _quick_transaction(patience):
        moment = clock.seconds() if now is None else now
        for limit, units in sorted(wanted, key=lambda pair: pair[0].name):  # always in one order: no deadlocks
            if wait := _take_one(key_of(client, limit), limit, units, moment):
                transaction.set_rollback(True)
                return wait
    return 0.0


def key_of(client: str, limit: Limit) -> str:
    """The key of ``client``: a keyed digest, so that stored counts do not reveal addresses."""
    return salted_hmac(f"rate {limit.name}", client, algorithm="sha256").hexdigest()


def purge(now: float) -> int:
    """Delete up to _PURGED_AT_ONCE clients whose limits are full again; return how many."""
    old = Rate.objects.filter(until__lt=now).values_list("key", flat=True)[:_PURGED_AT_ONCE]
    return Rate.objects.filter(key__in=list(old), until__lt=now).delete()[0]


def _take_one(key: str, limit: Limit, units: int, now: float) -> float:
    """As ``take``, for one limit."""
    cost, slack = limit.cost(units), limit.cost(1) * _SLACK
    latest = now + limit.seconds - cost
    with connection.cursor() as cursor:
        cursor.execute(_TAKE, {"key": key, "now": now, "cost": cost, "latest": latest + slack})
        if cursor.rowcount:
            return 0.0
    until = Rate.objects.filter(key=key).values_list("until", flat=True).first() or now
    return min(max(until - latest, slack), float(limit.seconds))


@contextmanager
def _quick_transaction(patience: float | None) -> Iterator[None]:
    """A transaction that does not wait for the disk; a power failure may lose the last counts, which is acceptable.

    The next commit that does wait syncs this one, too (sqlite.org/pragma.html, synchronous;
    postgresql.org/docs/current/wal-async-commit.html). Inside another transaction that one decides.
    """
    if connection.in_atomic_block:
        with transaction.atomic():
            yield
    elif connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL synchronous_commit TO off")
            yield
    else:
        usual = connection.settings_dict["OPTIONS"]["timeout"]
        _set_pragmas("NORMAL", usual if patience is None else patience)
        try:
            with transaction.atomic():
                yield
        finally:
            _set_pragmas("FULL", usual)


def _set_pragmas(synchronous: str, patience: float) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA synchronous={synchronous}")
        cursor.execute(f"PRAGMA busy_timeout={patience * 1000:.0f}")
