"""`manage.py restore FILE`: replaces the database by a backup."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from playground.sqlite import DatabaseFileError, restore


class Command(BaseCommand):
    """Brings a backup back; `manage.py migrate` then makes an older one fit."""

    help = "Put what the backup FILE holds in the place of all that is stored."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file to read."""
        parser.add_argument("file", type=Path, help="a file written by `manage.py backup`")

    def handle(self, *_args: Any, file: Path, **_options: Any) -> None:
        """Bring it back, or say why not."""
        if connection.vendor != "sqlite":
            raise CommandError("PostgreSQL brings its own: pg_restore --clean --dbname=DATABASE FILE.")
        try:
            restore(file, Path(connection.settings_dict["NAME"]))
        except DatabaseFileError as error:
            raise CommandError(str(error)) from error
