"""A backup made under load lacks nothing acknowledged, and a damaged file is detected before use."""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from playground.storage.backups import DatabaseFileError, backup, check, restore

ROWS = 400


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A file with ``ROWS`` rows, the last of them still in its write-ahead log."""
    file = tmp_path / "a name with ?, # and %.sqlite3"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE texts (number INTEGER PRIMARY KEY, text TEXT)")
        connection.executemany("INSERT INTO texts VALUES (?, ?)", ((number, "x" * 500) for number in range(ROWS)))
        connection.commit()
    return file


def count(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return int(connection.execute("SELECT count(*) FROM texts").fetchone()[0])


@contextmanager
def written_to(file: Path) -> Iterator[list[int]]:
    """A thread that adds rows all the while; the list says which were acknowledged."""
    acknowledged: list[int] = []
    stop = threading.Event()

    def write() -> None:
        with closing(sqlite3.connect(file, timeout=30)) as connection:
            number = ROWS
            while not stop.is_set():
                connection.execute("INSERT INTO texts VALUES (?, 'new')", [number])
                connection.commit()
                acknowledged.append(number)
                number += 1

    writer = threading.Thread(target=write)
    writer.start()
    try:
        yield acknowledged
    finally:
        stop.set()
        writer.join()


def test_backups_under_load_contain_everything_acknowledged(database: Path, tmp_path: Path) -> None:
    with written_to(database) as acknowledged:
        for number in range(20):
            before = ROWS + len(acknowledged)
            backup(database, tmp_path / f"{number}.backup")
            assert count(tmp_path / f"{number}.backup") >= before
    assert acknowledged


def test_a_backup_is_readable_by_its_owner_only_and_leaves_no_other_file(database: Path, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    backup(database, folder / "one")
    assert [file.name for file in folder.iterdir()] == ["one"]
    assert stat.S_IMODE((folder / "one").stat().st_mode) == 0o600


def test_a_backup_is_on_the_disk_before_it_has_its_name(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, synced = tmp_path / "one", []
    monkeypatch.setattr(os, "fsync", lambda number: synced.append((os.fstat(number).st_ino, target.exists())))
    backup(database, target)
    assert synced == [(target.stat().st_ino, False)]


def test_a_backup_is_never_written_over(database: Path, tmp_path: Path) -> None:
    target = tmp_path / "kept"
    target.write_text("older")
    with pytest.raises(DatabaseFileError, match="exists already"):
        backup(database, target)
    assert target.read_text() == "older"


def test_a_backup_that_cannot_be_written_leaves_nothing(database: Path, tmp_path: Path) -> None:
    with pytest.raises(DatabaseFileError, match="could not be written"):
        backup(database, tmp_path / "no-such-folder" / "file")


def test_a_backup_is_restored_while_a_server_reads(database: Path, tmp_path: Path) -> None:
    backup(database, tmp_path / "saved")
    with closing(sqlite3.connect(database)) as server:
        server.execute("DELETE FROM texts")
        server.commit()
        restore(tmp_path / "saved", database)
        assert server.execute("SELECT count(*) FROM texts").fetchone() == (ROWS,)
    assert count(database) == ROWS


def test_a_backup_is_restored_where_there_is_no_database(database: Path, tmp_path: Path) -> None:
    backup(database, tmp_path / "saved")
    restore(tmp_path / "saved", tmp_path / "new" / "file.sqlite3")
    assert count(tmp_path / "new" / "file.sqlite3") == ROWS


MEGABYTES = int(os.environ.get("MEGABYTES", "10"))


def test_a_large_file_is_restored(database: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(database)) as connection:
        large = ((ROWS + number, os.urandom(512 * 1024).hex()) for number in range(MEGABYTES))
        connection.executemany("INSERT INTO texts VALUES (?, ?)", large)
        connection.commit()
    backup(database, tmp_path / "saved")
    restore(tmp_path / "saved", tmp_path / "new.sqlite3")
    check(tmp_path / "new.sqlite3")
    assert count(tmp_path / "new.sqlite3") == ROWS + MEGABYTES
    assert (tmp_path / "new.sqlite3").stat().st_size > MEGABYTES * 1024 * 1024


def damage(file: Path) -> None:
    """Write nonsense into pages in the middle of ``file``."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with file.open("r+b") as opened:
        opened.seek(4096 * 3)
        opened.write(os.urandom(4096 * 8))


def test_a_damaged_file_is_refused_with_advice(database: Path, tmp_path: Path) -> None:
    check(database)
    damage(database)
    refusal = r"is damaged .*manage\.py restore FILE"
    with pytest.raises(DatabaseFileError, match=refusal):
        check(database)
    with pytest.raises(DatabaseFileError, match=refusal):
        backup(database, tmp_path / "x")
    with pytest.raises(DatabaseFileError, match=refusal):
        restore(database, database)
    assert not (tmp_path / "x").exists()


def test_a_file_that_is_no_database_is_refused_and_nothing_is_lost(database: Path, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("kind: Pod\n" * 1000)
    with pytest.raises(DatabaseFileError, match="is damaged"):
        restore(tmp_path / "text", database)
    with pytest.raises(DatabaseFileError, match="There is no backup"):
        restore(tmp_path / "nothing", database)
    assert count(database) == ROWS


def test_a_database_that_does_not_exist_yet_passes_the_check(tmp_path: Path) -> None:
    check(tmp_path / "new")
    assert not (tmp_path / "new").exists()
