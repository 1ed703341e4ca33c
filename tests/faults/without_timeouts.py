"""Settings for a control: Django's own PostgreSQL backend, which waits for an answer forever."""

from playground.settings import *  # noqa: F403
from playground.settings import DATABASES

DATABASES["default"]["ENGINE"] = "django.db.backends.postgresql"
