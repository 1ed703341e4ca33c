"""The garbage collector is paused while a text is evaluated, and restored afterwards."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from threading import Event, Thread

import pytest

from playground.engine import Deadline, evaluate
from playground.engine.collector import with_resting_collector

TEXT = "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: web, image: a.example/web}]}}"


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    enabled = gc.isenabled()
    gc.enable()
    yield
    (gc.enable if enabled else gc.disable)()


def seen_by_the_clock(text: str = TEXT) -> set[bool]:
    """Whether the collector works each time that an evaluation looks at its clock."""
    seen = set()

    def clock() -> float:
        seen.add(gc.isenabled())
        return 0.0

    deadline = Deadline(1.0, clock)
    seen.clear()
    evaluate(text, deadline=deadline)
    return seen


def test_it_rests_meanwhile_and_works_again_afterwards() -> None:
    assert seen_by_the_clock() == {False}
    assert gc.isenabled()


def test_it_works_again_when_the_time_is_up() -> None:
    assert evaluate(TEXT, deadline=Deadline(0.0, iter(range(99)).__next__)).stopped is not None
    assert gc.isenabled()


def test_it_works_again_after_an_error() -> None:
    @with_resting_collector
    def failing() -> None:
        raise KeyError

    with pytest.raises(KeyError):
        failing()
    assert gc.isenabled()


def test_it_goes_on_resting_where_it_did() -> None:
    gc.disable()
    assert seen_by_the_clock() == {False}
    assert not gc.isenabled()


def test_of_two_that_overlap_the_first_one_wakes_it() -> None:
    begun, over = Event(), Event()

    @with_resting_collector
    def first() -> None:
        begun.set()
        over.wait(60)

    @with_resting_collector
    def second() -> bool:
        over.set()
        thread.join()
        return gc.isenabled()

    thread = Thread(target=first)
    thread.start()
    assert begun.wait(60)
    assert second()
    assert gc.isenabled()
