"""How long something takes, and how that is printed."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Sequence

BUDGET = 1.0  # seconds for all runs of one work


def best(work: Callable[[], object], budget: float = BUDGET) -> float:
    """Seconds of the shortest of as many runs as ``budget`` seconds allow: what disturbs a run makes it longer."""
    times: list[float] = []
    end = time.perf_counter() + budget
    while not times or time.perf_counter() < end:
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return min(times)


def median_and_p95(values: Sequence[float]) -> tuple[float, float]:
    """The middle of ``values``, and what 95 % of them do not exceed."""
    ordered = sorted(values)
    return statistics.median(ordered), ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))]


def heading(text: str) -> None:
    """Begin a group of figures."""
    sys.stdout.write(f"\n{text}\n")


def figure(name: str, value: str) -> None:
    """Print one figure."""
    sys.stdout.write(f"  {name:<44}{value}\n")
    sys.stdout.flush()
