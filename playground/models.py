"""What is kept: Shares with their numbered Revisions, in the Workspace of whoever made them.

What the databases take differently (NUL characters, lone surrogates, texts that are too long) is refused here, before
either is asked: a ValidationError whose messages the reader can be shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, RegexValidator
from django.db import models, transaction

TEXT_CHARACTERS = 1024 * 1024
TITLE_CHARACTERS = 100
SLUG_CHARACTERS = 22  # 128 random bits as base64url


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

    class Meta:
        constraints = [models.UniqueConstraint(fields=["share", "number"], name="one_revision_per_number")]

    def __str__(self) -> str:
        return f"Revision {self.number} of Share {self.share_id}"


@dataclass(frozen=True, slots=True)
class Contents:
    """What a Revision holds. Never a secret: leaving those out is the business of whoever makes it."""

    text: str
    dialect: str = "auto"
    values: Mapping[str, str] = field(default_factory=dict)
    expressions: Mapping[str, str] = field(default_factory=dict)
    assumed: Mapping[str, str] = field(default_factory=dict)
    kubernetes: str = "1.36"


def create_share(slug: str, title: str, contents: Contents, now: datetime, workspace: Workspace | None = None) -> Share:
    """Store ``contents`` as the first Revision of a new Share.

    Both rows or none. Raises ValidationError for what no database can hold.
    """
    share = Share(slug=slug, title=title, workspace=workspace, created=now)
    share.full_clean(validate_unique=False, validate_constraints=False)
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
    revision.full_clean(exclude=["share"], validate_unique=False, validate_constraints=False)
    with transaction.atomic():
        share.save(force_insert=True)
        revision.share = share
        revision.save(force_insert=True)
    return share


def find_share(slug: str) -> Share | None:
    """The Share with this slug, gone or not; None when there never was one."""
    return Share.objects.filter(slug=slug).first()


class Rate(models.Model):
    """How far ahead of the clock a client is with what it asks for; see `playground.rates`."""

    key = models.CharField(max_length=64, primary_key=True)  # a digest: no addresses are kept
    until = models.FloatField(db_index=True)  # seconds since 1970, by the database's clock

    def __str__(self) -> str:
        return f"Rate until {self.until}"
