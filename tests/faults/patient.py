"""Settings with the addresses of `tests.faults.patient_urls`."""

from playground.settings import *  # noqa: F403

ROOT_URLCONF = "tests.faults.patient_urls"
