"""Settings with bugs, and a database that is waited for only a moment while another process locks it."""

from tests.nightly.faults.bugs import *  # noqa: F403
from tests.nightly.faults.bugs import DATABASES

DATABASES["default"]["OPTIONS"]["timeout"] = 0.2
