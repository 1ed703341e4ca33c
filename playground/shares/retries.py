"""Optimistic concurrency: a change that read stale data is run again.

Changes read and write rows concurrently, and lock each other out only at their end (`versions.assign_version`). Unique
constraints and conditional UPDATEs detect that another change was committed in between. Deadlocks are rare: one change
must have taken an expired name, which locks the counter early; PostgreSQL then aborts one of the two after a second.
SQLite has one writer at a time, so neither can happen there.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import TypeVar

from django.db import IntegrityError, OperationalError, transaction

_Result = TypeVar("_Result")
_ATTEMPTS = 5  # the second attempt sees the change that made the first one fail
_changing: ContextVar[bool] = ContextVar("changing", default=False)


class StaleError(Exception):
    """The change has read stale data: another change was committed in between."""


def with_retries(change: Callable[[], _Result]) -> _Result:
    """Run ``change`` in a transaction, up to five times if it read stale data or was in a deadlock; return its result.

    Inside another change it runs as part of that one, which is retried as a whole. Raises the IntegrityError,
    StaleError or OperationalError of the last attempt.
    """
    if _changing.get():
        return change()
    token = _changing.set(True)
    try:
        return _attempted(change)
    finally:
        _changing.reset(token)


def _attempted(change: Callable[[], _Result]) -> _Result:
    for _ in range(_ATTEMPTS - 1):
        try:
            with transaction.atomic():
                return change()
        except (IntegrityError, StaleError):
            continue
        except OperationalError as error:
            if not _is_deadlock(error):
                raise
    with transaction.atomic():
        return change()


def _is_deadlock(error: OperationalError) -> bool:
    """Whether PostgreSQL has aborted this transaction to resolve a deadlock (SQLSTATE 40P01)."""
    return getattr(error.__cause__, "sqlstate", None) == "40P01"
