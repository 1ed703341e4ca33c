"""Counts what was stored before storage was counted: the size of each Revision, and the totals."""

from typing import Any

from django.db import migrations, transaction
from django.db.models import Count, F, Sum

AT_ONCE = 50  # revisions, of up to a megabyte each
_ROW_BYTES = 1024
_SIZES = {
    "sqlite": "length(CAST(text AS BLOB))",
    "postgresql": "octet_length(text)",
}


def count(apps: Any, editor: Any) -> None:
    """Count the bytes of existing texts, without the values beside them, which are small.

    A few rows at a time, each few for themselves, so that servers can store and change others meanwhile; whoever
    stores waits for the sums only. What was done when it was broken off is done again, and comes out the same.
    """
    alias = editor.connection.alias
    revisions, counters = (apps.get_model("playground", name).objects.using(alias) for name in ("Revision", "Counter"))
    length, last = _SIZES[editor.connection.vendor], 0
    sized = f"UPDATE playground_revision SET size = {_ROW_BYTES} + {length} WHERE id > %s AND id <= %s"  # noqa: S608 (constants)
    while some := list(revisions.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:AT_ONCE]):
        editor.execute(sized, [last, some[-1]])
        last = some[-1]
    if last:
        counters.get_or_create(name="versions")
    with transaction.atomic(using=alias):
        row = counters.filter(name="versions")
        row.update(value=F("value"))  # from here on nobody stores: what is there is asked once
        row.update(**revisions.aggregate(bytes=Sum("size", default=0), shares=Count("share", distinct=True)))


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("playground", "0007_stored_room")]
    operations = [migrations.RunPython(count, migrations.RunPython.noop, elidable=True)]
