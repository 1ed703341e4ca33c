"""`manage.py purge`: deletes ended Shares and old counts of requests; gunicorn runs it every hour."""

from __future__ import annotations

import sys
import time
from logging import getLogger
from typing import Any

from django.core.management.base import BaseCommand
from django.db import DatabaseError, InterfaceError

from playground.storage import clock, rates
from playground.storage.shares import purging

_log = getLogger(__name__)


class Command(BaseCommand):
    """Deletes in batches; several servers may run it at the same time."""

    help = "Delete expired and deleted Shares, and old counts of requests."
    requires_system_checks = ()

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Delete batches until none is left. If the database does not answer, log that and exit with 1."""
        try:
            while purging.purge(clock.now()) + rates.purge(clock.seconds()):
                time.sleep(0.05)  # so that others can write in between
        except (DatabaseError, InterfaceError) as error:
            _log.error("the purge failed", exc_info=error)
            sys.exit(1)
