"""`manage.py backup FILE`: writes the database to one SQLite file while the site runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from playground.storage.backups import DatabaseFileError, backup


class Command(BaseCommand):
    """Writes a consistent backup, even while others write to the database."""

    help = "Write a backup of the database to FILE while the site runs."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the argument: the file to write."""
        parser.add_argument("file", type=Path, help="a new file; an existing one is not overwritten")

    def handle(self, *_args: Any, file: Path, **_options: Any) -> None:
        """Write the backup. Raises CommandError with the reason if that fails."""
        if connection.vendor != "sqlite":
            raise CommandError("PostgreSQL has its own command: pg_dump --format=custom --file=FILE.")
        try:
            backup(Path(connection.settings_dict["NAME"]), file)
        except DatabaseFileError as error:
            raise CommandError(str(error)) from error
