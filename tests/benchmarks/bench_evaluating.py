"""The time of evaluating Templates, Pods and streams, in all and by step."""

from __future__ import annotations

import statistics
from random import Random
from typing import Any

import pytest
import yaml

from playground.engine import Evaluation, aligned, evaluate, list_text, read
from playground.engine.kubernetes.decoding import decoding_findings
from playground.engine.kubernetes.kinds import Kinds
from playground.engine.kubernetes.versions import NEWEST
from playground.engine.model.inputs import Inputs
from playground.engine.templates import process
from playground.engine.templates.template import find_templates
from tests.benchmarks.conftest import InTurn, Note
from tests.benchmarks.figures import Goal, against_go
from tests.benchmarks.measure import OURS, rounds_within
from tests.benchmarks.stages import STAGES, stages_of
from tests.benchmarks.texts import large_template, mixed_stream, pod, template

TEMPLATES = {size: template(size) for size in (1_000, 6_000, 20_000, 60_000, 126_000)} | {
    1_000_000: large_template(1_000_000)
}
PODS = {"1 container × 40 variables": (1, 40), "10 × 100": (10, 100), "40 × 400": (40, 400)}
ALL = {f"Template, {len(text) / 1000:.0f} KB": text for text in TEMPLATES.values()} | {
    f"Pod, {name}": pod(*size) for name, size in PODS.items()
}
BUDGET = 2.0  # seconds for all works of one benchmark


def whole(text: str, **more: Any) -> Evaluation:
    """The evaluation, which has to be of the whole text."""
    evaluation = evaluate(text, **more)
    assert evaluation.stopped is None
    assert evaluation.objects
    return evaluation


def bare(text: str) -> str:
    """The output of reading, processing and printing alone."""
    processed = process(find_templates(read(text).documents)[0], Inputs(), random=Random(1))
    return list_text([item.value for item in processed.objects], "yaml")


@pytest.mark.parametrize("size", TEMPLATES)
def test_a_template(size: int, in_turn: InTurn, note: Note) -> None:
    text = TEMPLATES[size]
    assert whole(text).processed
    times = in_turn(
        lambda: evaluate(text),
        BUDGET,
        bare=lambda: bare(text),
        loader=lambda: yaml.load(text, yaml.CSafeLoader),
    )
    row = f"{len(text) / 1000:.0f} KB"
    goal = against_go("CSafeLoader, whole", size, 0.85) if size == 20_000 else None
    note("A Template", row, "best, ms", times.best(OURS) * 1e3)
    note("A Template", row, "median, ms", times.median(OURS) * 1e3)
    note("A Template", row, "÷ bare", times.ratio(OURS, "bare"), Goal(1.4) if size == 20_000 else None)
    note("A Template", row, "÷ `CSafeLoader`", times.ratio(OURS, "loader"))
    note("A Template", row, "bare ÷ `CSafeLoader`", times.ratio("bare", "loader"), goal)


@pytest.mark.parametrize("size", [20_000, 126_000])
def test_judging_fields(size: int, in_turn: InTurn, note: Note) -> None:
    text, kinds = TEMPLATES[size], Kinds(NEWEST.minor)
    values = [item.value for item in whole(text).objects]
    times = in_turn(lambda: [decoding_findings(value, kinds) for value in values], BUDGET, all=lambda: evaluate(text))
    row = f"{len(text) / 1000:.0f} KB, {len(values)} Objects"
    note("The fields of all Objects", row, "best, ms", times.best(OURS) * 1e3)
    note("The fields of all Objects", row, "÷ `evaluate`", times.ratio(OURS, "all"), Goal(0.1))


@pytest.mark.parametrize("name", ALL)
@pytest.mark.usefixtures("as_a_worker")
def test_stages(name: str, note: Note) -> None:
    text = ALL[name]
    alone = sum(stages_of(text).values())
    runs = [stages_of(text) for _ in range(rounds_within(BUDGET, alone))]
    medians = {stage: statistics.median(run[stage] for run in runs) for stage in STAGES}
    together = sum(medians.values())
    for stage, seconds in medians.items():
        note("Stages", name, stage, seconds * 1e3)
        note("Shares of the stages", name, stage, seconds / together * 100)


@pytest.mark.parametrize("name", PODS)
def test_pods(name: str, in_turn: InTurn, note: Note) -> None:
    text, (containers, variables) = pod(*PODS[name]), PODS[name]
    assert sum(len(item.declared) for item in whole(text).containers) == containers * variables
    times = in_turn(lambda: evaluate(text), BUDGET, read=lambda: read(text))
    note("Pods", name, "best, ms", times.best(OURS) * 1e3)
    note("Pods", name, "median, ms", times.median(OURS) * 1e3)
    note("Pods", name, "÷ `read`", times.ratio(OURS, "read"))
    per_variable = (times.best(OURS) - times.best("read")) / (containers * variables)
    note("Pods", name, "a variable, µs", per_variable * 1e6, Goal(20) if containers > 10 else None)
    assert containers <= 10 or per_variable <= 20e-6


def test_a_stream(in_turn: InTurn, note: Note) -> None:
    text = mixed_stream()
    processed = whole(text).processed
    assert processed
    assert aligned(processed).text
    times = in_turn(lambda: evaluate(text), 10.0, align=lambda: aligned(processed), read=lambda: read(text))
    goals = {"evaluate": 350.0, "evaluate, and align the output": None}
    together = [
        evaluating + aligning
        for evaluating, aligning in zip(times.beside(OURS, "align"), times.rounds["align"], strict=True)
    ]
    for row, rounds in (("evaluate", times.rounds[OURS]), ("evaluate, and align the output", together)):
        goal = goals[row]
        note("A stream of 1 MB", row, "best, ms", min(rounds) * 1e3, Goal(goal) if goal else None)
        note("A stream of 1 MB", row, "median, ms", statistics.median(rounds) * 1e3, Goal(goal) if goal else None)
    note("A stream of 1 MB", "read", "best, ms", times.best("read") * 1e3)
    note("A stream of 1 MB", "read", "median, ms", times.median("read") * 1e3)
