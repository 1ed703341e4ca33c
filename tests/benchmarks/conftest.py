"""Runs works in turn, collects their figures, and writes all figures at the end."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.benchmarks import measure
from tests.benchmarks.figures import Figure
from tests.benchmarks.machine import facts
from tests.benchmarks.measure import Times, Work
from tests.benchmarks.tables import as_data, markdown

if TYPE_CHECKING:  # it is loaded by `make bench` alone
    from pytest_benchmark.fixture import BenchmarkFixture

Note = Callable[..., None]
InTurn = Callable[..., Times]
_FIGURES = pytest.StashKey[list[Figure]]()
_FACTS = pytest.StashKey[dict[str, str]]()


def pytest_configure(config: pytest.Config) -> None:
    """Start without figures."""
    config.stash[_FIGURES] = []


@pytest.hookimpl(optionalhook=True)
def pytest_benchmark_update_json(config: pytest.Config, output_json: dict[str, Any]) -> None:
    """Store the figures beside the runs that they come from."""
    output_json["facts"] = config.stash[_FACTS]
    output_json["figures"] = [as_data(figure) for figure in config.stash[_FIGURES]]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print the tables, and write them beside the runs."""
    figures = config.stash[_FIGURES]
    if figures:
        facts: dict[str, str] = config.stash[_FACTS]
        text = markdown(facts, figures)
        terminalreporter.write_line(f"\n{text}")
        Path(config.getoption("benchmark_json") or "var/benchmarks.json").with_suffix(".md").write_text(text)


@pytest.fixture
def note(request: pytest.FixtureRequest) -> Note:
    """Notes one figure: its table, row, column, value, and perhaps its goal."""
    stash = request.config.stash
    if _FACTS not in stash:
        stash[_FACTS] = facts()

    def note(*cell: Any) -> None:
        stash[_FIGURES].append(Figure(*cell))

    return note


@pytest.fixture
def as_a_worker() -> Iterator[None]:
    """Garbage is collected as a worker of the server does it (`gunicorn.conf.py`)."""
    gc.collect()
    gc.freeze()
    before = gc.get_threshold()
    gc.set_threshold(20_000, 50, 100)
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


@pytest.fixture
def in_turn(benchmark: BenchmarkFixture, as_a_worker: None) -> InTurn:
    """Runs a work and its floors in turn (``measure.in_turn``), the rounds of the work by pytest-benchmark."""

    def run(work: Work, *arguments: Any, **named: Any) -> Times:
        times = measure.in_turn(benchmark.pedantic, work, *arguments, **named)
        benchmark.extra_info["seconds"] = dict(times.rounds)
        return times

    return run
