"""A database backend whose writers wait in a queue.

SQLite's own busy handler (``sqliteDefaultBusyCallback``, sqlite.org/c3ref/busy_timeout.html) sleeps ever longer, up to
100 ms, while other writers overtake: of 16 busy writers, one waits for seconds. Here the threads of a process queue,
and the first in the queue tries every millisecond. So only one thread per process competes for the lock, and soon gets
it.
"""

from __future__ import annotations

import sqlite3
import threading
import time

from django.db import OperationalError
from django.db.backends.sqlite3 import base, features

_PAUSE = 0.001  # seconds
_PRIMARY = 0xFF  # of an error's code; the rest says why it is busy (sqlite.org/rescode.html)
_queues: dict[str, threading.Lock] = {}  # by file: the lock on which writing threads of this process queue


class DatabaseFeatures(features.DatabaseFeatures):
    """Django's own, but SQLite before 3.35, which has no UPDATE … RETURNING, is refused by name."""

    minimum_database_version = (3, 35)


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's own, but a thread queues before it begins a transaction; ``timeout`` limits the whole wait."""

    features_class = DatabaseFeatures
    transaction_mode: str
    queue: threading.Lock | None = None  # while this connection's thread is at its head

    def _start_transaction_under_autocommit(self) -> None:
        """Wait in the queue and for SQLite's lock. Raises OperationalError if both take longer than ``timeout``."""
        patience: float = self.settings_dict["OPTIONS"]["timeout"]
        end = time.monotonic() + patience
        queue = _queues.setdefault(str(self.settings_dict["NAME"]), threading.Lock())
        if not queue.acquire(timeout=patience):
            raise OperationalError("database is locked")
        self.queue = queue
        try:
            self._begin(end, patience)
        except BaseException:
            self._leave_queue()
            raise

    def _begin(self, end: float, patience: float) -> None:
        """Try to get SQLite's lock until ``end``; its own busy handler stays on for statements outside transactions."""
        self.ensure_connection()
        self.connection.execute("PRAGMA busy_timeout=0")
        try:
            with self.wrap_database_errors:
                while not _has_begun(self.connection, f"BEGIN {self.transaction_mode}", end):
                    time.sleep(_PAUSE)
        finally:
            self.connection.execute(f"PRAGMA busy_timeout={patience * 1000:.0f}")

    def commit(self) -> None:
        """As Django's; then leave the queue."""
        super().commit()
        self._leave_queue()

    def rollback(self) -> None:
        """As Django's; then leave the queue."""
        try:
            super().rollback()
        finally:
            self._leave_queue()

    def close(self) -> None:
        """As Django's; then leave the queue."""
        try:
            super().close()
        finally:
            self._leave_queue()

    def _leave_queue(self) -> None:
        if self.queue is not None:
            queue, self.queue = self.queue, None
            queue.release()


def _has_begun(connection: sqlite3.Connection, statement: str, end: float) -> bool:
    """Whether ``statement`` got SQLite's lock. After ``end``, raises sqlite3.OperationalError if it did not."""
    try:
        connection.execute(statement)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & _PRIMARY != sqlite3.SQLITE_BUSY or time.monotonic() > end:
            raise
        return False
    return True
