"""Runs a change in a transaction, and again if another change has overtaken it.

Changes run concurrently; they wait for each other only at their end (``assign_version``). Unique constraints and
conditional UPDATEs detect that another change was committed in between. Deadlocks are rare: only a change that takes
an expired name locks the counter early. PostgreSQL then aborts one of the two changes after a second. SQLite has one
writer at a time, so a change is neither overtaken nor in a deadlock.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from sqlite3 import SQLITE_CONSTRAINT_UNIQUE, SQLITE_FULL
from typing import TypeVar

from django.db import IntegrityError, OperationalError, transaction

_Result = TypeVar("_Result")
_ATTEMPTS = 5  # the second attempt sees the change that made the first one fail
# A row with the same unique value was added; or, on PostgreSQL, a referenced row was deleted, or there was a deadlock.
_OVERTAKEN = frozenset({SQLITE_CONSTRAINT_UNIQUE, "23505", "23503", "40P01"})
_changing: ContextVar[bool] = ContextVar("changing", default=False)


class StaleError(Exception):
    """The change has read stale data: another change was committed in between."""


def is_full(error: Exception) -> bool:
    """Whether a database error means that the database or its disk is full (SQLITE_FULL, PostgreSQL's 53100)."""
    cause = error.__cause__
    code = getattr(cause, "sqlite_errorcode", None)
    return code == SQLITE_FULL or getattr(cause, "sqlstate", None) == "53100"


def with_retries(change: Callable[[], _Result]) -> _Result:
    """Run ``change`` in a transaction, up to five times if it read stale data or was in a deadlock; return its result.

    Inside another change, it runs as part of the outer change, which is retried as a whole. Raises StaleError if the
    last attempt fails in the same way.
    """
    if _changing.get():
        return change()
    token = _changing.set(True)
    try:
        return _attempt(change)
    finally:
        _changing.reset(token)


def _attempt(change: Callable[[], _Result]) -> _Result:
    last_error: Exception | None = None
    for _ in range(_ATTEMPTS):
        try:
            with transaction.atomic():
                return change()
        except StaleError as error:
            last_error = error
        except (IntegrityError, OperationalError) as error:
            if not _was_overtaken(error):
                raise
            last_error = error
    raise StaleError from last_error


def _was_overtaken(error: IntegrityError | OperationalError) -> bool:
    """Whether another transaction caused the ``error``, so that the next attempt may succeed; else it is our bug."""
    cause = error.__cause__
    return getattr(cause, "sqlstate", getattr(cause, "sqlite_errorcode", None)) in _OVERTAKEN
