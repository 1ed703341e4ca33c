"""Compares the time of several works by running them in turn, A B A B, so that noise affects all alike.

What several processes do together cannot run in turn with a floor: it is measured in rounds, each beside the machine's
speed at that time.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from math import ceil
from typing import Generic, TypeVar

Work = Callable[[], object]
OURS = "ours"
SHORTEST = 0.004  # seconds of one round: shorter works are repeated until they take that long
ROUNDS = range(5, 101)
LOOPS = 40_000  # steps of the loop that tells the machine's speed
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds of each round, by the name of the work, of which OURS has one after each round of each floor."""

    rounds: Mapping[str, Sequence[float]]

    def beside(self, name: str, floor: str) -> Sequence[float]:
        """The rounds of a work that belong to those of a floor, one to each; OURS directly follows the floor."""
        floors = [work for work in self.rounds if work != OURS]
        return self.rounds[name][floors.index(floor) :: len(floors)] if name == OURS else self.rounds[name]

    def best(self, name: str) -> float:
        """The seconds of the shortest round: what disturbs makes one longer."""
        return min(self.rounds[name])

    def median(self, name: str) -> float:
        """The seconds of the round in the middle."""
        return statistics.median(self.rounds[name])

    def ratio(self, name: str, floor: str) -> float:
        """How many times as long as ``floor`` the work ``name`` takes: the middle one of the rounds' ratios."""
        pairs = zip(self.beside(name, floor), self.rounds[floor], strict=True)
        return statistics.median(ours / theirs for ours, theirs in pairs)


def times_four(work: Work) -> Work:
    """``work``, four times: as long as the work of four times the size beside it, so noise affects both alike."""
    return lambda: [work() for _ in range(4)]


def growth(times: Times) -> float:
    """t(4n) ÷ t(n) of the best rounds, where the work is that of 4n and its only floor four times that of n."""
    (four,) = (name for name in times.rounds if name != OURS)
    return 4 * times.best(OURS) / times.best(four)


def in_turn(
    run: Callable[..., object],
    work: Work,
    budget: float = 1.0,
    clock: Callable[[], float] = time.process_time,
    **floors: Work,
) -> Times:
    """Run ``work``, as OURS, and the ``floors`` in turn, for ``budget`` seconds, but at least five rounds.

    The work runs after each floor: floor A, work, floor B, work. A work takes longer after another that uses other
    memory, so each ratio compares neighbours. ``run`` is pytest-benchmark's ``pedantic``; its setup runs the floors.
    Each work runs twice beforehand, to see how many rounds fit. On a busy machine fewer rounds fit.
    """
    works = {OURS: work, **floors}
    alone = {name: min(seconds(single, clock=time.perf_counter) for _ in range(2)) for name, single in works.items()}
    times = {name: repeats_of(duration) for name, duration in alone.items()}
    turn = [name for floor in floors for name in (floor, OURS)] or [OURS]
    rounds = rounds_within(budget, sum(alone[name] * times[name] for name in turn))
    measured: dict[str, list[float]] = {name: [] for name in works}

    def one_round_of(name: str) -> None:
        measured[name].append(seconds(works[name], times[name], clock))

    def before() -> None:
        for name in turn[:-1]:
            one_round_of(name)

    run(one_round_of, args=(OURS,), setup=before, rounds=rounds)
    return Times(measured)


@dataclass(frozen=True, slots=True)
class Round(Generic[Result]):
    """The result of one of several rounds, and the mean seconds of ``loop`` before and after."""

    result: Result
    loop: float


def in_rounds(work: Callable[[], Result], worth: Callable[[Result], float], rounds: int) -> list[Round[Result]]:
    """The results of ``rounds`` of ``work``, best first by ``worth``: noise makes results worse.

    Other users of its processors may halve a virtual machine's speed for minutes. A round whose loop takes twice as
    long as the loop of another round says little about the work.
    """
    results = []
    before = loop()
    for _ in range(rounds):
        result = work()
        after = loop()
        results.append(Round(result, (before + after) / 2))
        before = after
    return sorted(results, key=lambda round_: worth(round_.result), reverse=True)


def middle(rounds: Sequence[Round[Result]]) -> Round[Result]:
    """The round in the middle; of two, the worse."""
    return rounds[len(rounds) // 2]


def loop() -> float:
    """The seconds of a fixed loop that uses little memory: a measure of the machine's speed now."""

    def work() -> None:
        total, texts = 0, {}
        for number in range(LOOPS):
            total += number * number
            texts[number & 1023] = str(number)

    return statistics.median(seconds(work, clock=time.perf_counter) for _ in range(5))


def percentile(values: Sequence[float], share: float) -> float:
    """The value that ``share`` of the ``values`` do not exceed (nearest rank); ValueError without values.

    >>> percentile([5, 1, 2, 4, 3], 0.5), percentile(range(1, 101), 0.99)
    (3, 99)
    """
    if not values:
        raise ValueError("there are no values")
    ordered = sorted(values)
    return ordered[max(0, ceil(share * len(ordered)) - 1)]


def seconds(work: Work, times: int = 1, clock: Callable[[], float] = time.process_time) -> float:
    """The mean seconds of ``times`` runs of ``work``, by default in CPU time of this process."""
    begin = clock()
    for _ in repeat(None, times):
        work()
    return (clock() - begin) / times


def rounds_within(budget: float, duration: float) -> int:
    """How many rounds of ``duration`` seconds fit into the ``budget``, within ROUNDS."""
    return max(ROUNDS.start, min(ROUNDS.stop - 1, int(budget / duration)))


def repeats_of(alone: float) -> int:
    """The runs of a work of ``alone`` seconds in one round."""
    return max(1, ceil(SHORTEST / max(alone, 1e-9)))
