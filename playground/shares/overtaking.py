"""Optimistic concurrency: a change whose data became stale while it ran is run again.

Changes read and write rows concurrently, and exclude each other only at their end (`versions.assign_version`). Unique
constraints and the conditions of UPDATEs detect that another change has overtaken this one. Two that wait for each
other are rare (one of them must have given an expired name back, and so have the counter before its end); PostgreSQL
ends one of them after a second. SQLite has one writer at a time, so there none of this can happen.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import TypeVar

from django.db import IntegrityError, OperationalError, transaction

_Made = TypeVar("_Made")
_ATTEMPTS = 5  # the second one sees the change that overtook the first
_changing: ContextVar[bool] = ContextVar("changing", default=False)


class OvertakenError(Exception):
    """What the change has read is stale: another change has overtaken it."""


def with_retries(change: Callable[[], _Made]) -> _Made:
    """Run ``change`` in one transaction, again if it was overtaken or ended by a deadlock; return its result.

    Within another change it runs as part of that, which is run again as a whole. Raises the error of the last attempt:
    an IntegrityError, OvertakenError or OperationalError.
    """
    if _changing.get():
        return change()
    token = _changing.set(True)
    try:
        return _attempted(change)
    finally:
        _changing.reset(token)


def _attempted(change: Callable[[], _Made]) -> _Made:
    for _ in range(_ATTEMPTS - 1):
        try:
            with transaction.atomic():
                return change()
        except (IntegrityError, OvertakenError):
            continue
        except OperationalError as error:
            if not _is_deadlock(error):
                raise
    with transaction.atomic():
        return change()


def _is_deadlock(error: OperationalError) -> bool:
    """Whether PostgreSQL has ended this transaction so that another one can go on (40P01)."""
    return getattr(error.__cause__, "sqlstate", None) == "40P01"
