"""Room: how much may be stored, and how much is."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from django.db.models import F

from playground.models import Counter

COUNTER = "versions"  # the name of the one row in which Shares are counted, and their changes


@dataclass(frozen=True, slots=True)
class Room:
    """How much may be stored: Shares and bytes in all, and Revisions of one Share."""

    shares: int = sys.maxsize
    bytes: int = sys.maxsize
    revisions: int = sys.maxsize


ANY_ROOM = Room()


class NoRoomError(Exception):
    """There is no room for what was to be stored; nothing of it was."""


def give_room(size: int, shares: int) -> None:
    """Count less: what a change took (`versions.number`) was taken out again."""
    Counter.objects.filter(name=COUNTER).update(bytes=F("bytes") - size, shares=F("shares") - shares)
