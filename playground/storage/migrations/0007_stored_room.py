"""Counts what is stored: each Revision has its size, and the one row of Counter has the totals."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("playground", "0006_terms_of_shares"),
    ]

    operations = [
        migrations.AddField("counter", "bytes", models.BigIntegerField(db_default=0, default=0)),
        migrations.AddField("counter", "shares", models.BigIntegerField(db_default=0, default=0)),
        migrations.AddField("revision", "size", models.PositiveIntegerField(db_default=0, default=0)),
    ]
