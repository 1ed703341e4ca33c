"""A deadline for the engine, checked often during the work. The caller says which clock measures the time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf

STEPS = 1_000  # of work, between two readings of the clock


class OutOfTimeError(Exception):
    """The deadline has passed. ``evaluate`` reports this in its Evaluation; a stage called alone raises the error."""


@dataclass(slots=True)
class Deadline:
    """A deadline ``seconds`` after its creation, by ``clock``. A Deadline without arguments never passes.

    ``spend`` counts steps of work; a step is any small piece of work. After every STEPS steps, ``spend`` reads the
    clock, and raises OutOfTimeError once the deadline has passed.

    >>> Deadline().spend(10_000_000)
    >>> Deadline(2.0, iter([0.0, 2.1]).__next__).spend(2_000)
    Traceback (most recent call last):
    ...
    playground.engine.model.deadline.OutOfTimeError
    """

    seconds: float = inf
    clock: Callable[[], float] = float  # float() is always 0.0: by this clock, no time passes
    _end: float = field(init=False)
    _steps: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self._end = self.clock() + self.seconds

    def spend(self, steps: int = 1) -> None:
        """Count ``steps``; check the deadline once STEPS steps have been counted since the last check."""
        self._steps += steps
        if self._steps >= STEPS:
            self._steps = 0
            self.check()

    @property
    def has_passed(self) -> bool:
        """Whether the time is up."""
        return self.clock() > self._end

    def check(self) -> None:
        """Raise OutOfTimeError if the deadline has passed."""
        if self.has_passed:
            raise OutOfTimeError
