"""Medians, ratios, percentiles and numbers of rounds are what they say."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import count

import pytest

from tests.benchmarks.measure import (
    ROUNDS,
    Round,
    Times,
    growth,
    in_rounds,
    in_turn,
    middle,
    percentile,
    repeats_of,
    rounds_within,
    seconds,
    times_four,
)

TIMES = Times({"ours": [2.0, 9.0, 4.0], "floor": [1.0, 3.0, 4.0]})


def test_a_ratio_is_that_of_the_middle_pair() -> None:
    assert (TIMES.best("ours"), TIMES.median("ours")) == (2.0, 4.0)
    assert TIMES.ratio("ours", "floor") == 2.0  # of 2, 3 and 1


@pytest.mark.parametrize(("power", "grown"), [(1, 4.0), (2, 16.0)])
def test_linear_work_grows_by_four_and_quadratic_work_by_sixteen(power: int, grown: float) -> None:
    steps: list[int] = []

    def work(size: int) -> None:
        steps.append(size**power)

    times = in_turn(pedantic, lambda: work(40), 0.0, lambda: float(sum(steps)), four=times_four(lambda: work(10)))
    assert growth(times) == grown


def test_rounds_that_do_not_belong_together_have_no_ratio() -> None:
    with pytest.raises(ValueError, match="shorter"):
        Times({"ours": [1.0, 2.0], "floor": [1.0]}).ratio("ours", "floor")


@pytest.mark.parametrize(("share", "value"), [(0.0, 1), (0.01, 1), (0.5, 2), (0.75, 3), (0.99, 4), (1.0, 4)])
def test_a_percentile_is_one_of_the_values(share: float, value: int) -> None:
    assert percentile([4, 3, 2, 1], share) == value


def test_there_is_no_percentile_of_nothing() -> None:
    with pytest.raises(ValueError, match="no values"):
        percentile([], 0.5)


def test_the_time_of_a_work_is_that_of_one_run() -> None:
    ticks = count(0, 3)
    runs: list[int] = []
    assert seconds(lambda: runs.append(1), 6, lambda: float(next(ticks))) == 0.5
    assert len(runs) == 6


@pytest.mark.parametrize(("one", "rounds"), [(0.00001, 100), (0.1, 10), (7.0, 5)])
def test_there_are_as_many_rounds_as_fit_but_five_at_least(one: float, rounds: int) -> None:
    assert rounds_within(1.0, one) == rounds


@pytest.mark.parametrize(("alone", "times"), [(0.0, 4_000_000), (0.001, 4), (0.003, 2), (1.0, 1)])
def test_a_short_work_is_repeated_until_a_clock_can_tell(alone: float, times: int) -> None:
    assert repeats_of(alone) == times


def pedantic(target: Callable[[str], None], args: tuple[str], setup: Callable[[], None], rounds: int) -> None:
    """What pytest-benchmark does."""
    for _ in range(rounds):
        setup()
        target(*args)


def test_works_run_in_turn_and_their_rounds_belong_together() -> None:
    calls: list[str] = []

    def slow(name: str) -> None:
        calls.append(name)
        time.sleep(0.005)  # so that one run is a round

    times = in_turn(pedantic, lambda: slow("A"), 0.0, first=lambda: slow("B"), second=lambda: slow("C"))
    warm, rest = calls[:6], calls[6:]
    assert warm == ["A", "A", "B", "B", "C", "C"]
    assert rest == ["B", "A", "C", "A"] * ROUNDS.start
    assert {name: len(rounds) for name, rounds in times.rounds.items()} == {
        "ours": 2 * ROUNDS.start,
        "first": ROUNDS.start,
        "second": ROUNDS.start,
    }


def test_a_ratio_to_a_floor_is_that_of_the_rounds_that_follow_it() -> None:
    times = Times({"ours": [2.0, 30.0, 4.0, 50.0, 6.0, 70.0], "first": [1.0, 2.0, 3.0], "second": [10.0, 5.0, 7.0]})
    assert times.beside("ours", "first") == [2.0, 4.0, 6.0]
    assert (times.ratio("ours", "first"), times.ratio("ours", "second")) == (2.0, 10.0)
    assert times.ratio("first", "second") == 0.4
    assert times.best("ours") == 2.0


def test_a_short_work_is_told_by_its_single_run() -> None:
    times = in_turn(pedantic, lambda: sum(range(1_000)), 0.0, clock=time.perf_counter)
    assert 1e-6 < times.best("ours") < 1e-3


def test_rounds_are_ordered_by_their_worth() -> None:
    found = iter([3, 5, 1, 4, 2])
    told = in_rounds(lambda: next(found), float, 5)
    assert [one.found for one in told] == [5, 4, 3, 2, 1]
    assert middle(told).found == 3
    assert all(one.loop > 0 for one in told)


def test_of_two_rounds_the_middle_one_is_the_worse() -> None:
    assert middle([Round(2.0, 0.1), Round(1.0, 0.1)]) == Round(1.0, 0.1)


def test_a_round_tells_the_speed_around_it(monkeypatch: pytest.MonkeyPatch) -> None:
    speeds = iter([1.0, 3.0, 2.0])
    monkeypatch.setattr("tests.benchmarks.measure.loop", lambda: next(speeds))
    found = iter([7, 8])
    assert in_rounds(lambda: next(found), float, 2) == [Round(8, 2.5), Round(7, 2.0)]
