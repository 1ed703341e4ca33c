"""Settings with bugs: the site, plus the views of `tests.faults.bug_urls` below `/bug/`."""

from playground.settings import *  # noqa: F403

ROOT_URLCONF = "tests.faults.bug_urls"
