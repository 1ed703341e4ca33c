"""What becomes of a change that another one overtook: it is made anew.

A change looks up what it needs and writes its rows while others do the same, and has the database to itself only at
its end (`versions.number`). Whether all is still as it was when it looked is asked by what it writes: by unique
constraints, and by the conditions of its UPDATEs. SQLite has one writer at a time, so there nobody is overtaken.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import TypeVar

from django.db import IntegrityError, transaction

_Made = TypeVar("_Made")
_ATTEMPTS = 5  # the second one finds what overtook the first
_changing: ContextVar[bool] = ContextVar("changing", default=False)


class OvertakenError(Exception):
    """What was looked up is not so any more."""


def undisturbed(change: Callable[[], _Made]) -> _Made:
    """What ``change`` gives, all of it in one transaction; anew when it was overtaken.

    As a part of another change it is made anew with all of that. Raises the IntegrityError or OvertakenError of the
    last attempt.
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
