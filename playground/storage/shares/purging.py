"""Purging: first the texts of Shares that are gone, and after a while the Shares themselves."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Sum

from playground.storage.counter import release
from playground.storage.models import Counter, Revision, Share

# How long a text stays after its Share's end, because an open page or a watch may need the text.
TEXT_KEPT_FOR = timedelta(hours=1)
# How long a Share's link tells that the Share was deleted or has expired.
END_TOLD_FOR = timedelta(days=90)
_BATCH = 500  # rows at once, so that locks are brief


def purge(now: datetime) -> int:
    """Delete the texts of Shares that ended TEXT_KEPT_FOR ago, and the Shares that ended END_TOLD_FOR ago.

    Returns the number of Shares. One call deletes at most _BATCH of each: call it until it returns 0. The deleted texts
    no longer count for the quota. Watches from older versions must list again.
    """
    if not any(shares.exists() for shares in _due_shares(now)):
        return 0
    with transaction.atomic():
        emptied, deleted = map(_lock_some, _due_shares(now))
        texts = Revision.objects.filter(share__in=emptied + deleted)
        # Revisions that a version of this site without a quota has stored have no size, and were never counted.
        totals = texts.aggregate(bytes=Sum("size", default=0), shares=Count("pk", filter=Q(number=1, size__gt=0)))
        texts.delete()
        Share.objects.filter(pk__in=emptied).update(title="", words="", saved_as=None)
        Share.objects.filter(pk__in=deleted).delete()
        release(totals["bytes"], totals["shares"])  # last, as in every change: from here on, other changes wait
        # Expiry gives objects no version. So a watch from before the purge is refused, and its client lists again.
        Counter.objects.update(value=F("value") + 1, forgotten=F("value") + 1)
    return len({*emptied, *deleted})


def _due_shares(now: datetime) -> tuple[QuerySet[Share], QuerySet[Share]]:
    """The Shares whose texts are to be deleted, and the Shares that are to be deleted themselves."""
    texts = Revision.objects.filter(share=OuterRef("pk"))
    return _ended_by(now - TEXT_KEPT_FOR).filter(Exists(texts)), _ended_by(now - END_TOLD_FOR)


def _lock_some(shares: QuerySet[Share]) -> list[int]:
    """Lock some of ``shares`` and return their keys; skips the Shares that other transactions have locked."""
    return list(shares.select_for_update(skip_locked=True).values_list("pk", flat=True)[:_BATCH])


def _ended_by(moment: datetime) -> QuerySet[Share]:
    """Shares that had ended at ``moment``."""
    return Share.objects.filter(Q(deleted__lte=moment) | Q(expires__lte=moment))
