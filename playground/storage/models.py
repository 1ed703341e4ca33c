"""The database models: Shares with numbered Revisions, in the Workspace of their author.

A Share whose text is a Template is at the same time an object of `/templates` in the namespace of its Workspace: one
row, seen from both. `playground.storage` finds, creates, changes and counts rows.

Values that SQLite and PostgreSQL treat differently (NUL characters, lone surrogates, overlong texts) are refused here,
with a ValidationError whose messages can be shown to the user.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, RegexValidator
from django.db import models

TEXT_CHARACTERS = 1024 * 1024  # the longest text of a Revision
TITLE_CHARACTERS = 100
SLUG_CHARACTERS = 22  # 128 random bits as base64url
NAME_CHARACTERS = 253  # of an object; apimachinery's IsDNS1123Subdomain


def storable(value: object) -> None:
    """Raise ValidationError for text, anywhere in ``value``, that a database cannot store unchanged."""
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


def all_storable(values: list[object]) -> None:
    """``storable`` for each of ``values``."""
    for value in values:
        storable(value)


def named_texts(**options: Any) -> models.JSONField[Any, Any]:
    """A field that maps names to texts."""
    return models.JSONField(default=dict, blank=True, validators=[storable], **options)


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
    # the Share of which this Share is a copy
    parent = models.ForeignKey("self", models.SET_NULL, related_name="copies", null=True, blank=True)
    created = models.DateTimeField()
    expires = models.DateTimeField(null=True, blank=True, db_index=True)  # null: never
    deleted = models.DateTimeField(null=True, blank=True)
    updated = models.DateTimeField(null=True, blank=True)  # when the latest Revision was created
    head = models.PositiveIntegerField(default=1, db_default=1)  # the number of the latest Revision
    # whether the author agreed to store values and assumptions beside the text, in this and all later Revisions
    keeps_values = models.BooleanField(default=True, db_default=True)
    keeps_assumed = models.BooleanField(default=True, db_default=True)
    # of the first object in the text; "" if unknown
    kind = models.CharField(max_length=63, blank=True, db_default="", validators=[storable])
    # the digest of the contents, by which a save of equal contents finds this Share
    saved_as = models.CharField(max_length=64, null=True, blank=True)  # noqa: DJ001
    # the text that a search looks through, casefolded
    words = models.TextField(blank=True, db_default="", validators=[storable])
    # the number of the last change, counted over all Shares; the API's resourceVersion
    version = models.BigIntegerField(default=0, db_default=0)

    # its name as an object of `/templates`; "" for a Share that is no such object
    object_name = models.CharField(max_length=NAME_CHARACTERS, blank=True, db_default="", validators=[storable])
    uid = models.CharField(max_length=36, blank=True, db_default="")
    object_since = models.BigIntegerField(default=0, db_default=0)  # the version with which it became an object
    withdrawn = models.DateTimeField(null=True, blank=True)  # when it ceased to be an object; watches report it
    loaded_revision: Revision | None = None  # the latest Revision, if the same query has loaded it; no column

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
        revision = self.loaded_revision
        return revision if revision is not None and revision.number == self.head else self.revisions.latest("number")


class Revision(models.Model):
    """One version of a Share, never changed: the text and everything needed to see the same page again."""

    share = models.ForeignKey(Share, models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    text = models.TextField(blank=True, validators=[storable, MaxLengthValidator(TEXT_CHARACTERS)])
    values = named_texts()  # of Parameters
    expressions = named_texts()  # of Parameters, in place of their `from`
    assumed = named_texts()  # values of variables that the text does not define
    cluster = named_texts(db_default={})  # facts about the cluster
    # value sets in their order, each with its `name` and its `values` of Parameters
    sets = models.JSONField(default=list, blank=True, db_default=[], validators=[all_storable])
    dialect = models.CharField(max_length=16, validators=[storable])
    kubernetes = models.CharField(max_length=16, default="1.36", validators=[storable])
    created = models.DateTimeField()
    # of all contents; equal for equal contents
    digest = models.CharField(max_length=64, blank=True, db_default="")
    version = models.BigIntegerField(default=0, db_default=0)  # the Share's version when this Revision was created
    size = models.PositiveIntegerField(default=0, db_default=0)  # the bytes that the quota counts

    class Meta:
        constraints = [models.UniqueConstraint(fields=["share", "number"], name="one_revision_per_number")]

    def __str__(self) -> str:
        return f"Revision {self.number} of Share {self.share_id}"


class Counter(models.Model):
    """Totals over all Shares: the version of the last change, the oldest version to watch from, how much is stored."""

    name = models.CharField(max_length=32, primary_key=True)
    value = models.BigIntegerField(default=0)
    forgotten = models.BigIntegerField(default=0)  # a watch from an older version must list again
    shares = models.BigIntegerField(default=0, db_default=0)  # Shares whose text is still stored
    bytes = models.BigIntegerField(default=0, db_default=0)  # of all Revisions together

    def __str__(self) -> str:
        return f"{self.name} {self.value}"


class Rate(models.Model):
    """The time that a client's requests have used up; see `playground.storage.rates`."""

    key = models.CharField(max_length=64, primary_key=True)  # a digest, so that no address is stored
    until = models.FloatField(db_index=True)  # seconds since 1970, by the database's clock

    def __str__(self) -> str:
        return f"Rate until {self.until}"
