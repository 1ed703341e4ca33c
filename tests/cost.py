"""Measures the cost of work: in steps, the same on each machine; in CPU time, as a ratio to other work of the run."""

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
TRIES = 12  # measurements of work that seems too dear
LONG = 1.0  # seconds; work that takes longer is measured only twice: no disturbance is that long
STEPS = 1_000_000  # rounds of a loop that measures the machine's speed
STEPS_TAKE = 0.04  # seconds of these rounds on the machine for which limits in seconds are meant


def steps(work: Callable[[], object]) -> int:
    """How many lines of Python ``work`` runs in this thread; each round of a loop counts again.

    What a C function does inside, such as a search in a string, is one step.
    """
    lines = 0

    def count(_frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal lines
        lines += event == "line"
        return count

    trace_before = sys.gettrace()
    sys.settrace(count)
    try:
        work()
    finally:
        sys.settrace(trace_before)
    return lines


def growth(make_input: Callable[[int], T], work: Callable[[T], object], size: int, factor: int = 4) -> float:
    """How many times dearer ``work`` is for ``make_input(size * factor)`` than for ``make_input(size)``.

    Linear work gives about ``factor``, quadratic work its square: with the factor 4, expect less than 8. Choose a
    ``size`` at which the part that could grow faster takes most of the time: usually one run takes a few milliseconds.
    """
    small, large = make_input(size), make_input(size * factor)
    return relative_cost(lambda: work(large), lambda: work(small), most=1.5 * factor)


def relative_cost(work: Callable[[], object], reference: Callable[[], object], *, most: float) -> float:
    """How many times dearer ``work`` is than ``reference``.

    Other programs may halve the machine's speed for a second, so the work is compared with the faster one of the
    references just before and after it. Other disturbances make the work seem dearer: the least of several ratios
    counts. The work is measured again only while it seems to cost more than ``most`` times as much.
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
    """Assert that the block takes at most ``seconds`` of CPU time; on a slower machine, proportionally more."""
    began = time.process_time()
    yield
    took = time.process_time() - began
    assert took < seconds or took < seconds * _slowness(), f"{took:.1f} s {label}"


def _slowness() -> float:
    """How many times slower this machine is than the machine for which limits are meant; at least 1."""
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
