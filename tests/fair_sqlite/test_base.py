"""SQLite's writers queue, and wait no longer than the timeout."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from django.db import NotSupportedError, OperationalError, connection
from django.db.backends.sqlite3.base import DatabaseWrapper as Djangos

from playground.fair_sqlite.base import DatabaseWrapper

PATIENCE = 2.0  # seconds
LONG = 60.0  # where nobody is to give up
HELD = (0.33, 0.34, 0.35, 0.36, 0.37)  # seconds; SQLite's own waiting sleeps 0.1 at a time from 0.328 on
TRIES = 5  # where a busy machine may let us wake late


@pytest.fixture
def file(tmp_path: Path, django_db_blocker: Any) -> Iterator[Path]:
    """A database of its own with a table."""
    with closing(sqlite3.connect(tmp_path / "database")) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE texts (number INTEGER)")
    with django_db_blocker.unblock():
        yield tmp_path / "database"


@contextmanager
def writer(file: Path, kind: type[Djangos] = DatabaseWrapper, patience: float = PATIENCE) -> Iterator[Any]:
    """A connection to ``file``, as a thread has one."""
    options = {"transaction_mode": "IMMEDIATE", "timeout": patience}
    own = kind({**connection.settings_dict, "NAME": str(file), "OPTIONS": options, "TEST": {}}, "own")
    own.inc_thread_sharing()
    try:
        own.ensure_connection()
        yield own
    finally:
        own.close()


def begin(writer: Any) -> float:
    """Begin a transaction; the moment at which it has begun."""
    writer._start_transaction_under_autocommit()
    return time.monotonic()


@contextmanager
def locked(file: Path) -> Iterator[sqlite3.Connection]:
    """The file, while another process writes to it."""
    with closing(sqlite3.connect(file, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other


def late(file: Path, kind: type[Djangos]) -> list[float]:
    """Seconds from the ends of another process's transactions to the beginnings of ours, from small to large."""
    found = []
    for seconds in HELD:
        with writer(file, kind, LONG) as own, locked(file) as other, ThreadPoolExecutor(1) as pool:
            begun = pool.submit(begin, own)
            time.sleep(seconds)
            other.execute("ROLLBACK")
            ended = time.monotonic()
            found.append(begun.result() - ended)
            own.rollback()
    return sorted(found)


def test_a_writer_begins_as_soon_as_another_one_ends_unlike_in_sqlite_itself(file: Path) -> None:
    assert any(2 * median(late(file, DatabaseWrapper)) < median(late(file, Djangos)) for _ in range(TRIES))


def test_a_locked_out_writer_times_out_and_can_try_again(file: Path) -> None:
    with writer(file) as own:
        with locked(file):
            began = time.monotonic()
            with pytest.raises(OperationalError, match="database is locked"):
                begin(own)
            assert PATIENCE <= time.monotonic() - began < 2 * PATIENCE
        begin(own)


def test_threads_waiting_for_one_lock_time_out_together(file: Path) -> None:
    def seconds(_: int) -> float:
        with writer(file) as own:
            began = time.monotonic()
            with pytest.raises(OperationalError, match="database is locked"):
                begin(own)
            return time.monotonic() - began

    with locked(file), ThreadPoolExecutor(4) as pool:
        assert max(pool.map(seconds, range(4))) < 2 * PATIENCE


@pytest.mark.parametrize("end", ["commit", "rollback", "close"])
def test_the_queue_moves_on_when_a_transaction_ends_and_not_before(file: Path, end: str) -> None:
    with writer(file) as first, writer(file, patience=LONG) as second, ThreadPoolExecutor(1) as pool:
        begin(first)
        waiting = pool.submit(begin, second)
        time.sleep(0.1)
        assert not waiting.done()
        getattr(first, end)()
        waiting.result(LONG)


def test_the_queue_moves_on_after_a_transaction_that_could_not_begin(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with writer(file) as first, writer(file) as second:
        with monkeypatch.context() as patched:
            patched.setattr(first, "transaction_mode", "NONSENSE")
            with pytest.raises(OperationalError, match="syntax error"):
                begin(first)
        begin(second)


def test_each_file_has_its_own_queue(file: Path, tmp_path: Path) -> None:
    with writer(file) as one, writer(tmp_path / "other") as other:
        begin(one)
        begin(other)


def test_a_single_statement_still_waits_as_sqlite_does(file: Path) -> None:
    with writer(file) as own:
        for _ in range(2):
            assert own.connection.execute("PRAGMA busy_timeout").fetchone() == (PATIENCE * 1000,)
            begin(own)
            own.rollback()


def test_no_write_of_many_writers_is_lost(file: Path) -> None:
    together = threading.Barrier(8)

    def add(number: int) -> None:
        with writer(file, patience=30) as own:
            together.wait()
            for _ in range(5):
                begin(own)
                own.connection.execute("INSERT INTO texts VALUES (?)", [number])
                own.commit()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(add, range(8)))
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("SELECT count(*) FROM texts").fetchone() == (40,)


def test_a_sqlite_that_cannot_return_what_it_updates_is_refused_by_name(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with writer(file) as own:
        own.check_database_version_supported()
        monkeypatch.setattr(own, "get_database_version", lambda: (3, 34, 1))
        with pytest.raises(NotSupportedError, match=r"SQLite 3\.35 or later is required \(found 3\.34\.1\)"):
            own.check_database_version_supported()
