"""Finding Shares: by slug, of a Workspace, as objects of `/templates`, changed since a version.

A version is the number of a change, counted over all Shares: the API's resourceVersion.
"""

from __future__ import annotations

from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from playground.storage.models import Revision, Share, Workspace
from playground.storage.shares.expiry import unexpired

LONGEST_SEARCH = 200  # characters


def find_share(slug: str) -> Share | None:
    """The Share with this slug and, in the same query, its latest Revision; None if there never was one.

    A deleted or expired Share is returned, too.
    """
    for latest in Revision.objects.select_related("share").filter(share__slug=slug, number=F("share__head")):
        # at most one Revision: slug and number are unique
        latest.share.loaded_revision = latest
        return latest.share
    return Share.objects.filter(slug=slug).first()  # a deleted or expired Share, whose texts are purged


def live(workspace: Workspace, now: datetime) -> QuerySet[Share]:
    """The Shares of ``workspace`` that are neither deleted nor expired."""
    return Share.objects.filter(unexpired(now), workspace=workspace, deleted=None)


def shares_of(workspace: Workspace, now: datetime, search: str = "") -> QuerySet[Share]:
    """The Shares of ``workspace``, the last changed first.

    With ``search``, only those whose title, kind and name contain every word of the search.
    """
    shares = live(workspace, now)
    # PostgreSQL refuses NUL in a query, and both databases refuse lone surrogates; no stored text has them.
    for word in search.replace("\0", " ")[:LONGEST_SEARCH].casefold().split():
        shares = shares.filter(words__contains=word.encode("utf-8", "replace").decode())
    return shares.order_by("-updated", "-pk")


def owned(workspace: Workspace, slug: str, now: datetime) -> Share | None:
    """The Share with this slug, if ``workspace`` may change it."""
    return live(workspace, now).filter(slug=slug).first()


def objects(workspace: Workspace, now: datetime) -> QuerySet[Share]:
    """The objects of `/templates` in the namespace of ``workspace``, by name."""
    return live(workspace, now).filter(withdrawn=None).exclude(object_name="").order_by("object_name")


def objects_at(workspace: Workspace, version: int, moment: datetime) -> QuerySet[Share]:
    """The Shares that were objects at ``version``, except `reborn_objects`. ``version`` was the latest at ``moment``.

    They include each Share that ceased to be an object after ``version``. ``withdrawn`` is the time at which a Share
    ceased to be an object. If the Share was deleted then, its version is that of the deletion, because nothing changes
    a deleted Share. If it got a Revision without a Template, later Revisions may have given it newer versions; so
    ``withdrawn`` is compared with ``moment``.
    """
    ended_later = Q(version__gt=version) & (Q(withdrawn=F("deleted")) | Q(withdrawn__gt=moment))
    shares = Share.objects.filter(unexpired(moment), Q(withdrawn=None) | ended_later)
    shares = shares.filter(workspace=workspace, object_since__lte=version)
    return shares.exclude(object_name="").order_by("object_name")


def reborn_objects(workspace: Workspace, version: int) -> QuerySet[Share]:
    """The Shares that became objects after ``version`` and already existed at ``version``.

    They may have been objects at ``version``, too, and have become objects again: ``object_since`` holds the version
    of the last time.
    """
    earlier = Revision.objects.filter(share=OuterRef("pk"), version__lte=version)
    became = Share.objects.filter(workspace=workspace, object_since__gt=version).exclude(object_name="")
    return became.filter(Exists(earlier))


def latest_numbers(version: int) -> QuerySet[Revision, int]:
    """For a query of Revisions: the number of the Revision of the same Share that was the latest one at ``version``."""
    revisions = Revision.objects.filter(share=OuterRef("share"), version__lte=version)
    return revisions.order_by("-number").values_list("number", flat=True)[:1]


def changed_objects(workspace: Workspace, since: int) -> QuerySet[Share]:
    """Shares that are or were objects and changed after version ``since``, in the order of the changes."""
    return Share.objects.filter(workspace=workspace, version__gt=since).exclude(object_name="").order_by("version")


def expired_objects(workspace: Workspace, after: datetime, now: datetime) -> QuerySet[Share]:
    """The objects that expired after ``after`` and by ``now``; expiry itself changes no row."""
    expired = Share.objects.filter(workspace=workspace, withdrawn=None, expires__gt=after, expires__lte=now)
    return expired.exclude(object_name="").order_by("version")


def revision_at(share: Share, version: int) -> Revision | None:
    """The latest Revision as of ``version``."""
    return share.revisions.filter(version__lte=version).order_by("number").last()
