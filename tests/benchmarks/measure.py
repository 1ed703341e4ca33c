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
Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds of each round, by the name of the work, of which OURS has one after each round of each floor."""

    rounds: Mapping[str, Sequence[float]]

    def beside(self, name: str, floor: str) -> Sequence[float]:
        """The rounds of a work that belong to those of a floor, one to each; OURS directly follows the floor."""
        floors = [other for other in self.rounds if other != OURS]
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
    """``work``, four times: a short work that runs as long as the long one beside it is disturbed as much."""
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
    """Run ``work``, as OURS, and the ``floors`` in turn; all get ``budget`` seconds together, but at least five rounds.

    The work runs after each floor, A W B W: a work takes longer after one that uses other memory, so a ratio would
    depend on what else is in the turn. ``run`` is pytest-benchmark's ``pedantic``: what comes before its round of the
    work is what it sets up. Each work is run twice before. How many rounds fit is a question of the time that passes,
    so on a busy machine there are fewer.
    """
    works = {OURS: work, **floors}
    alone = {name: min(seconds(one, clock=time.perf_counter) for _ in range(2)) for name, one in works.items()}
    times = {name: repeats_of(taken) for name, taken in alone.items()}
    turn = [name for floor in floors for name in (floor, OURS)] or [OURS]
    rounds = rounds_within(budget, sum(alone[name] * times[name] for name in turn))
    found: dict[str, list[float]] = {name: [] for name in works}

    def one_round_of(name: str) -> None:
        found[name].append(seconds(works[name], times[name], clock))

    def before() -> None:
        for name in turn[:-1]:
            one_round_of(name)

    run(one_round_of, args=(OURS,), setup=before, rounds=rounds)
    return Times(found)


@dataclass(frozen=True, slots=True)
class Round(Generic[Found]):
    """What was found in one of several rounds, and the seconds that ``loop`` took before and after, on average."""

    found: Found
    loop: float


def in_rounds(work: Callable[[], Found], worth: Callable[[Found], float], rounds: int) -> list[Round[Found]]:
    """Run ``work`` in ``rounds``; the one that found what is ``worth`` most comes first, for noise makes others worse.

    The speed of a virtual machine may halve for minutes, because others use the same processors: a round in which the
    loop takes twice as long as in another says little of the work.
    """
    told = []
    before = loop()
    for _ in range(rounds):
        found = work()
        after = loop()
        told.append(Round(found, (before + after) / 2))
        before = after
    return sorted(told, key=lambda one: worth(one.found), reverse=True)


def middle(rounds: Sequence[Round[Found]]) -> Round[Found]:
    """The round in the middle, the worse one of two."""
    return rounds[len(rounds) // 2]


def loop() -> float:
    """The seconds that a fixed loop takes, which uses no memory to speak of: the machine's speed at this time."""

    def work() -> None:
        total, texts = 0, {}
        for number in range(LOOPS):
            total += number * number
            texts[number & 1023] = str(number)

    return statistics.median(seconds(work, clock=time.perf_counter) for _ in range(5))


def percentile(values: Sequence[float], share: float) -> float:
    """What ``share`` of the ``values`` do not exceed, nearest rank; ValueError when there are none.

    >>> percentile([5, 1, 2, 4, 3], 0.5), percentile(range(1, 101), 0.99)
    (3, 99)
    """
    if not values:
        raise ValueError("there are no values")
    ordered = sorted(values)
    return ordered[max(0, ceil(share * len(ordered)) - 1)]


def seconds(work: Work, times: int = 1, clock: Callable[[], float] = time.process_time) -> float:
    """What ``work`` takes, on average of ``times`` runs; of this process alone unless ``clock`` says otherwise."""
    begin = clock()
    for _ in repeat(None, times):
        work()
    return (clock() - begin) / times


def rounds_within(budget: float, one: float) -> int:
    """How many rounds of ``one`` second each fit into the ``budget``, within ROUNDS."""
    return max(ROUNDS.start, min(ROUNDS.stop - 1, int(budget / one)))


def repeats_of(alone: float) -> int:
    """How often a work of ``alone`` seconds is run in one round."""
    return max(1, ceil(SHORTEST / max(alone, 1e-9)))
