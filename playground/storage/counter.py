"""One row counts the changes of all Shares, and the Shares and bytes that are stored.

The number of a change is its version. Watches learn from the versions what has changed; the quota limits the rest.
Changes run concurrently; they wait for each other only at their end, when they update this row.
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
_SET_SHARE_VERSION = (
    "UPDATE playground_share SET version = value, object_since = CASE WHEN %s THEN value ELSE object_since END"
    " FROM playground_counter WHERE name = %s AND id = %s"
)
_SET_REVISION_VERSION = (
    "UPDATE playground_revision SET version = value FROM playground_counter WHERE name = %s AND id = %s"
)


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
    """Subtract ``size`` bytes and ``shares`` from the stored totals; `assign_version` adds to them."""
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

    Call this last in a change, after all its rows are written: from here to the end of its transaction all other
    changes wait. So versions become visible in order, and deadlocks are rare. (Only a change that takes the name of an
    expired object calls this earlier, for that object.) One conditional UPDATE decides. Raises QuotaExceededError if
    ``quota`` would be exceeded; the caller must then roll back the transaction.
    """
    size = revision.size if revision else 0
    count = (_COUNT, (size, shares, COUNTER, quota.bytes - size, quota.shares - shares))
    statements: list[_Statement] = [count, (_SET_SHARE_VERSION, (is_new_object, COUNTER, share.pk))]
    if revision:
        statements.append((_SET_REVISION_VERSION, (COUNTER, revision.pk)))
    version = _execute(statements)
    if version is None:  # over quota, or the row does not exist yet; bulk_create waits if another change is creating it
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
    """Execute ``statements`` and return the value of the first; PostgreSQL gets all of them in one message."""
    if connection.vendor == "postgresql":
        texts = "; ".join(statement for statement, _ in statements)
        statements = [(texts, tuple(value for _, parameters in statements for value in parameters))]
    (first, parameters), *further_statements = statements
    with connection.cursor() as cursor:
        cursor.execute(first, parameters)
        rows = cursor.fetchall()
        for statement, parameters in further_statements if rows else ():
            cursor.execute(statement, parameters)
    return int(rows[0][0]) if rows else None
