"""A database backend whose statements time out in the client when the server does not answer.

PostgreSQL's own `statement_timeout` is enforced by the server, so a hanging server enforces nothing, while its kernel
still acknowledges packets: libpq, and with it one of our threads, would wait forever.
"""

from __future__ import annotations

import select
from types import SimpleNamespace
from typing import Any, TypeVar

import psycopg
from django.db.backends.postgresql import base
from psycopg.abc import PQGen
from psycopg.errors import _WaitTimeout

_Found = TypeVar("_Found")

PATIENCE = 6.0  # seconds; longer than any statement may take; a migration may take any time, and says so


class ImpatientConnection(psycopg.Connection[Any]):
    """A connection that is closed when an answer takes longer than ``patience`` seconds; None: no limit."""

    patience: float | None = PATIENCE

    def wait(self, gen: PQGen[_Found], interval: float = 0.1, timeout: float | None = None) -> _Found:
        """The result of ``gen``. Raises OperationalError, with the connection closed, when it takes too long."""
        try:
            return super().wait(gen, interval, self.patience if timeout is None else timeout)
        except _WaitTimeout as error:
            self.pgconn.finish()
            raise psycopg.OperationalError("the server does not answer") from error


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's own, with connections that do not wait forever."""

    Database: Any = SimpleNamespace(**{**vars(psycopg), "connect": ImpatientConnection.connect})

    def is_usable(self) -> bool:
        """Whether the connection serves another request.

        Django asks the server, which is one round trip for each request. Here it is asked only if it has sent
        something unasked: a server that ended or was killed has closed the connection. One that hangs is noticed by
        the next statement, as late as it would be here.
        """
        return _is_quiet(self.connection) or super().is_usable()


def _is_quiet(connection: psycopg.Connection[Any] | None) -> bool:
    """Whether it is open and has nothing to read: neither an error nor the end of the connection."""
    if connection is None or connection.closed:
        return False
    asked = select.poll()
    asked.register(connection.fileno(), select.POLLIN)
    return not asked.poll(0)
