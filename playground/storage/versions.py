"""Versions: one counter for the changes of all Shares, so that watches know what has changed since a version."""

from __future__ import annotations

from django.db import connection

from playground.storage.models import Counter, Revision, Share
from playground.storage.quota import COUNTER, UNLIMITED, Quota, QuotaExceededError

_Parameter = int | str | bool
_Statement = tuple[str, tuple[_Parameter, ...]]
_COUNTED = (
    "UPDATE playground_counter SET value = value + 1, bytes = bytes + %s, shares = shares + %s"
    " WHERE name = %s AND bytes <= %s AND shares <= %s RETURNING value"
)
_OF_SHARE = (
    "UPDATE playground_share SET version = value, object_since = CASE WHEN %s THEN value ELSE object_since END"
    " FROM playground_counter WHERE name = %s AND id = %s"
)
_OF_REVISION = "UPDATE playground_revision SET version = value FROM playground_counter WHERE name = %s AND id = %s"


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
    all other changes wait. So versions become visible in order, and deadlocks are rare (see `shares.retries`). One
    conditional UPDATE decides. Raises QuotaExceededError if ``quota`` would be exceeded; the transaction must then be
    rolled back.
    """
    size = revision.size if revision else 0
    counted = (_COUNTED, (size, shares, COUNTER, quota.bytes - size, quota.shares - shares))
    statements: list[_Statement] = [counted, (_OF_SHARE, (is_new_object, COUNTER, share.pk))]
    if revision:
        statements.append((_OF_REVISION, (COUNTER, revision.pk)))
    version = _asked(statements)
    if version is None:  # over quota, or no row yet; if another change creates it right now, this waits for that
        Counter.objects.bulk_create([Counter(name=COUNTER)], ignore_conflicts=True)
        version = _asked(statements)
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


def _asked(statements: list[_Statement]) -> int | None:
    """Execute ``statements``; return the first one's value. PostgreSQL gets them in one message: one round trip."""
    if connection.vendor == "postgresql":
        texts = "; ".join(statement for statement, _ in statements)
        statements = [(texts, tuple(one for _, parameters in statements for one in parameters))]
    (first, parameters), *others = statements
    with connection.cursor() as cursor:
        cursor.execute(first, parameters)
        found = cursor.fetchall()
        for statement, parameters in others if found else ():
            cursor.execute(statement, parameters)
    return int(found[0][0]) if found else None
