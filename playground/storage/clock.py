"""The current time, on which all servers agree: that of the database, if several servers may share it.

Expiry dates and rate limits are stored by one server and checked by another.
"""

from __future__ import annotations

from datetime import datetime
from typing import cast

from django.db import connection
from django.utils import timezone


def now() -> datetime:
    """The current time of PostgreSQL; with SQLite, the time of this machine, which has the file.

    PostgreSQL's ``now()`` is no substitute: it is the time at which the transaction began. Raises DatabaseError or
    InterfaceError when the database does not answer.
    """
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        return cast(datetime, cursor.fetchone()[0])


def seconds() -> float:
    """The time of `now`, in seconds since 1970."""
    return now().timestamp()
