"""Large texts are evaluated one after the other; small ones do not wait, and no request waits for long."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from playground.views import turns
from playground.views.turns import LARGE, large_in_turn

REQUESTS = 4


def all_at_once(size: int, seconds: float) -> bool:
    """Whether several requests of this size are all being answered before the first answer ends after ``seconds``."""
    all_have_begun = threading.Barrier(REQUESTS)

    @large_in_turn
    def view(_request: HttpRequest) -> HttpResponse:
        with suppress(threading.BrokenBarrierError):
            all_have_begun.wait(seconds)
        return HttpResponse()

    requests = [RequestFactory().post("/", b"x" * size, "text/plain") for _ in range(REQUESTS)]
    with ThreadPoolExecutor(REQUESTS) as pool:
        assert [answer.status_code for answer in pool.map(view, requests)] == [200] * REQUESTS
    return not all_have_begun.broken


def test_large_requests_are_answered_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "LONGEST_WAIT", 30)
    assert not all_at_once(LARGE + 1, 0.3)


def test_small_requests_are_answered_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "LONGEST_WAIT", 60)
    assert all_at_once(LARGE, 30)


def test_a_request_that_has_waited_for_long_waits_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "LONGEST_WAIT", 0.01)
    assert all_at_once(LARGE + 1, 30)


def test_a_turn_ends_with_a_bug_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    @large_in_turn
    def view(_request: HttpRequest) -> HttpResponse:
        raise ZeroDivisionError

    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            view(RequestFactory().post("/", b"x" * (LARGE + 1), "text/plain"))
        assert not turns._turn.locked()


def test_a_large_live_answer_waits_for_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    class Turn:
        def acquire(self, timeout: float) -> bool:
            waited.append(timeout)
            return False

    monkeypatch.setattr(turns, "_turn", Turn())
    for size in (LARGE // 2, 2 * LARGE):
        assert Client().post("/evaluate", {"source": "# " + "x" * size}).status_code == 200
    assert waited == [turns.LONGEST_WAIT]
