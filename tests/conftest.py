"""Fixtures and checks that apply to all tests."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import settings

# No deadline: the time of an example depends on the machine's other work. `tests/cost.py` asserts what work costs.
settings.register_profile("tests", deadline=None, max_examples=int(os.environ.get("EXAMPLES", "25")))
settings.load_profile("tests")


def pytest_configure() -> None:
    """Let Ctrl+C end processes of tests, also if the shell runs them in the background and ignores the signal."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all tests that use a database, also those that use it through a fixture."""
    for item in items:
        if "db" in getattr(item, "fixturenames", ()) and not item.get_closest_marker("django_db"):
            item.add_marker(pytest.mark.django_db)
