"""What the variables of large pods cost, traces and rules included: a bound for each, and growth that stays linear."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator

import pytest

from playground.engine import evaluate, read
from tests.benchmarks.texts import pod

CONTAINERS, VARIABLES = 40, 400
MOST = 20.0  # microseconds of a variable, beyond the reading of its text
ROUNDS = 5


@pytest.fixture(autouse=True)
def _nothing_else_to_collect() -> Iterator[None]:
    """The collector leaves alone what the runner of the tests holds: in production there is none."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def seconds(work: Callable[[], object]) -> float:
    """Of this process alone, in its best round: what else runs on the machine does not count."""
    times = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return min(times)


def test_a_variable_of_a_large_pod_costs_at_most_twenty_microseconds(capsys: pytest.CaptureFixture[str]) -> None:
    text = pod(CONTAINERS, VARIABLES)
    variables = sum(len(item.declared) for item in evaluate(text).containers)
    assert variables == CONTAINERS * VARIABLES
    each = (seconds(lambda: evaluate(text)) - seconds(lambda: read(text))) / variables * 1e6
    with capsys.disabled():
        print(f"\na variable of {variables:,}, beyond reading: {each:.1f} µs", end="")  # noqa: T201
    assert each <= MOST


@pytest.mark.parametrize(("containers", "variables"), [(1, 1_000), (25, 40)])
@pytest.mark.parametrize("grown", ["containers", "variables"])
def test_four_times_as_many_cost_less_than_five_times_as_much(
    containers: int, variables: int, grown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    more = (4 * containers, variables) if grown == "containers" else (containers, 4 * variables)
    small, large = pod(containers, variables), pod(*more)
    one, four = seconds(lambda: evaluate(small)), seconds(lambda: evaluate(large))
    with capsys.disabled():
        print(f"\n{containers} × {variables}, four times the {grown}: × {four / one:.2f}", end="")  # noqa: T201
    assert four / one < 5
