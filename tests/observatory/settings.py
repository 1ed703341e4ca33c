"""A production site, and one page that always breaks."""

from playground.settings import *  # noqa: F403

ROOT_URLCONF = "tests.observatory.urls"
