"""Checking, backing up and restoring an SQLite database.

sqlite.org/lang_vacuum.html (VACUUM INTO), sqlite.org/pragma.html (quick_check), sqlite.org/backup.html. A plain
copy of a file that is being written may lack acknowledged changes, or be corrupt.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path


class DatabaseFileError(Exception):
    """A database file that cannot be used; the message says why and what to do."""


def check(file: Path) -> None:
    """Raise DatabaseFileError when ``file`` is there and is not a whole SQLite database."""
    if not file.exists() or not file.stat().st_size:
        return
    try:
        with closing(_readable(file)) as database:
            (result,) = database.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        result = str(error)
    if result != "ok":
        raise DatabaseFileError(
            f"The database file {file} is damaged ({' '.join(result.split())}). Nothing was changed. "
            "Move it away and bring back a backup with `manage.py restore FILE`."
        )


def backup(file: Path, target: Path) -> None:
    """Write all that ``file`` holds at this moment, other processes' work included, to ``target``.

    ``target`` appears whole and on the disk, or not at all. Raises DatabaseFileError when it is there already, or when
    ``file`` is not a whole database.
    """
    if target.exists():
        raise DatabaseFileError(f"{target} is there already; it was not written over.")
    check(file)
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        draft.touch(mode=0o600, exist_ok=False)  # empty, as VACUUM INTO allows; only its owner may read it
        with closing(_readable(file)) as database:
            database.execute("VACUUM INTO ?", [str(draft)])
        with draft.open("rb") as opened:
            os.fsync(opened.fileno())
        target.hardlink_to(draft)
    except (OSError, sqlite3.Error) as error:
        raise DatabaseFileError(f"The backup could not be written to {target}: {error}") from error
    finally:
        draft.unlink(missing_ok=True)


def restore(saved: Path, file: Path) -> None:
    """Put what ``saved`` holds in the place of what ``file`` holds, in one transaction; servers may go on meanwhile.

    Raises DatabaseFileError, with ``file`` as it was, when ``saved`` is not a whole database or ``file`` is damaged.
    """
    if not saved.is_file() or not saved.stat().st_size:
        raise DatabaseFileError(f"There is no backup at {saved}.")
    check(saved)
    check(file)
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        with closing(_readable(saved)) as source, closing(sqlite3.connect(file, timeout=30)) as target:
            source.backup(target)  # all pages in one step
    except sqlite3.Error as error:
        raise DatabaseFileError(f"The backup could not be brought back: {error}") from error


def _readable(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, timeout=30, isolation_level=None)
