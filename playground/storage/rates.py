"""Rate limits per client: one table and one conditional UPDATE, exact across all workers and servers.

The generic cell rate algorithm (ITU-T I.371): each request moves a client's time ahead by the request's cost. A
request that would move the time ahead by more than the limit's period is refused. So the allowance comes back evenly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import connection, transaction
from django.utils.crypto import salted_hmac

from playground.storage import clock
from playground.storage.models import Rate

_SLACK = 0.01  # of a unit: more than the rounding errors of a thousand steps, and far less than one unit
_PURGED_AT_ONCE = 500
# A client's first request inserts its row; a later one updates the row, unless its time is after %(latest)s.
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
    client: str, units_by_limit: Sequence[tuple[Limit, int]], now: float | None = None, patience: float | None = None
) -> float:
    """Take the units of all limits for ``client`` and return 0, or take none and return the seconds to wait.

    If more than a limit's whole amount is asked for, the wait is the limit's whole period. ``now`` is in seconds since
    1970; None reads the clock that all servers share. ``patience`` is how many seconds to wait for other writers to an
    SQLite file; None: as long as a save waits. Raises DatabaseError or InterfaceError if the database does not answer.
    """
    if impossible := [limit.seconds for limit, units in units_by_limit if units > limit.amount]:
        return float(max(impossible))
    with _quick_transaction(patience):
        moment = clock.seconds() if now is None else now
        # always in the same order, to avoid deadlocks
        for limit, units in sorted(units_by_limit, key=lambda pair: pair[0].name):
            if wait := _take_from_limit(key_of(client, limit), limit, units, moment):
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


def _take_from_limit(key: str, limit: Limit, units: int, now: float) -> float:
    """Take ``units`` of one limit and return 0, or take none and return the seconds to wait."""
    cost, slack = limit.cost(units), limit.cost(1) * _SLACK
    # The client's time may be at most ``latest`` now, so that the request does not move it beyond the limit's period.
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

    The next commit that waits for the disk syncs this one, too (sqlite.org/pragma.html, synchronous;
    postgresql.org/docs/current/wal-async-commit.html). Inside another transaction, the outer one decides.
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
