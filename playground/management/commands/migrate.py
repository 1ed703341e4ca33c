"""`manage.py migrate`, for any number of servers that start at the same moment."""

from __future__ import annotations

from typing import Any

from django.core.management.commands import migrate
from django.db import connections

from playground.turns import turn_to_migrate


class Command(migrate.Command):
    """Django's own, one at a time: who comes second waits, and then finds nothing left to do."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate the database that ``options`` name."""
        with turn_to_migrate(connections[options["database"]]):
            super().handle(*args, **options)
