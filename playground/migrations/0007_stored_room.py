"""What is stored is counted: each Revision knows its size, and one row holds the sums."""

from typing import Any

from django.db import migrations, models
from django.db.models import Sum

_ROW_BYTES = 1024
_SIZES = {
    "sqlite": "length(CAST(text AS BLOB))",
    "postgresql": "octet_length(text)",
}


def count(apps: Any, editor: Any) -> None:
    """Count what is there: of texts the bytes, of the little beside them nothing."""
    length = _SIZES[editor.connection.vendor]
    editor.execute(f"UPDATE playground_revision SET size = {_ROW_BYTES} + {length}")  # noqa: S608 (constants)
    revisions, counters = (apps.get_model("playground", name) for name in ("Revision", "Counter"))
    found = revisions.objects.aggregate(size=Sum("size", default=0), shares=models.Count("share", distinct=True))
    if found["shares"]:
        counters.objects.get_or_create(name="versions")
        counters.objects.filter(name="versions").update(bytes=found["size"], shares=found["shares"])


class Migration(migrations.Migration):
    dependencies = [
        ("playground", "0006_terms_of_shares"),
    ]

    operations = [
        migrations.AddField("counter", "bytes", models.BigIntegerField(db_default=0, default=0)),
        migrations.AddField("counter", "shares", models.BigIntegerField(db_default=0, default=0)),
        migrations.AddField("revision", "size", models.PositiveIntegerField(db_default=0, default=0)),
        migrations.RunPython(count, migrations.RunPython.noop, elidable=True),
    ]
