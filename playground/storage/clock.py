"""The current time: the database's, if several servers may share it, so that all servers agree.

Expiry dates and rate limits are stored by one server and checked by another.
"""

from __future__ import annotations

from datetime import datetime
from typing import cast

from django.db import connection
from django.utils import timezone


def now() -> datetime:
    """This moment: PostgreSQL's; this machine's with SQLite, whose file is on it.

    Not the moment at which a transaction began, as PostgreSQL's ``now()`` is. Raises DatabaseError or InterfaceError
    when the database does not answer.
    """
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        return cast(datetime, cursor.fetchone()[0])


def seconds() -> float:
    """The time of `now`, in seconds since 1970."""
    return now().timestamp()
