"""The measure of cost distinguishes linear from quadratic work, and leaves no trace."""

from __future__ import annotations

import gc
import time
from contextlib import nullcontext
from itertools import count

import pytest

from tests import cost
from tests.cost import at_most, growth, relative_cost


def once(size: int) -> int:
    return sum(1 for _ in range(size))


def pairs(size: int) -> int:
    return sum(1 for _ in range(size) for _ in range(size))


def test_linear_work_grows_as_its_input() -> None:
    assert 2 < growth(int, once, 100_000) < 8


def test_quadratic_work_is_detected() -> None:
    assert growth(int, pairs, 300) > 8


def test_constant_work_is_detected() -> None:
    assert growth(int, lambda _: once(10_000), 1) < 2


def test_the_whole_costs_more_than_its_part() -> None:
    assert 5 < relative_cost(lambda: once(200_000), lambda: once(20_000), most=15) < 20


def test_one_disturbed_measurement_is_ignored() -> None:
    runs = count()
    assert relative_cost(lambda: once(2_000_000 if next(runs) == 0 else 100_000), lambda: once(100_000), most=2) < 4


class Machine:
    """A machine that is half as fast during some of its milliseconds, with its clock."""

    def __init__(self, slow: range) -> None:
        self.now = 0.0
        self._slow = slow

    def work(self, steps: int) -> None:
        self.now += steps / 1e6 * (2 if int(self.now * 1e3) in self._slow else 1)


@pytest.mark.parametrize("power", [1, 2])
@pytest.mark.parametrize("length", [5, 30, 100, 10_000])
def test_a_machine_that_becomes_slow_neither_grows_nor_hides_growth(
    length: int, power: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for first in range(200):
        machine = Machine(range(first, first + length))
        monkeypatch.setattr(cost, "thread_time", lambda machine=machine: machine.now)
        grown = growth(lambda size: size**power, machine.work, 100)
        assert 4**power / 1.5 < grown < 4**power * 1.6


@pytest.mark.parametrize(
    ("slowness", "taken", "enough"), [(1, 1.9, True), (1, 2.1, False), (4, 7.9, True), (4, 8.1, False)]
)
def test_a_limit_in_seconds_is_longer_on_a_slower_machine(
    slowness: int, taken: float, enough: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def here(work: object) -> float:
        return cost.STEPS_TAKE * slowness

    clock = iter((0.0, taken))
    monkeypatch.setattr(cost, "_seconds", here)
    monkeypatch.setattr(time, "process_time", lambda: next(clock))
    with nullcontext() if enough else pytest.raises(AssertionError, match="of this text"), at_most(2, "of this text"):
        pass


def test_a_faster_machine_has_the_same_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cost, "_seconds", lambda _: cost.STEPS_TAKE / 4)
    assert cost._slowness() == 1


def test_expensive_work_is_measured_a_bounded_number_of_times() -> None:
    runs = count()
    relative_cost(lambda: (next(runs), once(200_000)), lambda: None, most=1)
    assert next(runs) <= cost.TRIES * 10


@pytest.mark.parametrize("enabled", [True, False])
def test_the_garbage_collector_is_paused_and_then_restored(enabled: bool) -> None:
    seen = set()
    (gc.enable if enabled else gc.disable)()
    try:
        growth(int, lambda _: seen.add(gc.isenabled()), 1)
        with pytest.raises(ZeroDivisionError):
            growth(int, lambda _: 1 // 0, 1)
        assert (seen, gc.isenabled()) == ({False}, enabled)
    finally:
        gc.enable()
