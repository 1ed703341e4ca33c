"""Counting in the database, by conditional updates only: two simultaneous requests never both get the last unit.

Counts are not synced to disk: a power failure may lose the last ones, which is acceptable.
sqlite.org/pragma.html (synchronous), postgresql.org/docs/current/wal-async-commit.html.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction
from django.db.models import F, FloatField, Value
from django.db.models.functions import Cast, Greatest

from playground import clock
from playground.models import Rate
from playground.rates.limit import Limit, Wanted, key_of, wait_if_impossible

_PURGED_AT_ONCE = 500


def take(client: str, wanted: Wanted, now: float | None = None) -> float:
    """Take all that is ``wanted`` for ``client`` and return 0, or take nothing and return the seconds to wait.

    For more than a limit's whole amount the wait is its whole period. ``now`` is in seconds since 1970; None reads the
    clock that all servers share. Raises DatabaseError or InterfaceError if the database does not answer.
    """
    if never := wait_if_impossible(wanted):
        return never
    with _without_sync(), transaction.atomic():
        at = clock.seconds() if now is None else now
        for limit, units in sorted(wanted, key=lambda one: one[0].name):  # always in one order: no deadlocks
            if wait := _take_one(key_of(client, limit), limit, units, at):
                transaction.set_rollback(True)
                return wait
    return 0.0


def purge(now: float) -> int:
    """Delete up to _PURGED_AT_ONCE clients whose limits are full again; return how many."""
    old = Rate.objects.filter(until__lt=now).values_list("key", flat=True)[:_PURGED_AT_ONCE]
    return Rate.objects.filter(key__in=list(old), until__lt=now).delete()[0]


def _take_one(key: str, limit: Limit, units: int, now: float) -> float:
    cost, mine = limit.cost(units), Rate.objects.filter(key=key)
    over = Cast(F("until") - Value(now + limit.seconds - cost, FloatField()), FloatField())
    ahead = Cast(Greatest(F("until"), Value(now, FloatField())) + Value(cost, FloatField()), FloatField())
    for _ in range(3):
        if mine.alias(over=over).filter(over__lte=limit.slack).update(until=ahead):
            return 0.0
        wait = mine.annotate(over=over).values_list("over", flat=True).first()
        if wait is not None and wait > limit.slack:
            return min(float(wait), float(limit.seconds))
        Rate.objects.bulk_create([Rate(key=key, until=0.0)], ignore_conflicts=True)
    return 1.0  # others created and purged the row each time


@contextmanager
def _without_sync() -> Iterator[None]:
    """Commit without waiting for the disk; a later commit that does wait syncs this one, too. Affects nobody else."""
    if connection.in_atomic_block:  # the outer transaction decides
        yield
    elif connection.vendor == "sqlite":
        _execute("PRAGMA synchronous=NORMAL")  # not OFF, which could corrupt the file
        try:
            yield
        finally:
            _execute("PRAGMA synchronous=FULL")
    else:
        with transaction.atomic():
            _execute("SET LOCAL synchronous_commit TO off")
            yield


def _execute(statement: str, *values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
