"""New Shares: saved from the page, created through the API, copied from others."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Any

from playground.storage.counter import UNLIMITED, Quota, assign_version
from playground.storage.models import TITLE_CHARACTERS, Revision, Share, Workspace
from playground.storage.random_text import base64url
from playground.storage.shares.contents import Contents, revision_of
from playground.storage.shares.expiry import later_expiry
from playground.storage.shares.finding import objects
from playground.storage.shares.identity import Identity, new_object_columns, search_words
from playground.storage.transactions import StaleError, with_retries

SLUG_BITS = 128


@dataclass(frozen=True, slots=True)
class Saved:
    """The Share with the contents. ``new``: it was created now; otherwise it existed already."""

    share: Share
    new: bool


@dataclass(frozen=True, slots=True)
class NameTaken:
    """Another object has this name."""

    share: Share


def save(
    workspace: Workspace,
    contents: Contents,
    identity: Identity,
    now: datetime,
    random: Random,
    *,
    title: str = "",
    expires: datetime | None = None,
    parent: Share | None = None,
    quota: Quota = UNLIMITED,
    reuse: bool = True,
) -> Saved:
    """Store ``contents`` in ``workspace``, as a copy of ``parent`` if set.

    A Share with equal contents is reused, unless ``reuse`` is False. Without a ``title``, a new Share gets that of
    ``identity``, and a reused one keeps its own. A reused Share lives at least until ``expires``. If another object has
    the requested name, a hyphen and five random characters are appended. Raises ValidationError for contents that
    cannot be stored, and QuotaExceededError.
    """
    revision = revision_of(contents, now)

    def change() -> Saved:
        share = Share.objects.filter(workspace=workspace, saved_as=revision.digest).first()
        if share and reuse and not share.is_gone(now):
            return Saved(_renew(share, title, expires), new=False)
        if share:
            Share.objects.filter(pk=share.pk).update(saved_as=None)
        columns = {"expires": expires, "parent": parent, "saved_as": revision.digest}
        share = _new_workspace_share(workspace, identity, now, random, title=title or identity.title, **columns)
        return Saved(add_share(share, revision, quota), new=True)

    return with_retries(change)


def create_object(
    workspace: Workspace,
    contents: Contents,
    name: str,
    now: datetime,
    random: Random,
    *,
    expires: datetime | None,
    quota: Quota = UNLIMITED,
) -> Saved | NameTaken:
    """Create a Share of ``workspace`` as the object ``name``, if the name is free. Raises the errors of ``save``."""
    revision = revision_of(contents, now)

    def change() -> Saved | NameTaken:
        holder = objects(workspace, now).filter(object_name=name).first()
        if holder:
            return NameTaken(holder)
        identity, title = Identity("Template", name), name[:TITLE_CHARACTERS]
        share = _new_workspace_share(workspace, identity, now, random, title=title, expires=expires)
        if share.object_name != name:  # another request has taken the name since the query above
            raise StaleError
        return Saved(add_share(share, revision, quota), new=True)

    return with_retries(change)


def new_share(slug: str, title: str, now: datetime, workspace: Workspace | None, **columns: Any) -> Share:
    """A Share, not stored yet and without a Revision. Raises ValidationError for columns that cannot be stored."""
    share = Share(slug=slug, title=title, workspace=workspace, created=now, updated=now, **columns)
    share.clean_fields(exclude=["workspace", "parent"])
    return share


def add_share(share: Share, revision: Revision, quota: Quota = UNLIMITED) -> Share:
    """Store ``share`` and its first ``revision``, as the last step of a transaction. Raises QuotaExceededError."""
    share.save(force_insert=True)
    revision.share = share
    revision.save(force_insert=True)
    assign_version(share, revision, quota, shares=1, is_new_object=bool(share.object_name))
    return share


def _new_workspace_share(
    workspace: Workspace, identity: Identity, now: datetime, random: Random, *, title: str, **columns: Any
) -> Share:
    """A Share with a random slug, otherwise as ``new_share``; an object if ``identity`` requests a name."""
    object_columns = {"object_name": "", "uid": ""}
    if identity.requested_name is not None:
        object_columns = new_object_columns(workspace, identity.requested_name, now, random)
    searchable = search_words(title, identity.kind, object_columns["object_name"])
    columns |= {"kind": identity.kind, "words": searchable, **object_columns}
    return new_share(base64url(SLUG_BITS, random), title, now, workspace, **columns)


def _renew(share: Share, title: str, expires: datetime | None) -> Share:
    """Give ``share`` a new title and a later expiry. Raises StaleError if it was deleted or renamed since it was read.

    Concurrent renewals keep the latest expiry: the database compares with the expiry in the row.
    """
    unchanged_rows = Share.objects.filter(pk=share.pk, saved_as=share.saved_as, object_name=share.object_name)
    columns: dict[str, Any] = {"expires": None if expires is None else later_expiry(expires)}
    if share.expires is not None:
        share.expires = None if expires is None else max(share.expires, expires)
    if title:
        share.title, share.words = title, search_words(title, share.kind, share.object_name)
        columns |= {"title": share.title, "words": share.words}
    share.full_clean(exclude=["workspace", "parent"], validate_unique=False, validate_constraints=False)
    if not unchanged_rows.update(**columns):
        raise StaleError
    return share
