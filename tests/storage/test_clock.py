"""Servers that share a database share its clock."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.utils import timezone

from playground.storage import clock

AHEAD = timedelta(hours=2)


@pytest.mark.django_db
def test_the_time_comes_from_postgresql_or_with_sqlite_from_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = datetime.now(UTC)
    monkeypatch.setattr(timezone, "now", lambda: ours + AHEAD)
    expected = ours if connection.vendor == "postgresql" else ours + AHEAD
    assert abs(clock.now() - expected) < timedelta(minutes=1)
    assert clock.seconds() == pytest.approx(clock.now().timestamp(), abs=60)


@pytest.mark.django_db
def test_time_advances_within_a_transaction() -> None:
    before = clock.now()
    time.sleep(0.01)
    assert clock.now() - before >= timedelta(milliseconds=10)
