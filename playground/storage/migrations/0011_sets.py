"""Adds a column to Revision: the value sets of the Template."""

from django.db import migrations, models

from playground.storage.models import all_storable


class Migration(migrations.Migration):
    dependencies = [
        ("playground", "0010_facts_of_clusters"),
    ]

    operations = [
        migrations.AddField(
            "revision",
            "sets",
            models.JSONField(blank=True, db_default=[], default=list, validators=[all_storable]),
        ),
    ]
