"""The deadline of an evaluation, by a clock that is passed in."""

from __future__ import annotations

import itertools
from types import ModuleType

import pytest

from playground.engine import RULES, Deadline, Severity, evaluate
from playground.engine.model.deadline import STEPS, OutOfTimeError
from playground.engine.reading import json, read
from playground.engine.reading import yaml as events
from playground.engine.reading.lines import rows
from tests.hostile.families import environment, pod, template

TEMPLATE = template("{name: A, value: b}", "{kind: A, apiVersion: v1, v: '${A}'}\n" * 100)


def ticking(ticks: int) -> Deadline:
    """A Deadline that passes at this look at the clock, counted from 1."""
    return Deadline(ticks - 0.5, itertools.count().__next__)


def test_the_clock_is_read_every_thousand_steps() -> None:
    deadline = ticking(1)
    deadline.spend(STEPS - 1)
    with pytest.raises(OutOfTimeError):
        deadline.spend()


def test_the_time_may_be_used_up_but_not_exceeded() -> None:
    at_the_end = Deadline(2.0, iter([10.0, 12.0, 12.5]).__next__)
    at_the_end.check()
    with pytest.raises(OutOfTimeError):
        at_the_end.check()


def test_without_a_deadline_evaluation_never_stops() -> None:
    assert evaluate(TEMPLATE).stopped is None


@pytest.mark.parametrize(
    "text",
    [
        "a: 1\n---\n" * 300,
        TEMPLATE,
        environment((f"V{n}", f"$(V{n - 1})") for n in range(100)),
        pod("args: ['" + "$(A)" * 500 + "']"),
    ],
)
def test_evaluation_stops_wherever_its_time_ends(text: str) -> None:
    clock = itertools.count()
    whole = evaluate(text, deadline=Deadline(clock=clock.__next__))
    assert whole.stopped is None
    looks = next(clock) - 1  # the first was at the beginning
    assert evaluate(text, deadline=ticking(looks + 1)).stopped is None
    assert looks > len(text) // 20_000 + len(RULES)  # once for every rule, and besides
    for look in (1, 2, 3, looks // 2, looks):
        stopped = evaluate(text, deadline=ticking(look))
        assert (stopped.readable, stopped.objects, stopped.containers) == (False, (), ())
        [diagnostic] = stopped.diagnostics
        assert (diagnostic.code, diagnostic.severity) == ("SRC120", Severity.ERROR)
        assert diagnostic.message == f"The evaluation took more than {look - 0.5:g} s and was stopped."
        assert "template-playground process" in diagnostic.hint


LOOKS = 3  # while one document is read
LONG_DOCUMENTS = {  # by the module that reads them
    rows: "a:\n" + "- b: c\n" * STEPS * LOOKS,
    events: "a: &a\n" + "- b\n" * STEPS * LOOKS,
    json: "[" + "1,\n" * STEPS * LOOKS + '{"a": 1, "a": 2}]',
}


def looks_at(text: str) -> int:
    """How often the clock is looked at while a text is read."""
    clock = itertools.count()
    read(text, deadline=Deadline(clock=clock.__next__))
    return next(clock) - 1


@pytest.mark.parametrize("reader", LONG_DOCUMENTS)
def test_the_clock_is_read_while_one_document_is_read(reader: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    text = LONG_DOCUMENTS[reader]
    looks = looks_at(text)
    assert len(read(text, deadline=ticking(looks + 1)).documents) == 1
    for look in range(1, looks + 1):
        with pytest.raises(OutOfTimeError):
            read(text, deadline=ticking(look))
    monkeypatch.setattr(reader, "_WINDOW" if reader is rows else "STEPS", len(text))
    assert looks - looks_at(text) >= LOOKS
