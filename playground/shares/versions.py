"""Versions: the number of each change, counted over all Shares, so that whoever watches knows what came since."""

from __future__ import annotations

from django.db.models import F

from playground.models import Counter

COUNTER = "versions"  # the name of the one row


def next_version() -> int:
    """The version for a change, to be asked for first in its transaction.

    Until that ends whoever else changes a Share waits: so versions are seen in their order, and what was looked up
    meanwhile still holds. Alike on SQLite and PostgreSQL, which locks the row.
    """
    counters = Counter.objects.filter(name=COUNTER)
    if not counters.update(value=F("value") + 1):
        Counter.objects.bulk_create([Counter(name=COUNTER)], ignore_conflicts=True)
        counters.update(value=F("value") + 1)
    return counters.values_list("value", flat=True).get()


def last_version() -> Counter:
    """The version of the last change that everybody can see."""
    return Counter.objects.filter(name=COUNTER).first() or Counter(name=COUNTER)
