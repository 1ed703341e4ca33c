"""What a client may have in a while, and the name under which it is counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.crypto import salted_hmac

_SLACK = 0.01  # of one unit: what floating point may lose in a thousand steps, and far from one unit more


@dataclass(frozen=True, slots=True)
class Limit:
    """At most ``amount`` at once, and ``amount`` in any ``seconds`` after that."""

    name: str
    amount: int
    seconds: int

    def cost(self, units: int) -> float:
        """The seconds by which ``units`` move a client's time ahead."""
        return units * self.seconds / self.amount

    @property
    def slack(self) -> float:
        """The seconds that are forgiven, because sums of costs are not exact."""
        return self.cost(1) * _SLACK


Wanted = Sequence[tuple[Limit, int]]  # units of several limits, which are taken all or none


class CountingError(Exception):
    """Nothing was counted: who keeps the count does not answer."""


def beyond(wanted: Wanted) -> float:
    """The longest span of the limits that never give as much as is ``wanted``; 0 when there are none."""
    return float(max((limit.seconds for limit, units in wanted if units > limit.amount), default=0))


def key_of(client: str, limit: Limit) -> str:
    """A name for ``client`` that says nothing to who reads what is counted."""
    return salted_hmac(f"rate {limit.name}", client, algorithm="sha256").hexdigest()
