"""The one app of this project; importing it registers the system checks."""

from django.apps import AppConfig

from playground.site import checks

__all__ = ["PlaygroundConfig", "checks"]


class PlaygroundConfig(AppConfig):
    """The Template Playground."""

    name = "playground.storage"
    label = "playground"  # the prefix of its tables, and its name in migrations
    verbose_name = "Template Playground"
    default_auto_field = "django.db.models.BigAutoField"
