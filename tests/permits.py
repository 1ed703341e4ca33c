"""Permits for tests, whose threads and connections end with the test."""

from __future__ import annotations

from django.db import connections

from playground.rates.permits import Permits
from playground.web import limits as request_limits


def close(permits: Permits) -> None:
    """End their thread and close its connection."""
    permits._executor.submit(connections.close_all)  # those of its thread
    permits._executor.shutdown()


def forget_permits() -> None:
    """Discard the permits that this process has reserved."""
    while request_limits._permits:
        close(request_limits._permits.popitem()[1])
