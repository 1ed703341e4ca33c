"""New Shares: saved from the page, created through the API, copied from others."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Any

from playground.engine import Evaluation
from playground.storage.contents import Contents, revision_of
from playground.storage.expiry import later_expiry
from playground.storage.finding import objects
from playground.storage.models import NAME_CHARACTERS, TITLE_CHARACTERS, Revision, Share, Workspace
from playground.storage.transactions import UNLIMITED, Quota, StaleError, assign_version, with_retries
from playground.storage.workspaces import base64url, safe_characters

SLUG_BITS = 128
SUFFIX_CHARACTERS = 5
_LONGEST_KIND = 63
_NOT_IN_NAMES = re.compile(r"[^a-z0-9.-]+")


@dataclass(frozen=True, slots=True)
class Identity:
    """The kind of a text's first object, and the name that it asks for as an object of `/templates`.

    The name is None for a text that is not stored as an object: not a Template, not the only document, or not readable.
    """

    kind: str = ""
    requested_name: str | None = None


def identify(evaluation: Evaluation) -> Identity:
    """The Identity of a text. A Template that is the only document and can be decoded is an object, others are not."""
    documents = evaluation.source.documents
    value = documents[0].value if documents else None
    kind = value.get("kind") if isinstance(value, dict) else None
    if not isinstance(kind, str) or len(kind) > _LONGEST_KIND or not kind.isprintable():
        return Identity()
    template = evaluation.template
    if kind != "Template" or template is None or len(documents) != 1 or not evaluation.readable:
        return Identity(kind)
    if any(problem.pattern == "wrong-type" for problem in template.problems):
        return Identity(kind)
    return Identity(kind, template.name)


@dataclass(frozen=True, slots=True)
class Saved:
    """The Share with the contents; ``new``: it was created now, else it existed already."""

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
) -> Saved:
    """Store ``contents`` in ``workspace``, as a copy of ``parent`` if given; a Share with equal contents is reused.

    A reused Share gets ``title``, unless that is empty, and lives at least until ``expires``. If another object has the
    requested name, a hyphen and five random characters are appended. Raises ValidationError for what cannot be stored,
    and QuotaExceededError.
    """
    revision = revision_of(contents, now)

    def change() -> Saved:
        share = Share.objects.filter(workspace=workspace, saved_as=revision.digest).first()
        if share and not share.is_gone(now):
            return Saved(_renewed(share, title, expires), new=False)
        if share:
            Share.objects.filter(pk=share.pk).update(saved_as=None)
        columns = {"expires": expires, "parent": parent, "saved_as": revision.digest}
        share = _new(workspace, identity, now, random, title=title, **columns)
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
    """Create a Share of ``workspace`` that is the object ``name``, if that is free. Raises the errors of ``save``."""
    revision = revision_of(contents, now)

    def change() -> Saved | NameTaken:
        other = objects(workspace, now).filter(object_name=name).first()
        if other:
            return NameTaken(other)
        identity, title = Identity("Template", name), name[:TITLE_CHARACTERS]
        share = _new(workspace, identity, now, random, title=title, expires=expires)
        if share.object_name != name:  # another request has taken it since the query above
            raise StaleError
        return Saved(add_share(share, revision, quota), new=True)

    return with_retries(change)


def new_share(slug: str, title: str, now: datetime, workspace: Workspace | None, **columns: Any) -> Share:
    """A Share, not stored yet and without a Revision. Raises ValidationError for what cannot be stored."""
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


def new_object_columns(workspace: Workspace, requested_name: str, now: datetime, random: Random) -> dict[str, str]:
    """The columns that make a Share an object: a name that is free in ``workspace``, and a new uid."""
    return {"object_name": _free_name(workspace, requested_name, now, random), "uid": _uid(random)}


def search_words(title: str, kind: str, object_name: str) -> str:
    """The text that searches look through; casefolded here, because databases do it differently."""
    return f"{title}\n{kind}\n{object_name}".casefold()


def _new(
    workspace: Workspace, identity: Identity, now: datetime, random: Random, *, title: str, **columns: Any
) -> Share:
    """A Share with a random slug, and an object if it is ``identity`` as one. As ``new_share`` otherwise."""
    as_object = {"object_name": "", "uid": ""}
    if identity.requested_name is not None:
        as_object = new_object_columns(workspace, identity.requested_name, now, random)
    words = search_words(title, identity.kind, as_object["object_name"])
    columns |= {"kind": identity.kind, "words": words, **as_object}
    return new_share(base64url(SLUG_BITS, random), title, now, workspace, **columns)


def _renewed(share: Share, title: str, expires: datetime | None) -> Share:
    """``share`` with a new title and a later expiry. Raises StaleError if it was deleted or renamed since it was read.

    Concurrent renewals do not overtake each other: the database extends whatever expiry it has by then.
    """
    as_seen = Share.objects.filter(pk=share.pk, saved_as=share.saved_as, object_name=share.object_name)
    columns: dict[str, Any] = {"expires": None if expires is None else later_expiry(expires)}
    if share.expires is not None:
        share.expires = None if expires is None else max(share.expires, expires)
    if title:
        share.title, share.words = title, search_words(title, share.kind, share.object_name)
        columns |= {"title": share.title, "words": share.words}
    share.full_clean(exclude=["workspace", "parent"], validate_unique=False, validate_constraints=False)
    if not as_seen.update(**columns):
        raise StaleError
    return share


def _free_name(workspace: Workspace, requested_name: str, now: datetime, random: Random) -> str:
    """``requested_name`` if it is valid and free, else a valid name made from it with a random suffix.

    It may be taken by the time it is stored; the unique constraint detects that, and ``with_retries`` tries again.
    """
    base = name_from(requested_name)
    return base if base == requested_name and _is_free(workspace, base, now) else suffixed(f"{base}-", random)


def _is_free(workspace: Workspace, name: str, now: datetime) -> bool:
    """Whether no object of ``workspace`` has the ``name``; an expired one loses it."""
    holder = Share.objects.filter(workspace=workspace, withdrawn=None, object_name=name).first()
    if holder is not None and holder.is_gone(now):
        if not Share.objects.filter(pk=holder.pk, withdrawn=None).update(withdrawn=now):
            raise StaleError
        assign_version(holder)
        return True
    return holder is None


def suffixed(base: str, random: Random) -> str:
    """``base``, shortened if needed, and five random characters (apiserver, ``storage/names/generate.go``)."""
    return base[: NAME_CHARACTERS - SUFFIX_CHARACTERS] + safe_characters(SUFFIX_CHARACTERS, random)


def name_from(text: str) -> str:
    """A valid name of an object, made from ``text``: a DNS subdomain (RFC 1123).

    >>> name_from("My Template_2."), name_from("ok.v1"), name_from("__")
    ('my-template-2', 'ok.v1', 'template')
    """
    cut = _NOT_IN_NAMES.sub("-", text.lower())[:NAME_CHARACTERS]
    return ".".join(part for label in cut.split(".") if (part := label.strip("-"))) or "template"


def _uid(random: Random) -> str:
    """A random UUID (RFC 9562, version 4)."""
    digits = f"{random.getrandbits(128):032x}"
    return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-a{digits[17:20]}-{digits[20:]}"
