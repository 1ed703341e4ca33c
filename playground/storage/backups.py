"""Checking, backing up and restoring an SQLite database.

sqlite.org/lang_vacuum.html (VACUUM INTO), sqlite.org/pragma.html (quick_check), sqlite.org/backup.html. A plain
copy of a file that is being written may lack acknowledged changes, or be corrupt.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

_PATIENCE = 30  # seconds to wait while another process writes


class DatabaseFileError(Exception):
    """A database file that cannot be used; the message says why and what to do."""


def check(file: Path) -> None:
    """Raise DatabaseFileError if ``file`` exists and is not a complete SQLite database; an empty file passes."""
    if not file.exists() or not file.stat().st_size:
        return
    try:
        with closing(_connect(file)) as database:
            (result,) = database.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        result = str(error)
    if result != "ok":
        raise DatabaseFileError(
            f"The database file {file} is damaged ({' '.join(result.split())}). Nothing was changed. "
            "Move it away and bring back a backup with `manage.py restore FILE`."
        )


def backup(file: Path, target: Path) -> None:
    """Write the present contents of the database ``file`` to ``target``, while other processes use the database.

    ``target`` is complete and on the disk, or does not exist. Raises DatabaseFileError if ``target`` exists already, or
    if ``file`` is not a complete database.
    """
    if target.exists():
        raise DatabaseFileError(f"{target} exists already and was not overwritten.")
    check(file)
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        draft.touch(mode=0o600, exist_ok=False)  # empty, as VACUUM INTO allows; only its owner may read it
        with closing(_connect(file)) as database:
            database.execute("VACUUM INTO ?", [str(draft)])
        with draft.open("rb") as draft_file:
            os.fsync(draft_file.fileno())
        target.hardlink_to(draft)
    except (OSError, sqlite3.Error) as error:
        raise DatabaseFileError(f"The backup could not be written to {target}: {error}") from error
    finally:
        draft.unlink(missing_ok=True)


def restore(backup_file: Path, file: Path) -> None:
    """Replace the contents of ``file`` by those of ``backup_file``, in one transaction; servers may keep running.

    Raises DatabaseFileError, and leaves ``file`` unchanged, if ``backup_file`` or ``file`` is damaged.
    """
    if not backup_file.is_file() or not backup_file.stat().st_size:
        raise DatabaseFileError(f"There is no backup at {backup_file}.")
    check(backup_file)
    check(file)
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        with closing(_connect(backup_file)) as source, closing(sqlite3.connect(file, timeout=_PATIENCE)) as target:
            source.backup(target)  # all pages in one step
    except sqlite3.Error as error:
        raise DatabaseFileError(f"The backup could not be brought back: {error}") from error


def _connect(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, timeout=_PATIENCE, isolation_level=None)
