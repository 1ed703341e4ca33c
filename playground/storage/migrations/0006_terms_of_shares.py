"""A Share says whether values of Parameters and assumed variables are stored beside its text."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("playground", "0005_first_shares"),
    ]

    operations = [
        migrations.AddField("share", "keeps_assumed", models.BooleanField(db_default=True, default=True)),
        migrations.AddField("share", "keeps_values", models.BooleanField(db_default=True, default=True)),
    ]
