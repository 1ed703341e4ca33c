"""Counting in the database, by conditional updates only: of two that come at once never both get the last unit.

No count waits for the disk: a power failure may lose the last ones, and with them nothing that anybody was promised.
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
from playground.rates.limit import Limit, Wanted, beyond, key_of

_PURGED_AT_ONCE = 500


def take(client: str, wanted: Wanted, now: float | None = None) -> float:
    """Take all that is ``wanted`` for ``client``, or nothing; the seconds to wait when it is not there, or 0.

    More than a limit gives at all is never there: the wait is then its whole span. ``now`` is in seconds since 1970;
    None asks the one clock that all servers share. Raises DatabaseError or InterfaceError when there is no answer.
    """
    if never := beyond(wanted):
        return never
    with _without_the_disk(), transaction.atomic():
        at = clock.seconds() if now is None else now
        for limit, units in sorted(wanted, key=lambda one: one[0].name):  # in one order: nobody waits in a circle
            if wait := _take_one(key_of(client, limit), limit, units, at):
                transaction.set_rollback(True)
                return wait
    return 0.0


def purge(now: float) -> int:
    """Forget clients that have everything they may have again; how many."""
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
    return 1.0  # the row came and went under our hands


@contextmanager
def _without_the_disk() -> Iterator[None]:
    """What is written meanwhile reaches the disk with what comes after it. What others write is not touched by that."""
    if connection.in_atomic_block:  # then it is its transaction's to say
        yield
    elif connection.vendor == "sqlite":
        _execute("PRAGMA synchronous=NORMAL")  # and not OFF, which would leave a damaged file
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
