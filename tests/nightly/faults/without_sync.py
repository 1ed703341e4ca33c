"""Settings for a control: SQLite does not wait for the disk (`synchronous=NORMAL`)."""

from playground.settings import *  # noqa: F403
from playground.settings import DATABASES

DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
