"""The real settings with a database that refuses to be written, as one on a file system that was remounted would."""

from playground.settings import *  # noqa: F403
from playground.settings import DATABASES

DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA query_only=1;"
