"""Purging: first the texts of Shares that are gone, and after a while the Shares themselves."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Sum

from playground.storage.counter import release
from playground.storage.models import Counter, Revision, Share

# A page that is still open, or a watch, may need the text.
KEPT = timedelta(hours=1)
# Until then the link says that the Share was deleted or has expired.
REMEMBERED = timedelta(days=90)
_AT_ONCE = 500  # rows; so that the lock is held only briefly


def purge(now: datetime) -> int:
    """Delete the texts of Shares that ended KEPT ago, and the Shares that ended REMEMBERED ago; return how many.

    At most _AT_ONCE of each: call it again until it returns 0. Their storage is no longer counted. Watches from older
    versions have to list again.
    """
    if not any(shares.exists() for shares in _due(now)):
        return 0
    with transaction.atomic():
        emptied, forgotten = map(_locked, _due(now))
        texts = Revision.objects.filter(share__in=emptied + forgotten)
        # Texts stored by a server of a version without counting have no size, and were never counted.
        taken = texts.aggregate(bytes=Sum("size", default=0), shares=Count("pk", filter=Q(number=1, size__gt=0)))
        texts.delete()
        Share.objects.filter(pk__in=emptied).update(title="", words="", saved_as=None)
        Share.objects.filter(pk__in=forgotten).delete()
        release(taken["bytes"], taken["shares"])  # last, as in every change: from here on, other changes wait
        Counter.objects.update(forgotten=F("value"))
    return len({*emptied, *forgotten})


def _due(now: datetime) -> tuple[QuerySet[Share], QuerySet[Share]]:
    """The Shares whose texts are due, and those that are due themselves."""
    texts = Revision.objects.filter(share=OuterRef("pk"))
    return _over(now - KEPT).filter(Exists(texts)), _over(now - REMEMBERED)


def _locked(shares: QuerySet[Share]) -> list[int]:
    """The keys of some of ``shares``, locked; those that others have locked are skipped."""
    return list(shares.select_for_update(skip_locked=True).values_list("pk", flat=True)[:_AT_ONCE])


def _over(moment: datetime) -> QuerySet[Share]:
    """Shares that had ended at ``moment``."""
    return Share.objects.filter(Q(deleted__lte=moment) | Q(expires__lte=moment))
