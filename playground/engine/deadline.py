"""A deadline for the engine: checked again and again during the work, by a clock that the caller supplies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf

STEPS = 1_000  # between two looks at the clock


class OutOfTimeError(Exception):
    """The time is used up; never leaves the engine."""


@dataclass(slots=True)
class Deadline:
    """The ``seconds`` that may be spent, by ``clock``, from the moment this is made; by default any number.

    ``spend`` counts steps, which are all small and of any kind, and raises OutOfTimeError when a look at the clock
    shows that it is too late.

    >>> Deadline().spend(10_000_000)
    >>> Deadline(2.0, iter([0.0, 2.1]).__next__).spend(2_000)
    Traceback (most recent call last):
    ...
    playground.engine.deadline.OutOfTimeError
    """

    seconds: float = inf
    clock: Callable[[], float] = float  # 0.0: a clock that stands still
    _end: float = field(init=False)
    _steps: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self._end = self.clock() + self.seconds

    def spend(self, steps: int = 1) -> None:
        """Count ``steps``, and look at the clock after every thousandth."""
        self._steps += steps
        if self._steps >= STEPS:
            self._steps = 0
            self.check()

    def check(self) -> None:
        """Look at the clock now."""
        if self.clock() > self._end:
            raise OutOfTimeError
