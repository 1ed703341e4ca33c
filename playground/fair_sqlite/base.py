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
_turns: dict[str, threading.Lock] = {}  # to write to a file, of the threads of this process


class DatabaseFeatures(features.DatabaseFeatures):
    """Django's own; an older SQLite, which knows no UPDATE … RETURNING, is refused by name."""

    minimum_database_version = (3, 35)


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's own; a transaction is begun when it is its thread's turn, and ``timeout`` is the end of all waiting."""

    features_class = DatabaseFeatures
    transaction_mode: str
    turn: threading.Lock | None = None  # ours, while we have it

    def _start_transaction_under_autocommit(self) -> None:
        """Wait for the turn, and for SQLite's lock. Raises OperationalError when both take longer than ``timeout``."""
        patience: float = self.settings_dict["OPTIONS"]["timeout"]
        end = time.monotonic() + patience
        turn = _turns.setdefault(str(self.settings_dict["NAME"]), threading.Lock())
        if not turn.acquire(timeout=patience):
            raise OperationalError("database is locked")
        self.turn = turn
        try:
            self._begin(end, patience)
        except BaseException:
            self._end_turn()
            raise

    def _begin(self, end: float, patience: float) -> None:
        """Ask for SQLite's lock until ``end``, without its own waiting, which is for what is written by the way."""
        self.ensure_connection()
        self.connection.execute("PRAGMA busy_timeout=0")
        try:
            with self.wrap_database_errors:
                while not _has_begun(self.connection, f"BEGIN {self.transaction_mode}", end):
                    time.sleep(_PAUSE)
        finally:
            self.connection.execute(f"PRAGMA busy_timeout={patience * 1000:.0f}")

    def commit(self) -> None:
        """As Django's; and the turn is over."""
        super().commit()
        self._end_turn()

    def rollback(self) -> None:
        """As Django's; and the turn is over."""
        try:
            super().rollback()
        finally:
            self._end_turn()

    def close(self) -> None:
        """As Django's; and the turn is over."""
        try:
            super().close()
        finally:
            self._end_turn()

    def _end_turn(self) -> None:
        if self.turn is not None:
            turn, self.turn = self.turn, None
            turn.release()


def _has_begun(connection: sqlite3.Connection, statement: str, end: float) -> bool:
    """Whether nobody else has SQLite's lock. Raises as ``connection`` does; that it is locked only at the ``end``."""
    try:
        connection.execute(statement)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & _PRIMARY != sqlite3.SQLITE_BUSY or time.monotonic() > end:
            raise
        return False
    return True
