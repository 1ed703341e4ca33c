"""The real settings with mistakes built in: what other tests must notice is done wrong at the addresses of `/bug/`."""

from playground.settings import *  # noqa: F403

ROOT_URLCONF = "tests.faults.bug_urls"
