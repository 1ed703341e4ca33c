"""Fills new columns for Shares of the first version: digests, number and date of the latest Revision."""

import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from django.db import migrations, transaction

AT_ONCE = 50  # revisions, of up to a megabyte each


def complete(apps: Any, schema_editor: Any) -> None:
    """Fill the columns that derive from others. The code for this is copied here: the application's may change.

    A few rows at a time, so that servers of the previous version can change other rows meanwhile. A repeated run gives
    the same result.
    """
    alias = schema_editor.connection.alias
    revisions = apps.get_model("playground", "Revision").objects.using(alias)
    shares = apps.get_model("playground", "Share").objects.using(alias)
    for batch in batches(revisions, alias):
        for revision in batch:
            revision.digest = digest(revision)
        revisions.bulk_update(batch, ["digest"])
        # The latest Revision in the batch, by Share: a dict keeps the last one of each key.
        latest = {revision.share_id: revision for revision in sorted(batch, key=lambda revision: revision.number)}
        outdated = [share for share in shares.filter(pk__in=latest) if share.head <= latest[share.pk].number]
        for share in outdated:
            share.head, share.updated = latest[share.pk].number, latest[share.pk].created
        shares.bulk_update(outdated, ["head", "updated"])
    for batch in batches(shares, alias):
        for share in batch:
            share.words = share.title.casefold()
        shares.bulk_update(batch, ["words"])


def batches(rows: Any, alias: str) -> Iterator[Any]:
    """All of ``rows`` in batches, each in a transaction that stays open while the caller changes the batch."""
    last = 0
    while True:
        with transaction.atomic(using=alias):
            batch = list(rows.filter(pk__gt=last).order_by("pk")[:AT_ONCE])
            yield batch
        if not batch:
            return
        last = batch[-1].pk


def digest(revision: Any) -> str:
    """The digest of the contents of ``revision``."""

    def parts() -> Iterator[Any]:
        yield from (revision.text, revision.dialect, revision.kubernetes)
        yield from (sorted(texts.items()) for texts in (revision.values, revision.expressions, revision.assumed))

    return sha256(json.dumps(list(parts())).encode()).hexdigest()


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("playground", "0004_objects_of_workspaces")]
    operations = [migrations.RunPython(complete, migrations.RunPython.noop)]
