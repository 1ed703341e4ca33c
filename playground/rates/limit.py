"""A limit, and the key under which a client is counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.crypto import salted_hmac

_SLACK = 0.01  # of a unit: more than rounding errors add up to in a thousand steps, and far less than one unit


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
        """The tolerance in seconds, because sums of floating-point costs are not exact."""
        return self.cost(1) * _SLACK


Wanted = Sequence[tuple[Limit, int]]  # units of several limits, taken together or not at all


class CountingError(Exception):
    """Nothing was counted, because the counter does not answer."""


def wait_if_impossible(wanted: Wanted) -> float:
    """The longest period, in seconds, of the limits whose whole amount is less than is ``wanted``; 0 without such."""
    return float(max((limit.seconds for limit, units in wanted if units > limit.amount), default=0))


def key_of(client: str, limit: Limit) -> str:
    """The key of ``client``: a keyed digest, so that stored counts do not reveal addresses."""
    return salted_hmac(f"rate {limit.name}", client, algorithm="sha256").hexdigest()
