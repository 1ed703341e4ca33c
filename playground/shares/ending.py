"""What is over is taken out of the database: texts soon, and that there was something after a while."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, F, Q, QuerySet, Sum

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
    if not any(_due(now)):
        return 0
    with transaction.atomic():
        Counter.objects.update(forgotten=F("value"))  # from here on nobody else purges: what is due is asked again
        emptied, forgotten = _due(now)
        texts = Revision.objects.filter(share__in=emptied + forgotten)
        # What a server of before the count stored, while this one was there already, has no size and took no room.
        taken = texts.aggregate(bytes=Sum("size", default=0), shares=Count("pk", filter=Q(number=1, size__gt=0)))
        give_room(taken["bytes"], taken["shares"])
        texts.delete()
        Share.objects.filter(pk__in=emptied).update(title="", words="", saved_as=None)
        Share.objects.filter(pk__in=forgotten).delete()
    return len({*emptied, *forgotten})


def _due(now: datetime) -> tuple[list[int], list[int]]:
    """The keys of Shares whose texts are to go, and of those that are to be forgotten."""
    emptied = _over(now - KEPT).filter(revisions__number__gte=0).values_list("pk", flat=True).distinct()[:_AT_ONCE]
    return list(emptied), list(_over(now - REMEMBERED).values_list("pk", flat=True)[:_AT_ONCE])


def _over(moment: datetime) -> QuerySet[Share]:
    """Shares that had ended at ``moment``."""
    return Share.objects.filter(Q(deleted__lte=moment) | Q(expires__lte=moment))
