"""Optimistic concurrency: a change whose data became stale while it ran is run again.

Changes read and write rows concurrently, and exclude each other only at their end (`versions.assign_version`). Unique
constraints and the conditions of UPDATEs detect that another change has overtaken this one. SQLite has one writer at a
time, so there it cannot happen.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import TypeVar

from django.db import IntegrityError, transaction

_Made = TypeVar("_Made")
_ATTEMPTS = 5  # the second one sees the change that overtook the first
_changing: ContextVar[bool] = ContextVar("changing", default=False)


class OvertakenError(Exception):
    """What the change has read is stale: another change has overtaken it."""


def with_retries(change: Callable[[], _Made]) -> _Made:
    """Run ``change`` in one transaction, again if it was overtaken; return its result.

    Within another change it runs as part of that, which is run again as a whole. Raises the IntegrityError or
    OvertakenError of the last attempt.
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
    with transaction.atomic():
        return change()
