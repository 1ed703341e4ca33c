"""The storage quota: limits on what is stored, and the counter of it."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from django.db.models import F

from playground.storage.models import Counter

COUNTER = "versions"  # the name of the one row with the counts of Shares and changes


@dataclass(frozen=True, slots=True)
class Quota:
    """Limits on storage: Shares and bytes of all clients together, and Revisions of one Share."""

    shares: int = sys.maxsize
    bytes: int = sys.maxsize
    revisions: int = sys.maxsize


UNLIMITED = Quota()


class QuotaExceededError(Exception):
    """The quota is used up; nothing was stored."""


def release(size: int, shares: int) -> None:
    """Subtract ``size`` bytes and ``shares`` from what is counted as stored; `versions.assign_version` adds to it."""
    Counter.objects.filter(name=COUNTER).update(bytes=F("bytes") - size, shares=F("shares") - shares)
