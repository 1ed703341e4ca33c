"""Adds a column to Revision: the facts about the cluster that its author assumed."""

from django.db import migrations, models

from playground.storage.models import storable


class Migration(migrations.Migration):
    dependencies = [
        ("playground", "0008_counted_room"),
    ]

    operations = [
        migrations.AddField(
            "revision",
            "cluster",
            models.JSONField(blank=True, db_default={}, default=dict, validators=[storable]),
        ),
    ]
