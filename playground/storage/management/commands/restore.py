"""`manage.py restore FILE`: replaces the database by a backup."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from playground.storage.backups import DatabaseFileError, restore


class Command(BaseCommand):
    """Restores a backup; `manage.py migrate` then brings an older one up to date."""

    help = "Replace the database by the backup FILE."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the argument: the file to read."""
        parser.add_argument("file", type=Path, help="a file written by `manage.py backup`")

    def handle(self, *_args: Any, file: Path, **_options: Any) -> None:
        """Restore the backup. Raises CommandError with the reason if that fails."""
        if connection.vendor != "sqlite":
            raise CommandError("PostgreSQL has its own command: pg_restore --clean --dbname=DATABASE FILE.")
        try:
            restore(file, Path(connection.settings_dict["NAME"]))
        except DatabaseFileError as error:
            raise CommandError(str(error)) from error
