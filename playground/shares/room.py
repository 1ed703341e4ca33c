"""Room: how much may be stored, and how much is."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from django.db.models import F

from playground.models import Counter
from playground.shares.versions import COUNTER


@dataclass(frozen=True, slots=True)
class Room:
    """How much may be stored: Shares and bytes in all, and Revisions of one Share."""

    shares: int = sys.maxsize
    bytes: int = sys.maxsize
    revisions: int = sys.maxsize


ANY_ROOM = Room()


class NoRoomError(Exception):
    """There is no room for what was to be stored; nothing of it was."""


def take_room(size: int, shares: int, room: Room) -> None:
    """Count ``size`` bytes and as many new ``shares``, in the transaction that stores them and has its version.

    One conditional UPDATE decides. Raises NoRoomError when there would be more of either than ``room`` has.
    """
    fits = Counter.objects.filter(name=COUNTER, bytes__lte=room.bytes - size, shares__lte=room.shares - shares)
    if not fits.update(bytes=F("bytes") + size, shares=F("shares") + shares):
        raise NoRoomError


def give_room(size: int, shares: int) -> None:
    """Count less: what ``take_room`` counted was taken out again."""
    Counter.objects.filter(name=COUNTER).update(bytes=F("bytes") - size, shares=F("shares") - shares)
