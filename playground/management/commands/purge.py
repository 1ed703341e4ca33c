"""`manage.py purge`: deletes what has expired or was deleted; gunicorn runs it every hour."""

from __future__ import annotations

import time
from typing import Any

from django.core.management.base import BaseCommand

from playground import clock
from playground.rates import in_database
from playground.shares import purging


class Command(BaseCommand):
    """Deletes what has expired or was deleted, in batches; any number of servers may do so at once."""

    help = "Take what has expired or was deleted out of the database."
    requires_system_checks = ()

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Go on until nothing is left to do."""
        while purging.purge(clock.now()) + in_database.purge(clock.seconds()):
            time.sleep(0.05)  # so that others can write in between
