"""How long a server waits for PostgreSQL to answer a statement."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

PATIENCE = 6.0  # seconds; longer than the server lets a statement take


def limit_waiting(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Give up any statement of a new ``connection`` after PATIENCE (receives the signal `connection_created`).

    The server enforces `statement_timeout`, the network `tcp_user_timeout`; neither helps if the server is stopped or
    waits for its disk. A request would then keep its thread forever (test_postgresql.py shows it). With PATIENCE
    its answer is 503. Only psycopg's `wait` accepts this time, and Django cannot pass it.
    """
    if connection.vendor == "postgresql":
        connection.connection.wait = partial(connection.connection.wait, timeout=PATIENCE)
