"""How long Shares live, and which of them have not expired."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import Enum

from django.db.models import Case, F, Q, Value, When


class Expiry(Enum):
    """How long a Share lives."""

    DAY = timedelta(days=1)
    MONTH = timedelta(days=30)
    YEAR = timedelta(days=365)
    NEVER = None

    def after(self, now: datetime) -> datetime | None:
        """When a Share that is created ``now`` expires; None: never."""
        return None if self.value is None else now + self.value


def later_expiry(expires: datetime) -> Case:
    """The later one of ``expires`` and a row's own expiry; never, if it has none."""
    return Case(When(expires__lt=expires, then=Value(expires)), default=F("expires"))


def unexpired(now: datetime) -> Q:
    """The Shares that have no expiry, or one after ``now``."""
    return Q(expires=None) | Q(expires__gt=now)
