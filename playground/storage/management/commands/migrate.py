"""`manage.py migrate`, safe for any number of servers at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connections

from playground.storage.backups import DatabaseFileError, check, migration_lock


class Command(migrate.Command):
    """Django's own, one at a time: a second process waits, and then finds nothing left to do."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Migrate the database that ``options`` name. An SQLite file that is damaged is not touched."""
        connection = connections[options["database"]]
        with migration_lock(connection):
            if connection.vendor == "sqlite":
                _check(Path(connection.settings_dict["NAME"]))
            return super().execute(*args, **options)


def _check(file: Path) -> None:
    """Raises CommandError for a damaged ``file``."""
    try:
        check(file)
    except DatabaseFileError as error:
        raise CommandError(str(error)) from error
