"""What is kept: Shares with their numbered Revisions, in the Workspace of whoever made them.

A Share whose text is a Template is at the same time an object of `/templates` in the namespace of its Workspace: one
row, two doors. How rows are made and changed is told in `playground.shares`.

What the databases take differently (NUL characters, lone surrogates, texts that are too long) is refused here, before
either is asked: a ValidationError whose messages the reader can be shown.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, RegexValidator
from django.db import models, transaction

TEXT_CHARACTERS = 1024 * 1024
TITLE_CHARACTERS = 100
SLUG_CHARACTERS = 22  # 128 random bits as base64url
NAME_CHARACTERS = 253  # of an object; apimachinery's IsDNS1123Subdomain
ROW_BYTES = 1024  # that a Revision is counted with beside its texts: what its rows and their indexes take, about
_VERSIONS = "versions"


def storable(value: object) -> None:
    """Refuse text, anywhere in ``value``, that a database cannot hold or cannot give back as it was."""
    if isinstance(value, Mapping):
        for name, item in value.items():
            storable(name)
            storable(item)
    elif isinstance(value, str):
        if "\0" in value:
            raise ValidationError("The text holds a NUL character, which cannot be stored.", code="nul")
        if not value.isascii() and any("\ud800" <= character <= "\udfff" for character in value):
            raise ValidationError("The text holds half a character (a lone surrogate), which cannot be stored.")
    else:
        raise ValidationError("Only texts can be stored.")


def named_texts() -> models.JSONField[Any, Any]:
    """A field that maps names to texts."""
    return models.JSONField(default=dict, blank=True, validators=[storable])


@dataclass(frozen=True, slots=True)
class Contents:
    """What a Revision holds. Never a secret: leaving those out is the business of whoever makes it."""

    text: str
    dialect: str = "auto"
    values: Mapping[str, str] = field(default_factory=dict)
    expressions: Mapping[str, str] = field(default_factory=dict)
    assumed: Mapping[str, str] = field(default_factory=dict)
    kubernetes: str = "1.36"

    @property
    def size(self) -> int:
        """The bytes that are counted for it."""
        texts = [
            self.text,
            *(text for named in (self.values, self.expressions, self.assumed) for text in named.values()),
        ]
        names = [name for named in (self.values, self.expressions, self.assumed) for name in named]
        return ROW_BYTES + sum(len(text.encode()) for text in (*texts, *names))

    @property
    def digest(self) -> str:
        """Equal for equal contents, and for no others; of texts that can be stored."""
        named = (self.values, self.expressions, self.assumed)
        parts = [self.text, self.dialect, self.kubernetes, *(sorted(texts.items()) for texts in named)]
        return sha256(json.dumps(parts).encode()).hexdigest()


class Workspace(models.Model):
    """The namespace of a browser or a client, and the digest of the token that opens it."""

    name = models.CharField(max_length=63, unique=True)
    token_digest = models.CharField(max_length=128, unique=True)
    created = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class Share(models.Model):
    """A stored text under its public name. Whoever has the link may read it; nothing lists it."""

    slug = models.CharField(
        max_length=SLUG_CHARACTERS,
        unique=True,
        validators=[RegexValidator(rf"\A[A-Za-z0-9_-]{{{SLUG_CHARACTERS}}}\Z")],
    )
    title = models.CharField(max_length=TITLE_CHARACTERS, blank=True, validators=[storable])
    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="shares", null=True, blank=True)
    parent = models.ForeignKey("self", models.SET_NULL, related_name="copies", null=True, blank=True)
    created = models.DateTimeField()
    expires = models.DateTimeField(null=True, blank=True, db_index=True)
    deleted = models.DateTimeField(null=True, blank=True)
    updated = models.DateTimeField(null=True, blank=True)  # when the latest Revision was made
    head = models.PositiveIntegerField(default=1, db_default=1)  # the number of the latest Revision
    # what its author agreed to have stored beside the text, now and with each Revision to come
    keeps_values = models.BooleanField(default=True, db_default=True)
    keeps_assumed = models.BooleanField(default=True, db_default=True)
    kind = models.CharField(
        max_length=63, blank=True, db_default="", validators=[storable]
    )  # of the document; "" = nobody can tell
    saved_as = models.CharField(max_length=64, null=True, blank=True)  # noqa: DJ001  the digest it is found again by
    words = models.TextField(
        blank=True, db_default="", validators=[storable]
    )  # what a search looks through, casefolded
    version = models.BigIntegerField(
        default=0, db_default=0
    )  # resourceVersion: of the last change, counted over all Shares

    object_name = models.CharField(
        max_length=NAME_CHARACTERS, blank=True, db_default="", validators=[storable]
    )  # "" = no object
    uid = models.CharField(max_length=36, blank=True, db_default="")
    object_since = models.BigIntegerField(default=0, db_default=0)  # the version with which it became an object
    withdrawn = models.DateTimeField(null=True, blank=True)  # when it ceased to be one; a watch has to tell

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "object_name"],
                condition=models.Q(withdrawn=None) & ~models.Q(object_name=""),
                name="one_object_per_name",
            ),
            models.UniqueConstraint(fields=["workspace", "saved_as"], name="one_share_per_content"),
        ]
        indexes = [models.Index(fields=["workspace", "version"], name="changes_of_a_workspace")]

    def __str__(self) -> str:
        return f"Share {self.pk}"  # the slug opens it, so it is not for logs

    def is_gone(self, now: datetime) -> bool:
        """Whether the Share was deleted, or has expired by ``now``."""
        return self.deleted is not None or (self.expires is not None and self.expires <= now)

    @property
    def latest(self) -> Revision:
        """The Revision with the highest number; every Share has one."""
        return self.revisions.latest("number")


class Revision(models.Model):
    """One version of a Share, never changed: the text and everything needed to see the same page again."""

    share = models.ForeignKey(Share, models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    text = models.TextField(blank=True, validators=[storable, MaxLengthValidator(TEXT_CHARACTERS)])
    values = named_texts()
    expressions = named_texts()
    assumed = named_texts()
    dialect = models.CharField(max_length=16, validators=[storable])
    kubernetes = models.CharField(max_length=16, default="1.36", validators=[storable])
    created = models.DateTimeField()
    # of all that it holds: equal for equal contents
    digest = models.CharField(max_length=64, blank=True, db_default="")
    version = models.BigIntegerField(default=0, db_default=0)  # the Share's, when this was made
    size = models.PositiveIntegerField(default=0, db_default=0)  # the bytes that are counted for it

    class Meta:
        constraints = [models.UniqueConstraint(fields=["share", "number"], name="one_revision_per_number")]

    def __str__(self) -> str:
        return f"Revision {self.number} of Share {self.share_id}"

    @property
    def contents(self) -> Contents:
        """What it holds."""
        return Contents(self.text, self.dialect, self.values, self.expressions, self.assumed, self.kubernetes)


class Counter(models.Model):
    """The version of the last change of any Share, up to where the departed are forgotten, and how much is stored."""

    name = models.CharField(max_length=32, primary_key=True)
    value = models.BigIntegerField(default=0)
    forgotten = models.BigIntegerField(default=0)  # who watched up to here only has to list again
    shares = models.BigIntegerField(default=0, db_default=0)  # that have Revisions
    bytes = models.BigIntegerField(default=0, db_default=0)  # of all Revisions together

    def __str__(self) -> str:
        return f"{self.name} {self.value}"


def next_version() -> int:
    """The version for a change, to be asked for first in its transaction.

    Until that ends whoever else changes a Share waits: so versions are seen in their order, and what was looked up
    meanwhile still holds. Alike on SQLite and PostgreSQL, which locks the row.
    """
    counters = Counter.objects.filter(name=_VERSIONS)
    if not counters.update(value=models.F("value") + 1):
        Counter.objects.bulk_create([Counter(name=_VERSIONS)], ignore_conflicts=True)
        counters.update(value=models.F("value") + 1)
    return counters.values_list("value", flat=True).get()


def last_version() -> Counter:
    """The version of the last change that everybody can see."""
    return Counter.objects.filter(name=_VERSIONS).first() or Counter(name=_VERSIONS)


@dataclass(frozen=True, slots=True)
class Room:
    """How much may be stored: Shares and bytes in all, and Revisions of one Share."""

    shares: int = sys.maxsize
    bytes: int = sys.maxsize
    revisions: int = sys.maxsize


ANY_ROOM = Room()


class NoRoomError(Exception):
    """There is no room for what was to be stored; nothing of it was."""


def take_room(size: int, shares: int, room: Room) -> None:
    """Count ``size`` bytes and as many new ``shares``, in the transaction that stores them and has its version.

    One conditional UPDATE decides. Raises NoRoomError when there would be more of either than ``room`` has.
    """
    fits = Counter.objects.filter(name=_VERSIONS, bytes__lte=room.bytes - size, shares__lte=room.shares - shares)
    if not fits.update(bytes=models.F("bytes") + size, shares=models.F("shares") + shares):
        raise NoRoomError


def give_room(size: int, shares: int) -> None:
    """Count less: what ``take_room`` counted was taken out again."""
    Counter.objects.filter(name=_VERSIONS).update(bytes=models.F("bytes") - size, shares=models.F("shares") - shares)


def create_share(
    slug: str,
    title: str,
    contents: Contents,
    now: datetime,
    workspace: Workspace | None = None,
    room: Room = ANY_ROOM,
    **columns: Any,
) -> Share:
    """Store ``contents`` as the first Revision of a new Share, of which ``columns`` are further fields.

    Both rows or none. Raises ValidationError for what no database can hold, before any is asked, and NoRoomError.
    """
    share, revision = new_share(slug, title, now, workspace, **columns), revision_of(contents, now)
    with transaction.atomic():
        return add_share(share, revision, next_version(), room)


def new_share(slug: str, title: str, now: datetime, workspace: Workspace | None, **columns: Any) -> Share:
    """A Share, not stored yet and without a Revision. Raises ValidationError as ``create_share``."""
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


def revision_of(contents: Contents, now: datetime) -> Revision:
    """A Revision with ``contents``, not stored yet and of no Share. Raises ValidationError as ``create_share``."""
    revision = Revision(
        number=1,
        text=contents.text,
        values=dict(contents.values),
        expressions=dict(contents.expressions),
        assumed=dict(contents.assumed),
        dialect=contents.dialect,
        kubernetes=contents.kubernetes,
        created=now,
    )
    revision.clean_fields(exclude=["share"])
    revision.digest, revision.size = contents.digest, contents.size
    return revision


def find_share(slug: str) -> Share | None:
    """The Share with this slug, gone or not; None when there never was one."""
    return Share.objects.filter(slug=slug).first()


class Rate(models.Model):
    """How far ahead of the clock a client is with what it asks for; see `playground.rates`."""

    key = models.CharField(max_length=64, primary_key=True)  # a digest: no addresses are kept
    until = models.FloatField(db_index=True)  # seconds since 1970, by the database's clock

    def __str__(self) -> str:
        return f"Rate until {self.until}"
