"""A client gets what the limit says and not one more, whoever asks at the same time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import DatabaseError, connection

from playground import rates
from playground.models import Rate
from playground.rates import Limit, Permits, purge, take

NOW = 1_800_000_000.0
TEN = Limit("ten a minute", 10, 60)


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine is no reason to count less, where no test asks for that."""
    monkeypatch.setattr(rates, "_PATIENCE", 60)


@pytest.mark.django_db
def test_the_limit_is_given_at_once_and_comes_back_evenly() -> None:
    assert [take("a", TEN, 1, NOW) for _ in range(10)] == [0.0] * 10
    assert take("a", TEN, 1, NOW) == pytest.approx(6)
    assert take("a", TEN, 1, NOW + 5.9) == pytest.approx(0.1)
    assert take("a", TEN, 1, NOW + 6) == 0
    assert take("a", TEN, 1, NOW + 6) == pytest.approx(6)
    assert [take("a", TEN, 1, NOW + 66) for _ in range(10)] == [0.0] * 10


@pytest.mark.django_db
def test_clients_and_limits_do_not_know_each_other() -> None:
    assert take("a", TEN, 10, NOW) == 0
    assert take("a", TEN, 1, NOW) > 0
    assert take("b", TEN, 10, NOW) == 0
    assert take("a", Limit("another", 10, 60), 10, NOW) == 0


@pytest.mark.django_db
def test_more_than_there_ever_is_waits_for_the_whole_span_and_takes_nothing() -> None:
    assert take("a", TEN, 11, NOW) == 60
    assert take("a", TEN, 10, NOW) == 0


@pytest.mark.django_db
def test_the_database_holds_no_address_and_is_purged() -> None:
    take("203.0.113.7", TEN, 1, NOW)
    assert "203.0.113.7" not in Rate.objects.get().key
    assert purge(NOW + 5) == 0
    assert purge(NOW + 7) == 1
    assert not Rate.objects.exists()


def at_once(count: int, ask: Callable[[int], float]) -> list[float]:
    """What ``count`` threads, started together, are told."""
    start = threading.Barrier(count)

    def run(number: int) -> float:
        start.wait()
        try:
            return ask(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(run, range(count)))


@pytest.mark.django_db(transaction=True)
def test_sixteen_that_ask_at_once_get_ten() -> None:
    waits = at_once(16, lambda _number: take("a", TEN, 1, NOW))
    assert waits.count(0.0) == 10


def taken_wrongly(client: str, limit: Limit, now: float) -> float:
    """Read, look, write: how it must not be done."""
    rate, _new = Rate.objects.get_or_create(key=client, defaults={"until": now})
    cost = limit.seconds / limit.amount
    time.sleep(0.02)
    if max(rate.until, now) + cost > now + limit.seconds:
        return 1.0
    Rate.objects.filter(key=client).update(until=max(rate.until, now) + cost)
    return 0.0


@pytest.mark.django_db(transaction=True)
def test_reading_before_writing_would_give_more() -> None:
    Rate.objects.create(key="a", until=NOW)
    assert at_once(16, lambda _number: taken_wrongly("a", TEN, NOW)).count(0.0) > 10


@pytest.mark.django_db(transaction=True)
def test_permits_are_taken_in_advance_and_none_is_given_twice() -> None:
    permits = Permits(Limit("hundred", 100, 60), 20, lambda: NOW)
    waits = [permits.take("a", NOW) for _ in range(120)]
    assert waits.count(0.0) == 100
    assert waits[-1] == pytest.approx(0.6)
    assert permits.take("b", NOW) == 0


@pytest.mark.django_db(transaction=True)
def test_workers_share_one_limit() -> None:
    workers = [Permits(Limit("hundred", 100, 60), 20, lambda: NOW) for _ in range(4)]
    waits = [workers[number % 4].take("a", NOW) for number in range(400)]
    assert waits.count(0.0) == 100


def test_nobody_waits_for_a_database_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rates, "_PATIENCE", 0.25)
    healed = threading.Event()
    monkeypatch.setattr(rates, "_most", lambda *_: (healed.wait(5), (1, 0.0))[1])
    permits = Permits(TEN, 5, lambda: NOW)
    began = time.monotonic()
    assert [permits.take("a", NOW) for _ in range(50)] == [0.0] * 50
    assert time.monotonic() - began < 1
    healed.set()


def test_nobody_is_refused_because_the_database_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def gone(client: str, *_: object) -> tuple[int, float]:
        asked.append(client)
        raise DatabaseError

    monkeypatch.setattr(rates, "_most", gone)
    permits = Permits(TEN, 5, lambda: NOW)
    assert [permits.take("a", NOW) for _ in range(50)] == [0.0] * 50
    assert asked == ["a"]  # not asked again at once
    permits.take("a", NOW + 6)
    assert asked == ["a", "a"]
