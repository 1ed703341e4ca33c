"""The time of each step of an evaluation: the steps of `pipeline.py`, with a clock around each."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from playground.engine import evaluate, output_lines, pipeline

# The functions that `evaluate` calls, by the name under which their time is reported; none of them calls another.
STEPS: Mapping[str, str] = {
    "read": "read",
    "find_templates": "process",
    "process": "process",
    "cluster_for": "cluster",
    "expand_containers": "containers",
    "diagnose": "rules",
}
STAGES = (*dict.fromkeys(STEPS.values()), "expand", "emit", "rest")


def stages_of(text: str, clock: Callable[[], float] = time.process_time) -> Mapping[str, float]:
    """Seconds of each of the STAGES of one evaluation of ``text`` and of its output."""
    durations = dict.fromkeys(STAGES, 0.0)
    with _watched(durations, clock):
        begin = clock()
        evaluation = evaluate(text)
        whole = clock() - begin
    durations["rest"] = whole - sum(durations.values())
    begin = clock()
    expanded = evaluation.expanded
    durations["expand"] = clock() - begin
    begin = clock()
    output_lines(expanded)
    durations["emit"] = clock() - begin
    return durations


@contextmanager
def _watched(durations: dict[str, float], clock: Callable[[], float]) -> Iterator[None]:
    """Inside the block, each step adds its seconds to ``durations``."""

    def watched(step: Callable[..., Any], stage: str) -> Callable[..., Any]:
        def run(*arguments: Any, **named: Any) -> Any:
            begin = clock()
            try:
                return step(*arguments, **named)
            finally:
                durations[stage] += clock() - begin

        return run

    with ExitStack() as stack:
        for name, stage in STEPS.items():
            stack.enter_context(patch.object(pipeline, name, watched(getattr(pipeline, name), stage)))
        yield
