"""A server limits how long it waits for PostgreSQL; tests/nightly/faults/test_postgresql.py stops a real one."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.db import OperationalError, connection

from playground.storage import patience
from playground.storage.patience import limit_waiting


@pytest.mark.django_db(transaction=True)
def test_a_statement_that_takes_too_long_is_given_up_and_the_next_one_has_a_new_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite answers in this process")
    monkeypatch.setattr(patience, "PATIENCE", 0.1)
    connection.close()
    connection.ensure_connection()
    limit_waiting(connection)
    with pytest.raises(OperationalError), connection.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(60)")
    connection.close_if_unusable_or_obsolete()
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        assert cursor.fetchone() == (1,)


def test_connections_to_other_databases_stay_as_they_are() -> None:
    sqlite: Any = SimpleNamespace(vendor="sqlite", connection=object())
    limit_waiting(sqlite)
