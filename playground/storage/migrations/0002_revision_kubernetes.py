"""A Revision knows its version of Kubernetes; earlier ones get 1.36."""

from django.db import migrations, models

from playground.storage.models import storable


class Migration(migrations.Migration):
    dependencies = [("playground", "0001_first_version")]

    operations = [
        migrations.AddField(
            model_name="revision",
            name="kubernetes",
            field=models.CharField(default="1.36", max_length=16, validators=[storable]),
        ),
    ]
