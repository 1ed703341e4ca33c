"""Settings with the addresses of `tests.nightly.faults.patient_urls`."""

from playground.settings import *  # noqa: F403

ROOT_URLCONF = "tests.nightly.faults.patient_urls"
