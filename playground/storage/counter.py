"""The one row that counts: a version for each change of a Share, and what is stored, which the quota limits.

Watches know from the versions what has changed. Changes read and write rows concurrently, and lock each other out only
at their end, here.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

from django.db import connection
from django.db.models import F

from playground.storage.models import Counter, Revision, Share

COUNTER = "versions"  # the name of the one row with the counts of Shares and changes
_Parameter = int | str | bool
_Statement = tuple[str, tuple[_Parameter, ...]]
_COUNT = (
    "UPDATE playground_counter SET value = value + 1, bytes = bytes + %s, shares = shares + %s"
    " WHERE name = %s AND bytes <= %s AND shares <= %s RETURNING value"
)
_OF_SHARE = (
    "UPDATE playground_share SET version = value, object_since = CASE WHEN %s THEN value ELSE object_since END"
    " FROM playground_counter WHERE name = %s AND id = %s"
)
_OF_REVISION = "UPDATE playground_revision SET version = value FROM playground_counter WHERE name = %s AND id = %s"


@dataclass(frozen=True, slots=True)
class Quota:
    """Limits on storage: Shares and bytes of all clients together, and Revisions of one Share."""

    shares: int = sys.maxsize
    bytes: int = sys.maxsize
    revisions: int = sys.maxsize


UNLIMITED = Quota()


class QuotaExceededError(Exception):
    """The quota is used up; nothing was stored."""


def release(size: int, shares: int) -> None:
    """Subtract ``size`` bytes and ``shares`` from what is counted as stored; `assign_version` adds to it."""
    Counter.objects.filter(name=COUNTER).update(bytes=F("bytes") - size, shares=F("shares") - shares)


def assign_version(
    share: Share,
    revision: Revision | None = None,
    quota: Quota = UNLIMITED,
    *,
    shares: int = 0,
    is_new_object: bool = False,
) -> None:
    """Give a change its version, and count the storage of its new ``revision`` and number of new ``shares``.

    Should be the last statement of a change, after all its rows are written: from here to the end of its transaction
    all other changes wait. So versions become visible in order, and deadlocks are rare. One
    conditional UPDATE decides. Raises QuotaExceededError if ``quota`` would be exceeded; the transaction must then be
    rolled back.
    """
    size = revision.size if revision else 0
    count = (_COUNT, (size, shares, COUNTER, quota.bytes - size, quota.shares - shares))
    statements: list[_Statement] = [count, (_OF_SHARE, (is_new_object, COUNTER, share.pk))]
    if revision:
        statements.append((_OF_REVISION, (COUNTER, revision.pk)))
    version = _execute(statements)
    if version is None:  # over quota, or no row yet; if another change creates it right now, this waits for that
        Counter.objects.bulk_create([Counter(name=COUNTER)], ignore_conflicts=True)
        version = _execute(statements)
    if version is None:
        raise QuotaExceededError
    share.version = version
    if is_new_object:
        share.object_since = version
    if revision:
        revision.version = version


def last_version() -> Counter:
    """The Counter, with the version of the last committed change."""
    return Counter.objects.filter(name=COUNTER).first() or Counter(name=COUNTER)


def _execute(statements: list[_Statement]) -> int | None:
    """Execute ``statements``; return the first one's value. PostgreSQL gets them in one message: one round trip."""
    if connection.vendor == "postgresql":
        texts = "; ".join(statement for statement, _ in statements)
        statements = [(texts, tuple(value for _, parameters in statements for value in parameters))]
    (first, parameters), *others = statements
    with connection.cursor() as cursor:
        cursor.execute(first, parameters)
        rows = cursor.fetchall()
        for statement, parameters in others if rows else ():
            cursor.execute(statement, parameters)
    return int(rows[0][0]) if rows else None
