"""The limits that the settings set: of storage, of one text, and of the engine's time for a request."""

from __future__ import annotations

import shutil
import sys
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection

from playground.engine import Deadline, Limits
from playground.storage.counter import Quota, QuotaExceededError


def storage_quota() -> Quota:
    """The storage limits. Raises QuotaExceededError if the disk of an SQLite file has less than FREE_BYTES free.

    The free space on PostgreSQL's disk is unknown here; PostgreSQL reports a full disk with an error.
    """
    if connection.vendor == "sqlite" and settings.FREE_BYTES:
        folder = Path(connection.settings_dict["NAME"]).absolute().parent
        if shutil.disk_usage(folder).free < settings.FREE_BYTES:
            raise QuotaExceededError
    shares, stored, revisions = settings.STORED_SHARES, settings.STORED_BYTES, settings.REVISIONS
    return Quota(shares or sys.maxsize, stored or sys.maxsize, revisions or sys.maxsize)


def deadline() -> Deadline:
    """A Deadline of ENGINE_SECONDS from now; without a limit if that is 0.

    The Deadline counts this thread's CPU time: a busy machine answers later, but gives the same answer.
    """
    return Deadline(settings.ENGINE_SECONDS, time.thread_time) if settings.ENGINE_SECONDS else Deadline()


def site_limits() -> Limits:
    """The limits of one text on this site: the engine's, or lower ones from the setting LIMITS."""
    lower: dict[str, Any] = settings.LIMITS
    return Limits(**lower)
