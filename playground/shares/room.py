"""Room: the storage limits, and the counter of what is stored."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from django.db.models import F

from playground.models import Counter

COUNTER = "versions"  # the name of the one row with the counts of Shares and changes


@dataclass(frozen=True, slots=True)
class Room:
    """The storage limits: Shares and bytes in all, and Revisions of one Share."""

    shares: int = sys.maxsize
    bytes: int = sys.maxsize
    revisions: int = sys.maxsize


ANY_ROOM = Room()


class NoRoomError(Exception):
    """The storage limit is reached; nothing was stored."""


def give_room(size: int, shares: int) -> None:
    """Subtract what was deleted from the counts that `versions.assign_version` has added to."""
    Counter.objects.filter(name=COUNTER).update(bytes=F("bytes") - size, shares=F("shares") - shares)
