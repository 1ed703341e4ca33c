"""Settings with a read-only database, like one on a file system that was remounted."""

from playground.settings import *  # noqa: F403
from playground.settings import DATABASES

DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA query_only=1;"
