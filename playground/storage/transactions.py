"""The transaction of a change: tried again when another change has overtaken it.

Changes read and write rows concurrently, and lock each other out only at their end (``assign_version``). Unique
constraints and conditional UPDATEs detect that another change was committed in between. Deadlocks are rare: one change
must have taken an expired name, which locks the counter early; PostgreSQL then aborts one of the two after a second.
SQLite has one writer at a time, so neither can happen there.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from sqlite3 import SQLITE_CONSTRAINT_UNIQUE, SQLITE_FULL
from typing import TypeVar

from django.db import IntegrityError, OperationalError, transaction

_Result = TypeVar("_Result")
_ATTEMPTS = 5  # the second attempt sees the change that made the first one fail
# A row with the same unique value was added; or, on PostgreSQL, one that is referred to was deleted, or each of two
# transactions waited for the other.
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

    Inside another change it runs as part of that one, which is retried as a whole. Raises StaleError if the last
    attempt fails in the same way.
    """
    if _changing.get():
        return change()
    token = _changing.set(True)
    try:
        return _attempted(change)
    finally:
        _changing.reset(token)


def _attempted(change: Callable[[], _Result]) -> _Result:
    last: Exception | None = None
    for _ in range(_ATTEMPTS):
        try:
            with transaction.atomic():
                return change()
        except StaleError as error:
            last = error
        except (IntegrityError, OperationalError) as error:
            if not _was_overtaken(error):
                raise
            last = error
    raise StaleError from last


def _was_overtaken(error: IntegrityError | OperationalError) -> bool:
    """Whether another transaction made this one fail, so that it may succeed next time; else the fault is ours."""
    cause = error.__cause__
    return getattr(cause, "sqlstate", getattr(cause, "sqlite_errorcode", None)) in _OVERTAKEN
