"""Every step of an evaluation has its clock, and the steps add up to the whole."""

from __future__ import annotations

from itertools import count

from playground.engine import pipeline
from tests.benchmarks.stages import STAGES, STEPS, stages_of
from tests.benchmarks.texts import template


def test_the_stages_together_are_the_whole() -> None:
    ticks = count()
    taken = stages_of(template(2_000), lambda: float(next(ticks)))
    assert tuple(taken) == STAGES
    calls = {"process": 2}  # the Template is found, then processed
    for stage in ("read", "cluster", "containers", "rules", "expand", "emit"):
        assert taken[stage] == 1.0, stage
    assert taken["process"] == calls["process"]
    assert sum(taken.values()) == next(ticks) - 3  # three spans, each of one tick less than it has readings


def test_the_trip_is_as_it_was_afterwards() -> None:
    before = {name: getattr(pipeline, name) for name in STEPS}
    stages_of(template(1_000))
    assert {name: getattr(pipeline, name) for name in STEPS} == before
