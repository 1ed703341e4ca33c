"""Changing Shares: a new Revision, title or expiry, deletion. No change overwrites a concurrent one.

The UPDATE of a Share also checks that its row has not changed since it was read (see ``_update_if_unchanged``).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Any

from playground.storage.counter import UNLIMITED, Quota, assign_version
from playground.storage.models import Share
from playground.storage.shares.contents import Contents, revision_of
from playground.storage.shares.finding import live
from playground.storage.shares.identity import Identity, new_object_columns, search_words
from playground.storage.transactions import StaleError, with_retries


@dataclass(frozen=True, slots=True)
class Revised:
    """The Share has the contents. ``new``: a Revision was added; otherwise the Share had the contents already."""

    share: Share
    new: bool


@dataclass(frozen=True, slots=True)
class Conflict:
    """Another request has changed the Share; ``share`` is its present state."""

    share: Share


@dataclass(frozen=True, slots=True)
class Gone:
    """The Share was deleted or has expired."""


@dataclass(frozen=True, slots=True)
class Full:
    """The Share has the maximum number of Revisions."""


def revise(
    share: Share,
    based_on: int,
    contents: Contents,
    identity: Identity,
    now: datetime,
    random: Random,
    quota: Quota = UNLIMITED,
) -> Revised | Conflict | Gone | Full:
    """Add a Revision to ``share``, made from the Revision ``based_on``.

    Nothing is added if the latest Revision has the same contents, so that a request can be retried. An object keeps its
    name and uid as long as its text is a Template. Raises ValidationError for contents that cannot be stored, and
    QuotaExceededError.
    """
    revision = revision_of(contents, now)
    revision.share, revision.number = share, based_on + 1

    def change() -> Revised | Conflict | Gone | Full:
        current = reload_live(share, now)
        if current is None:
            return Gone()
        if current.revisions.get(number=current.head).digest == revision.digest:
            return Revised(current, new=False)
        if based_on >= quota.revisions:
            return Full()
        if current.head != based_on:
            return Conflict(current)
        columns = {
            "head": based_on + 1,
            "updated": now,
            **_content_columns(current, identity, revision.digest, now, random),
        }
        _update_if_unchanged(current, based_on, columns)
        revision.save(force_insert=True)
        assign_version(current, revision, quota, is_new_object="object_name" in columns)
        return Revised(current, new=True)

    return with_retries(change)


def rename(share: Share, title: str) -> None:
    """Change the title. Raises ValidationError for a title that cannot be stored."""
    share.title = title
    share.words = search_words(title, share.kind, share.object_name)
    share.clean_fields(exclude=["workspace", "parent"])
    share.save(update_fields=["title", "words"])


def set_expiry(share: Share, expires: datetime | None) -> None:
    """Set the expiry; None: never."""
    share.expires = expires
    share.save(update_fields=["expires"])


def set_terms(share: Share, *, keeps_values: bool, keeps_assumed: bool) -> None:
    """Set whether later Revisions store values and assumptions beside the text."""
    if (share.keeps_values, share.keeps_assumed) == (keeps_values, keeps_assumed):
        return
    share.keeps_values, share.keeps_assumed = keeps_values, keeps_assumed
    share.save(update_fields=["keeps_values", "keeps_assumed"])


def delete(share: Share, now: datetime, based_on: int | None = None) -> Share | Conflict | Gone:
    """Delete ``share``, if its latest Revision is still ``based_on``. The row stays, to tell that the Share is gone.

    The returned Share has the version of its deletion.
    """

    def change() -> Share | Conflict | Gone:
        current = reload_live(share, now)
        if current is None:
            return Gone()
        if based_on not in (None, current.head):
            return Conflict(current)
        _update_if_unchanged(
            current, based_on, {"deleted": now, "withdrawn": current.withdrawn or now, "saved_as": None}
        )
        assign_version(current)
        return current

    return with_retries(change)


def reload_live(share: Share, now: datetime) -> Share | None:
    """``share``, read again; None if the Share is gone, or belongs to no Workspace: then nobody may change it."""
    return live(share.workspace, now).filter(pk=share.pk).first() if share.workspace else None


def _update_if_unchanged(share: Share, based_on: int | None, columns: dict[str, Any]) -> None:
    """Update ``share`` and its row. Raises StaleError if the row has changed since ``share`` was read."""
    expected = {} if based_on is None else {"head": based_on}
    if not Share.objects.filter(pk=share.pk, deleted=None, withdrawn=share.withdrawn, **expected).update(**columns):
        raise StaleError
    for name, value in columns.items():
        setattr(share, name, value)


def _content_columns(share: Share, identity: Identity, digest: str, now: datetime, random: Random) -> dict[str, Any]:
    """The columns that depend on the contents: kind, search words, and whether the Share is an object.

    Saving the same contents finds this Share by ``digest``, unless another Share has it.
    """
    other_shares = Share.objects.filter(workspace=share.workspace, saved_as=digest).exclude(pk=share.pk)
    columns: dict[str, Any] = {"kind": identity.kind, "saved_as": None if other_shares.exists() else digest}
    name, is_object = share.object_name, bool(share.object_name) and share.withdrawn is None
    if is_object and identity.requested_name is None:
        columns["withdrawn"] = now
    elif identity.requested_name is not None and not is_object and share.workspace is not None:
        columns |= {**new_object_columns(share.workspace, identity.requested_name, now, random), "withdrawn": None}
        name = columns["object_name"]
    columns["words"] = search_words(share.title, identity.kind, name)
    return columns
