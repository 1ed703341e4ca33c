"""Time grows linearly: four times the input takes less than five times as long, in every dimension."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from playground.engine import evaluate, expand
from tests.benchmarks.bench_expanding import mapping
from tests.benchmarks.conftest import InTurn, Note
from tests.benchmarks.figures import Goal
from tests.benchmarks.measure import growth, times_four
from tests.benchmarks.texts import as_json, large_template, parameters, pod, references, stream, template

MOST = 5
INPUTS: dict[str, tuple[Callable[[int], str], int]] = {
    "size of a Template, from 5 KB": (template, 5_000),
    "size of a Template, from 20 KB": (template, 20_000),
    "size of a Template, from 60 KB": (template, 60_000),
    "size of a large Template, from 250 KB": (large_template, 250_000),
    "size of a Template in JSON, from 20 KB": (lambda size: as_json(template(size)), 20_000),
    "Parameters, from 90": (parameters, 90),
    "references in one value, from 500": (references, 500),
    "variables of a container, from 100": (lambda size: pod(1, size), 100),
    "variables of a container, from 1,000": (lambda size: pod(1, size), 1_000),
    "variables of each of 25 containers, from 40": (lambda size: pod(25, size), 40),
    "containers of 40 variables, from 10": (lambda size: pod(size, 40), 10),
    "containers of 40 variables, from 25": (lambda size: pod(size, 40), 25),
    "documents, from 60": (stream, 60),
    "documents, from 240": (stream, 240),
}
HOSTILE = {"`$(` that never closes": "$(", "nothing but `$`": "$", "`$$(A)`": "$$(A)", "references": "$(A)"}


@pytest.mark.parametrize("name", INPUTS)
def test_evaluate_takes_less_than_five_times_as_long_for_four_times_as_much(
    name: str, in_turn: InTurn, note: Note
) -> None:
    make, size = INPUTS[name]
    small, large = make(size), make(4 * size)
    assert evaluate(large).stopped is None
    assert evaluate(large).objects
    times = in_turn(lambda: evaluate(large), 2.0, four=times_four(lambda: evaluate(small)))
    note("Growth", name, "×", growth(times), Goal(MOST))
    assert growth(times) < MOST


@pytest.mark.parametrize("name", HOSTILE)
def test_expand_takes_less_than_five_times_as_long_for_four_times_as_much(
    name: str, in_turn: InTurn, note: Note
) -> None:
    piece = HOSTILE[name]
    small, large = (piece * (length // len(piece)) for length in (100_000, 400_000))
    times = in_turn(lambda: expand(large, mapping), four=times_four(lambda: expand(small, mapping)))
    note("Growth", f"`expand`: {name}, from 100 KB", "×", growth(times), Goal(MOST))
    assert growth(times) < MOST
