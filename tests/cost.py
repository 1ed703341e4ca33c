"""The cost of work: in steps, which nothing changes, and in CPU time as a ratio to other work in the same run."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from time import thread_time
from types import FrameType
from typing import Any, TypeVar

T = TypeVar("T")

SHORTEST = 0.005  # seconds of one measurement, far above the clock's grain
TRIES = 12  # measurements of work that seems too dear,
LONG = 1.0  # or two, when one takes this many seconds: no disturbance is that long
STEPS = 1_000_000  # of a loop,
STEPS_TAKE = 0.04  # and the seconds that they take on the machine that limits in seconds are for


def steps(work: Callable[[], object]) -> int:
    """The lines of Python that ``work`` runs in this thread, each round of a loop anew.

    What a C function does inside, such as a search in a string, is one step.
    """
    lines = 0

    def count(_frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal lines
        lines += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        work()
    finally:
        sys.settrace(before)
    return lines


def growth(make_input: Callable[[int], T], work: Callable[[T], object], size: int, factor: int = 4) -> float:
    """How many times dearer ``work`` is for ``make_input(size * factor)`` than for ``make_input(size)``.

    Linear work gives about ``factor``, quadratic work its square: with the factor 4, expect less than 8. ``size`` is
    right where what could grow faster is no less than the rest: one run of a few milliseconds is a good sign.
    """
    small, large = make_input(size), make_input(size * factor)
    return relative_cost(lambda: work(large), lambda: work(small), most=1.5 * factor)


def relative_cost(work: Callable[[], object], reference: Callable[[], object], *, most: float) -> float:
    """How many times dearer ``work`` is than ``reference``.

    A machine that others use, too, may be half as fast for a second, so the work is compared with the faster one of the
    references just before and after it. Whatever else disturbs makes the work seem dearer: the least of several ratios
    counts. It is measured again only while it seems to cost more than ``most`` times as much.
    """
    with _collector_paused():
        least, before = inf, _seconds(reference)
        for number in range(1, TRIES + 1):
            spent, after = _seconds(work), _seconds(reference)
            least = min(least, spent / min(before, after))
            if least <= most or (spent >= LONG and number > 1):
                break
            before = after
    return least


@contextmanager
def at_most(seconds: float, label: str = "") -> Iterator[None]:
    """The block takes at most so much processor time; on a slower machine than the limit is for, as much more."""
    began = time.process_time()
    yield
    took = time.process_time() - began
    assert took < seconds or took < seconds * _slowness(), f"{took:.1f} s {label}"


def _slowness() -> float:
    """How many times longer than on the machine that limits are for work takes here, where it takes longer."""
    return max(1.0, _seconds(lambda: sum(1 for _ in range(STEPS))) / STEPS_TAKE)


def _seconds(work: Callable[[], object]) -> float:
    """CPU seconds of this thread for one run: the mean of enough runs for the clock's resolution."""
    runs, spent, began = 0, 0.0, thread_time()
    while spent < SHORTEST:
        work()
        runs, spent = runs + 1, thread_time() - began
    return spent / runs


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Pause the garbage collector, so that garbage of earlier tests is not collected meanwhile."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
