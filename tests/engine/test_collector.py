"""The garbage collector rests while a text is evaluated, and is as it was afterwards."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from playground.engine import Deadline, evaluate
from playground.engine.collector import resting_collector

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
    def failing() -> None:
        with resting_collector():
            raise KeyError

    with pytest.raises(KeyError):
        failing()
    assert gc.isenabled()


def test_it_goes_on_resting_where_it_did() -> None:
    gc.disable()
    assert seen_by_the_clock() == {False}
    assert not gc.isenabled()


def test_of_two_threads_the_first_one_wakes_it() -> None:
    first, second = resting_collector(), resting_collector()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert gc.isenabled()
    second.__exit__(None, None, None)
    assert gc.isenabled()
