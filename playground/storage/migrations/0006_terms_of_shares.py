"""A Share has its terms: what is stored beside the text."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("playground", "0005_first_shares"),
    ]

    operations = [
        migrations.AddField("share", "keeps_assumed", models.BooleanField(db_default=True, default=True)),
        migrations.AddField("share", "keeps_values", models.BooleanField(db_default=True, default=True)),
    ]
