"""The one app of this project; importing it registers the system checks."""

from django.apps import AppConfig
from django.template import base

from playground import checks, lookups

__all__ = ["PlaygroundConfig", "checks"]


class PlaygroundConfig(AppConfig):
    """The Template Playground."""

    name = "playground"
    verbose_name = "Template Playground"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let all templates be read by our parser, for which Django has no setting."""
        base.Parser = lookups.Parser  # type: ignore[misc]
