"""Fixtures and checks that apply to all tests."""

from __future__ import annotations

import signal

import pytest
from hypothesis import settings

# How long an example takes by the clock says how busy the machine is; what things cost is asserted by `tests/cost.py`.
settings.register_profile("tests", deadline=None)
settings.load_profile("tests")


def pytest_configure() -> None:
    """Ctrl+C ends what the tests start, also where a shell runs the tests in the background and has it ignored."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark whatever asks a database, also by way of a fixture: `-m django_db` runs it on PostgreSQL, too."""
    for item in items:
        if "db" in getattr(item, "fixturenames", ()) and not item.get_closest_marker("django_db"):
            item.add_marker(pytest.mark.django_db)
