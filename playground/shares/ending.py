"""What is over is taken out of the database: texts soon, and that there was something after a while."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Sum

from playground.models import Counter, Revision, Share
from playground.shares.room import give_room

# A page or a watch that was just being answered may still want it.
KEPT = timedelta(hours=1)
# Until then its address says that there was something, and why it is gone.
REMEMBERED = timedelta(days=90)
_AT_ONCE = 500  # rows; so that nobody waits long for the lock


def purge(now: datetime) -> int:
    """Take out the texts of Shares that ended `KEPT` ago, and all of those that ended `REMEMBERED` ago.

    How many Shares were touched; at most 500 of each kind, so to be called again until there are none. Who watches
    from a version before this one has to list again. The room that they took is there again.
    """
    if not any(shares.exists() for shares in _due(now)):
        return 0
    with transaction.atomic():
        emptied, forgotten = map(_locked, _due(now))
        texts = Revision.objects.filter(share__in=emptied + forgotten)
        # What a server of before the count stored, while this one was there already, has no size and took no room.
        taken = texts.aggregate(bytes=Sum("size", default=0), shares=Count("pk", filter=Q(number=1, size__gt=0)))
        texts.delete()
        Share.objects.filter(pk__in=emptied).update(title="", words="", saved_as=None)
        Share.objects.filter(pk__in=forgotten).delete()
        give_room(taken["bytes"], taken["shares"])  # at the end, as in every change: others wait from here on
        Counter.objects.update(forgotten=F("value"))
    return len({*emptied, *forgotten})


def _due(now: datetime) -> tuple[QuerySet[Share], QuerySet[Share]]:
    """The Shares whose texts are to go, and those that are to be forgotten."""
    texts = Revision.objects.filter(share=OuterRef("pk"))
    return _over(now - KEPT).filter(Exists(texts)), _over(now - REMEMBERED)


def _locked(shares: QuerySet[Share]) -> list[int]:
    """The keys of some of ``shares``, which nobody else purges from here on; what others are at is left for later."""
    return list(shares.select_for_update(skip_locked=True).values_list("pk", flat=True)[:_AT_ONCE])


def _over(moment: datetime) -> QuerySet[Share]:
    """Shares that had ended at ``moment``."""
    return Share.objects.filter(Q(deleted__lte=moment) | Q(expires__lte=moment))
