"""The real settings with Django's own PostgreSQL, which waits for an answer for good: what must not be."""

from playground.settings import *  # noqa: F403
from playground.settings import DATABASES

DATABASES["default"]["ENGINE"] = "django.db.backends.postgresql"
