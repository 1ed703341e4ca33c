"""Counts what was stored before storage was counted: the size of each Revision, and the totals."""

from typing import Any

from django.db import migrations, transaction
from django.db.models import Count, F, Sum

AT_ONCE = 50  # revisions, of up to a megabyte each
_ROW_BYTES = 1024  # counted for a Revision beside its text, as in `storage/shares/contents.py`
# The number of bytes of a text in UTF-8, in the SQL of each database.
_SIZES = {
    "sqlite": "length(CAST(text AS BLOB))",
    "postgresql": "octet_length(text)",
}


def count(apps: Any, editor: Any) -> None:
    """Count the bytes of existing texts, without the values beside them, which are small.

    A few rows at a time, each batch committed by itself, so that servers can change other rows meanwhile. A server
    that stores something waits only while the totals are summed up. A repeated run gives the same result.
    """
    alias = editor.connection.alias
    revisions, counters = (apps.get_model("playground", name).objects.using(alias) for name in ("Revision", "Counter"))
    length, last = _SIZES[editor.connection.vendor], 0
    set_sizes = f"UPDATE playground_revision SET size = {_ROW_BYTES} + {length} WHERE id > %s AND id <= %s"  # noqa: S608 (constants)
    while batch := list(revisions.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:AT_ONCE]):
        editor.execute(set_sizes, [last, batch[-1]])
        last = batch[-1]
    if last:
        counters.get_or_create(name="versions")
    with transaction.atomic(using=alias):
        row = counters.filter(name="versions")
        row.update(value=F("value"))  # locks the row: from here on nobody stores, so the sums are exact
        row.update(**revisions.aggregate(bytes=Sum("size", default=0), shares=Count("share", distinct=True)))


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("playground", "0007_stored_room")]
    operations = [migrations.RunPython(count, migrations.RunPython.noop, elidable=True)]
