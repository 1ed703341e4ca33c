"""Shares of the first version get what later ones have from the start: digests, the number and day of their latest."""

import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from django.db import migrations

AT_ONCE = 200  # revisions, of up to a megabyte each


def complete(apps: Any, schema_editor: Any) -> None:
    """Fill the columns that follow from others, in the words of this day: later code may count otherwise."""
    revisions = apps.get_model("playground", "Revision").objects.using(schema_editor.connection.alias)
    shares = apps.get_model("playground", "Share").objects.using(schema_editor.connection.alias)
    for revision in revisions.order_by("share_id", "number").iterator(AT_ONCE):
        revisions.filter(pk=revision.pk).update(digest=digest(revision))
        shares.filter(pk=revision.share_id).update(head=revision.number, updated=revision.created)
    for share in shares.exclude(title="").iterator(AT_ONCE):
        shares.filter(pk=share.pk).update(words=share.title.casefold())


def digest(revision: Any) -> str:
    """Of all that ``revision`` holds."""

    def parts() -> Iterator[Any]:
        yield from (revision.text, revision.dialect, revision.kubernetes)
        yield from (sorted(texts.items()) for texts in (revision.values, revision.expressions, revision.assumed))

    return sha256(json.dumps(list(parts())).encode()).hexdigest()


class Migration(migrations.Migration):
    dependencies = [("playground", "0004_objects_of_workspaces")]
    operations = [migrations.RunPython(complete, migrations.RunPython.noop)]
