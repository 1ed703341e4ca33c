"""`manage.py migrate`, safe for any number of servers at once."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

from playground.storage.backups import DatabaseFileError, check

_LOCK = 7_318_349_394_477_056  # the number of our advisory lock; nothing else uses it


class Command(migrate.Command):
    """Django's `migrate`, one process at a time: a second one waits, and then has nothing to do."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Migrate the database that ``options`` name. Raises CommandError for a damaged SQLite file."""
        connection = connections[options["database"]]
        with _migration_lock(connection):
            if connection.vendor == "sqlite":
                _check(Path(connection.settings_dict["NAME"]))
            return super().execute(*args, **options)


def _check(file: Path) -> None:
    """Raises CommandError for a damaged ``file``."""
    try:
        check(file)
    except DatabaseFileError as error:
        raise CommandError(str(error)) from error


@contextmanager
def _migration_lock(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Hold a lock while the database of ``connection`` is migrated; other migrations wait.

    On PostgreSQL a session's advisory lock, released with its connection; on SQLite a lock on a file beside the
    database, released with its process.
    """
    if connection.vendor == "postgresql":
        with _advisory_lock(connection):
            yield
    elif connection.settings_dict["NAME"] == ":memory:":  # no other process can open it
        yield
    else:
        with Path(f"{connection.settings_dict['NAME']}.migrating").open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield
            if not connection.in_atomic_block:
                # The last connection to close locks the database, and a process that opens it then fails at once:
                # so close it while the others still wait for our lock.
                connection.close()


@contextmanager
def _advisory_lock(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Hold a lock in this session, without the time limits of visitors' statements: a migration may take long.

    The session waits without limit for this lock only: visitors wait for a migration that waits for any other lock.
    """
    connection.ensure_connection()
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0; SET lock_timeout = 0")
        cursor.execute("SELECT pg_advisory_lock(%s)", [_LOCK])
        cursor.execute("RESET lock_timeout")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [_LOCK])
            cursor.execute("RESET statement_timeout")
