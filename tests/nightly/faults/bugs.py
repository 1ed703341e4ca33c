"""Settings with bugs: the site, plus the views of `tests.nightly.faults.bug_urls` below `/bug/`."""

from playground.settings import *  # noqa: F403

ROOT_URLCONF = "tests.nightly.faults.bug_urls"
