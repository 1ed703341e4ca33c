"""New Shares: saved from the page, created through the API, copied from others."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from random import Random
from typing import Any

from django.db import transaction

from playground.models import NAME_CHARACTERS, TITLE_CHARACTERS, Revision, Share, Workspace
from playground.shares.contents import Contents, revision_of
from playground.shares.finding import objects
from playground.shares.room import ANY_ROOM, Room, take_room
from playground.shares.versions import next_version
from playground.shares.workspaces import base64url, safe_characters

SLUG_BITS = 128
SUFFIX_CHARACTERS = 5
_NOT_IN_NAMES = re.compile(r"[^a-z0-9.-]+")


class Expiry(Enum):
    """How long a Share lives."""

    DAY = timedelta(days=1)
    MONTH = timedelta(days=30)
    YEAR = timedelta(days=365)
    NEVER = None

    def after(self, now: datetime) -> datetime | None:
        """The moment at which a Share that is made ``now`` is gone; None for one that stays."""
        return None if self.value is None else now + self.value


@dataclass(frozen=True, slots=True)
class Described:
    """What a face found out about a text, which is not understood here.

    ``kind`` is that of its first object. ``wished`` is the name that it asks for as an object of `/templates`; None
    for a text that cannot be one: no Template, not the only document, or not readable.
    """

    kind: str = ""
    wished: str | None = None


@dataclass(frozen=True, slots=True)
class Saved:
    """A Share that holds what was to be saved; ``new`` when it was made for that."""

    share: Share
    new: bool


@dataclass(frozen=True, slots=True)
class NameTaken:
    """Another object has this name."""

    share: Share


def save(
    workspace: Workspace,
    contents: Contents,
    described: Described,
    now: datetime,
    random: Random,
    *,
    title: str = "",
    expires: datetime | None = None,
    parent: Share | None = None,
    room: Room = ANY_ROOM,
) -> Saved:
    """A Share of ``workspace`` with ``contents``: the one that holds just these, or a new one, a copy of ``parent``.

    One that is found again gets ``title`` where that says something, and lives at least until ``expires``. A name
    that another object has is followed by a hyphen and five characters. Raises ValidationError for what cannot be
    stored, and NoRoomError where ``room`` has no place for another one.
    """
    revision = revision_of(contents, now)
    with transaction.atomic(savepoint=False):  # what it is part of would fail with it anyway
        version = next_version()
        found = Share.objects.filter(workspace=workspace, saved_as=revision.digest).first()
        if found and not found.is_gone(now):
            return Saved(_renewed(found, title, expires), new=False)
        if found:
            Share.objects.filter(pk=found.pk).update(saved_as=None)
        share = _new(workspace, described, now, random, title, expires, parent=parent, saved_as=revision.digest)
        return Saved(add_share(share, revision, version, room), new=True)


def create_object(
    workspace: Workspace,
    contents: Contents,
    name: str,
    now: datetime,
    random: Random,
    *,
    expires: datetime | None,
    room: Room = ANY_ROOM,
) -> Saved | NameTaken:
    """A new Share of ``workspace`` that is the object ``name`` and no other. Raises as ``save``."""
    revision = revision_of(contents, now)
    with transaction.atomic():
        version = next_version()
        other = objects(workspace, now).filter(object_name=name).first()
        if other:
            return NameTaken(other)
        described = Described("Template", name)
        share = _new(workspace, described, now, random, name[:TITLE_CHARACTERS], expires)
        return Saved(add_share(share, revision, version, room), new=True)


def new_share(slug: str, title: str, now: datetime, workspace: Workspace | None, **columns: Any) -> Share:
    """A Share, not stored yet and without a Revision. Raises ValidationError for what cannot be stored."""
    share = Share(slug=slug, title=title, workspace=workspace, created=now, updated=now, **columns)
    share.clean_fields(exclude=["workspace", "parent"])
    return share


def add_share(share: Share, revision: Revision, version: int, room: Room) -> Share:
    """Store ``share`` with its first ``revision``, in the transaction that has ``version``. Raises NoRoomError."""
    share.version = revision.version = version
    take_room(revision.size, 1, room)
    share.object_since = version if share.object_name else 0
    share.save(force_insert=True)
    revision.share = share
    revision.save(force_insert=True)
    return share


def new_object_columns(workspace: Workspace, wished: str, now: datetime, random: Random) -> dict[str, str]:
    """What makes a Share an object: a name that is free in ``workspace``, and a new uid."""
    return {"object_name": _free_name(workspace, wished, now, random), "uid": _uid(random)}


def search_words(title: str, kind: str, object_name: str) -> str:
    """What a search looks through, folded here because databases fold differently."""
    return f"{title}\n{kind}\n{object_name}".casefold()


def _new(
    workspace: Workspace,
    described: Described,
    now: datetime,
    random: Random,
    title: str,
    expires: datetime | None,
    *,
    parent: Share | None = None,
    saved_as: str | None = None,
) -> Share:
    as_object = {"object_name": "", "uid": ""}
    if described.wished is not None:
        as_object = new_object_columns(workspace, described.wished, now, random)
    return new_share(
        base64url(SLUG_BITS, random),
        title,
        now,
        workspace,
        expires=expires,
        kind=described.kind,
        parent=parent,
        saved_as=saved_as,
        words=search_words(title, described.kind, as_object["object_name"]),
        **as_object,
    )


def _renewed(share: Share, title: str, expires: datetime | None) -> Share:
    if share.expires is not None:
        share.expires = None if expires is None else max(share.expires, expires)
    share.title = title or share.title
    share.words = search_words(share.title, share.kind, share.object_name)
    share.full_clean(exclude=["workspace", "parent"], validate_unique=False, validate_constraints=False)
    share.save(update_fields=["expires", "title", "words"])
    return share


def _free_name(workspace: Workspace, wished: str, now: datetime, random: Random) -> str:
    """``wished``, or it with a hyphen and five characters; nobody takes it meanwhile (see ``next_version``)."""
    base = name_from(wished)
    name = base if base == wished else suffixed(f"{base}-", random)
    while not _is_free(workspace, name, now):
        name = suffixed(f"{base}-", random)
    return name


def _is_free(workspace: Workspace, name: str, now: datetime) -> bool:
    """Whether no object of ``workspace`` has the ``name``; one that has expired gives it back."""
    holder = Share.objects.filter(workspace=workspace, withdrawn=None, object_name=name).first()
    if holder is not None and holder.is_gone(now):
        Share.objects.filter(pk=holder.pk).update(withdrawn=now, version=next_version())
        return True
    return holder is None


def suffixed(base: str, random: Random) -> str:
    """``base`` cut to what a name can hold, and five random characters (apiserver, ``storage/names/generate.go``)."""
    return base[: NAME_CHARACTERS - SUFFIX_CHARACTERS] + safe_characters(SUFFIX_CHARACTERS, random)


def name_from(text: str) -> str:
    """The name of an object that is most like ``text``: a DNS subdomain (RFC 1123).

    >>> name_from("My Template_2."), name_from("ok.v1"), name_from("__")
    ('my-template-2', 'ok.v1', 'template')
    """
    cut = _NOT_IN_NAMES.sub("-", text.lower())[:NAME_CHARACTERS]
    return ".".join(part for label in cut.split(".") if (part := label.strip("-"))) or "template"


def _uid(random: Random) -> str:
    """A random UUID (RFC 9562, version 4)."""
    digits = f"{random.getrandbits(128):032x}"
    return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-a{digits[17:20]}-{digits[20:]}"
