"""A shared Template becomes an object of the API, in the namespace of its Workspace.

`version` is the API's resourceVersion: one counter over all Shares numbers their changes. `storage/models.py` describes
the other fields.
"""

from django.db import migrations, models

from playground.storage.models import storable


class Migration(migrations.Migration):
    dependencies = [
        ("playground", "0003_rate"),
    ]

    operations = [
        migrations.CreateModel(
            name="Counter",
            fields=[
                ("name", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("value", models.BigIntegerField(default=0)),
                ("forgotten", models.BigIntegerField(default=0)),
            ],
        ),
        migrations.AddField(
            model_name="share",
            name="head",
            field=models.PositiveIntegerField(db_default=1, default=1),
        ),
        migrations.AddField(
            model_name="share",
            name="kind",
            field=models.CharField(blank=True, db_default="", max_length=63, validators=[storable]),
        ),
        migrations.AddField(
            model_name="share",
            name="object_name",
            field=models.CharField(blank=True, db_default="", max_length=253, validators=[storable]),
        ),
        migrations.AddField(
            model_name="share",
            name="object_since",
            field=models.BigIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="share",
            name="saved_as",
            field=models.CharField(blank=True, max_length=64, null=True),
        ),
        migrations.AddField(
            model_name="share",
            name="uid",
            field=models.CharField(blank=True, db_default="", max_length=36),
        ),
        migrations.AddField(
            model_name="share",
            name="updated",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="share",
            name="version",
            field=models.BigIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="share",
            name="withdrawn",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="share",
            name="words",
            field=models.TextField(blank=True, db_default="", validators=[storable]),
        ),
        migrations.AddIndex(
            model_name="share",
            index=models.Index(fields=["workspace", "version"], name="changes_of_a_workspace"),
        ),
        migrations.AddConstraint(
            model_name="share",
            constraint=models.UniqueConstraint(
                condition=models.Q(("withdrawn", None), models.Q(("object_name", ""), _negated=True)),
                fields=("workspace", "object_name"),
                name="one_object_per_name",
            ),
        ),
        migrations.AddConstraint(
            model_name="share",
            constraint=models.UniqueConstraint(fields=("workspace", "saved_as"), name="one_share_per_content"),
        ),
        # Revisions last: a server that stores a text locks Shares first, then Revisions. In the other order, the server
        # and this migration could wait for each other.
        migrations.AddField(
            model_name="revision",
            name="digest",
            field=models.CharField(blank=True, db_default="", max_length=64),
        ),
        migrations.AddField(
            model_name="revision",
            name="version",
            field=models.BigIntegerField(db_default=0, default=0),
        ),
    ]
