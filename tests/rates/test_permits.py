"""Permits are taken in advance, none is given twice, and nobody waits for them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import pytest
from django.db import DatabaseError, InterfaceError, connection
from pytest_django.fixtures import Settings

from playground.rates import permits as module
from playground.rates.counting import take
from playground.rates.limit import Limit, Wanted
from playground.rates.permits import Permits
from tests.rates.servers import RedisServer

NOW = 1_800_000_000.0
HUNDRED = Limit("hundred", 100, 60)
TEN = Limit("ten a minute", 10, 60)
Made = Callable[..., Permits]


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine is no reason to count less, where no test asks for that."""
    monkeypatch.setattr(module, "_PATIENCE", 60)


@pytest.fixture
def made() -> Iterator[Made]:
    """Makes Permits whose threads and connections end with the test."""
    all_made: list[Permits] = []

    def make(limit: Limit, at_once: int, clock: Callable[[], float] = time.monotonic) -> Permits:
        all_made.append(Permits(limit, at_once, clock))
        return all_made[-1]

    yield make
    for permits in all_made:
        permits.close()


@pytest.fixture(params=["database", "redis"])
def counted(request: pytest.FixtureRequest, settings: Settings) -> None:
    """Whoever counts."""
    if request.param == "redis":
        server: RedisServer = request.getfixturevalue("redis_server")
        server.empty()
        settings.REDIS_URL = server.url


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("counted")
def test_permits_are_taken_in_advance_and_none_is_given_twice(made: Made) -> None:
    permits = made(HUNDRED, 20)
    waits = [permits.take("a", NOW) for _ in range(120)]
    assert waits.count(0.0) == 100
    assert waits[-1] == pytest.approx(0.6)
    assert permits.take("b", NOW) == 0


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("counted")
def test_workers_share_one_limit(made: Made) -> None:
    workers = [made(HUNDRED, 20) for _ in range(4)]
    waits = [workers[number % 4].take("a", NOW) for number in range(400)]
    assert waits.count(0.0) == 100


@pytest.mark.django_db(transaction=True)
def test_the_database_is_asked_once_for_many(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    permits, asked = made(HUNDRED, 20), []

    def watched(client: str, wanted: Wanted, now: float | None) -> float:
        asked.append(wanted)
        return take(client, wanted, now)

    monkeypatch.setattr(module, "take", watched)
    assert [permits.take("a", NOW) for _ in range(40)] == [0.0] * 40
    assert len(asked) == 2


@pytest.mark.django_db(transaction=True)
def test_the_connection_is_kept_from_one_time_to_the_next(made: Made) -> None:
    permits, seen = made(HUNDRED, 1), []
    for _ in range(3):
        permits.take("a", NOW)
        seen.append(permits._asker.submit(lambda: connection.connection).result())
    assert seen[0] is not None
    assert len({id(one) for one in seen}) == 1


def test_nobody_waits_for_a_database_that_hangs(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PATIENCE", 0.25)
    healed = threading.Event()
    monkeypatch.setattr(module, "_most", lambda *_: (healed.wait(5), (1, 0.0))[1])
    permits = made(TEN, 5)
    began = time.monotonic()
    assert [permits.take("a", NOW) for _ in range(50)] == [0.0] * 50
    assert time.monotonic() - began < 1
    healed.set()


@pytest.mark.parametrize("error", [DatabaseError, InterfaceError])
def test_nobody_is_refused_because_the_database_is_gone(
    made: Made, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: type[Exception]
) -> None:
    asked: list[str] = []
    clock = iter([*[0.0] * 51, 6.0, 6.0]).__next__

    def gone(client: str, *_: object) -> tuple[int, float]:
        asked.append(client)
        raise error

    monkeypatch.setattr(module, "_most", gone)
    permits = made(TEN, 5, clock)
    assert [permits.take("a", NOW) for _ in range(50)] == [0.0] * 50
    assert asked == ["a"]  # not asked again at once
    assert len(caplog.records) == 1
    permits.take("a", NOW)
    assert asked == ["a", "a"]
