"""What a large answer is made from is freed by another thread; until then the garbage collector rests."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from django.test import Client

from playground.views import playground, sweeping
from playground.views.evaluations import Evaluated, evaluated

LARGE = "# " + "x" * sweeping.LARGE


class Made:
    """Something that says in which thread it was freed, and whether the collector worked."""

    def __init__(self, told: list[tuple[str, bool]]) -> None:
        weakref.finalize(self, lambda: told.append((threading.current_thread().name, gc.isenabled())))


@pytest.fixture(autouse=True)
def _collector() -> Iterator[None]:
    swept()  # what an earlier test left, which would switch the collector on again
    gc.enable()
    yield
    swept()
    gc.enable()


def swept() -> None:
    """Wait until the other thread is done."""
    sweeping._sweeper.submit(lambda: None).result(60)


def leave(text: str, *, fails: bool = False) -> list[tuple[str, bool]]:
    """Who freed what an answer to ``text`` left, and whether the collector worked then."""
    told: list[tuple[str, bool]] = []
    with sweeping.sweeping(text) as leftovers:
        leftovers.append(Made(told))
        assert gc.isenabled() == (text != LARGE)
        if fails:
            raise KeyError
    del leftovers
    swept()
    return told


def test_another_thread_frees_what_a_large_text_leaves_before_the_collector_works_again() -> None:
    ((thread, collects),) = leave(LARGE)
    assert thread.startswith("sweeper")
    assert not collects
    assert gc.isenabled()


def test_it_is_freed_after_a_pause_in_which_the_answer_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    now, slept = [100.0], []

    def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(sweeping, "time", SimpleNamespace(monotonic=lambda: now[0], sleep=sleep))
    assert leave(LARGE)
    assert slept == [pytest.approx(sweeping._PAUSE)]
    monkeypatch.setattr(sweeping, "_PAUSE", -1.0)  # as if the thread had been busy for a second
    assert leave(LARGE)
    assert slept[1:] == [0.0]


def test_what_a_small_text_leaves_is_freed_at_once() -> None:
    assert leave("small") == [(threading.current_thread().name, True)]


def test_the_collector_works_again_after_an_error() -> None:
    with pytest.raises(KeyError):
        leave(LARGE, fails=True)
    swept()
    assert gc.isenabled()


def test_it_goes_on_resting_where_it_did() -> None:
    gc.disable()
    assert leave(LARGE)
    assert not gc.isenabled()


def test_a_live_answer_leaves_its_evaluation(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[str, bool]] = []

    def made(*arguments: object) -> Evaluated:
        found = evaluated(*arguments)  # type: ignore[arg-type]
        found.evaluation.remembered["made"] = Made(told)
        return found

    monkeypatch.setattr(playground, "evaluated", made)
    assert Client().post("/evaluate", {"source": LARGE}).status_code == 200
    swept()
    ((thread, collects),) = told
    assert thread.startswith("sweeper")
    assert not collects
