"""The real settings with an SQLite that does not wait for the disk: what must not be."""

from playground.settings import *  # noqa: F403
from playground.settings import DATABASES

DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
