"""Changes of Shares: a new Revision, another title or expiry, the end. No change is ever lost to another one.

Whether the Share is still as its changer saw it is asked by the same UPDATE that changes it (see ``revise``).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Any

from django.db import transaction

from playground.models import Share
from playground.shares.contents import Contents, revision_of
from playground.shares.finding import live
from playground.shares.making import Described, new_object_columns, search_words
from playground.shares.room import ANY_ROOM, Room, take_room
from playground.shares.versions import next_version


@dataclass(frozen=True, slots=True)
class Revised:
    """The Share holds what was to be saved; ``new`` when a Revision was made for that."""

    share: Share
    new: bool


@dataclass(frozen=True, slots=True)
class Conflict:
    """Somebody else was faster: ``share`` as it is now."""

    share: Share


@dataclass(frozen=True, slots=True)
class Gone:
    """The Share was deleted or has expired."""


@dataclass(frozen=True, slots=True)
class Full:
    """The Share has as many Revisions as one may have."""


def revise(
    share: Share,
    based_on: int,
    contents: Contents,
    described: Described,
    now: datetime,
    random: Random,
    room: Room = ANY_ROOM,
) -> Revised | Conflict | Gone | Full:
    """Add a Revision to ``share``, whose changer saw number ``based_on``.

    What its latest Revision holds already is not added again, so that a request may be repeated. An object keeps its
    name and uid for as long as its text is a Template. Raises ValidationError for what cannot be stored, and
    NoRoomError.
    """
    revision = revision_of(contents, now)
    revision.share, revision.number = share, based_on + 1
    with transaction.atomic():
        revision.version = next_version()
        current = live_again(share, now)
        if current is None:
            return Gone()
        if current.latest.digest == revision.digest:
            return Revised(current, new=False)
        if based_on >= room.revisions:
            return Full()
        columns = _columns(current, described, revision.version, now, random)
        if not _change(current, based_on, version=revision.version, head=based_on + 1, updated=now, **columns):
            return Conflict(current)
        take_room(revision.size, 0, room)
        revision.save(force_insert=True)
        _find_again_as(current, revision.digest)
    current.refresh_from_db()
    return Revised(current, new=True)


def rename(share: Share, title: str) -> None:
    """Give ``share`` another title. Raises ValidationError for what cannot be stored."""
    share.title = title
    share.words = search_words(title, share.kind, share.object_name)
    share.clean_fields(exclude=["workspace", "parent"])
    share.save(update_fields=["title", "words"])


def set_expiry(share: Share, expires: datetime | None) -> None:
    """Let ``share`` live until ``expires``, or for good."""
    share.expires = expires
    share.save(update_fields=["expires"])


def set_terms(share: Share, *, keeps_values: bool, keeps_assumed: bool) -> None:
    """Remember what is to be stored beside the text of ``share``, for its further Revisions."""
    if (share.keeps_values, share.keeps_assumed) == (keeps_values, keeps_assumed):
        return
    share.keeps_values, share.keeps_assumed = keeps_values, keeps_assumed
    share.save(update_fields=["keeps_values", "keeps_assumed"])


def delete(share: Share, now: datetime, based_on: int | None = None) -> Share | Conflict | Gone:
    """End ``share``, if its latest Revision is still ``based_on``; its row stays, to say that it is gone.

    The Share that is returned has the version of its end.
    """
    with transaction.atomic():
        version = next_version()
        current = live_again(share, now)
        if current is None:
            return Gone()
        head = current.head if based_on is None else based_on
        if not _change(current, head, version=version, deleted=now, withdrawn=current.withdrawn or now, saved_as=None):
            return Conflict(current)
    current.refresh_from_db()
    return current


def live_again(share: Share, now: datetime) -> Share | None:
    """``share`` as the database has it now; None when it is gone."""
    return live(share.workspace, now).filter(pk=share.pk).first() if share.workspace else None


def _change(share: Share, based_on: int, **columns: Any) -> bool:
    """Change the row, if it still is as it was when its changer looked; whether it was."""
    return bool(Share.objects.filter(pk=share.pk, head=based_on, deleted=None).update(**columns))


def _columns(share: Share, described: Described, version: int, now: datetime, random: Random) -> dict[str, Any]:
    """What follows from the text: its kind, and whether it is an object, which it may begin or cease to be."""
    columns: dict[str, Any] = {"kind": described.kind, "saved_as": None}
    name, is_object = share.object_name, bool(share.object_name) and share.withdrawn is None
    if is_object and described.wished is None:
        columns["withdrawn"] = now
    elif described.wished is not None and not is_object and share.workspace is not None:
        columns |= new_object_columns(share.workspace, described.wished, now, random)
        columns |= {"object_since": version, "withdrawn": None}
        name = columns["object_name"]
    columns["words"] = search_words(share.title, described.kind, name)
    return columns


def _find_again_as(share: Share, digest: str) -> None:
    """Let the Share be found by what it holds now, unless another one is."""
    if not Share.objects.filter(workspace=share.workspace, saved_as=digest).exists():
        Share.objects.filter(pk=share.pk).update(saved_as=digest)
