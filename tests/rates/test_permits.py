"""Permits are reserved in advance, none is used twice, and no request waits long for one."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import DatabaseError, InterfaceError, connection
from pytest_django.fixtures import Settings

from playground.rates import permits as module
from playground.rates.counting import take
from playground.rates.limit import Limit, Wanted
from playground.rates.permits import Permits
from tests.permits import close
from tests.rates.servers import RedisServer

NOW = 1_800_000_000.0
HUNDRED = Limit("hundred", 100, 60)
TEN = Limit("ten a minute", 10, 60)
Made = Callable[..., Permits]


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine is no reason to count less, where no test asks for that."""
    monkeypatch.setattr(module, "_TIMEOUT", 60)


@pytest.fixture
def made() -> Iterator[Made]:
    """Makes Permits whose threads and connections end with the test."""
    all_made: list[Permits] = []

    def make(limit: Limit, batch: int, clock: Callable[[], float] = time.monotonic) -> Permits:
        all_made.append(Permits(limit, batch, clock))
        return all_made[-1]

    yield make
    for permits in all_made:
        close(permits)


@pytest.fixture(params=["database", "redis"])
def counted(request: pytest.FixtureRequest, settings: Settings) -> None:
    """Whoever counts."""
    if request.param == "redis":
        server: RedisServer = request.getfixturevalue("redis_server")
        server.empty()
        settings.REDIS_URL = server.url


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("counted")
def test_permits_are_reserved_in_batches_and_none_is_used_twice(made: Made) -> None:
    permits = made(HUNDRED, 20, lambda: 100.0)
    waits = [permits.take("a", NOW) for _ in range(120)]
    assert waits.count(0.0) == 100
    assert waits[-1] == pytest.approx(0.6, abs=0.3)
    assert permits.take("b", NOW) == 0


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("counted")
def test_workers_share_one_limit(made: Made) -> None:
    workers = [made(HUNDRED, 20) for _ in range(4)]
    waits = [workers[number % 4].take("a", NOW) for number in range(400)]
    assert waits.count(0.0) == 100


@pytest.mark.django_db(transaction=True)
def test_one_query_covers_many_requests(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    permits, asked = made(HUNDRED, 20), []

    def watched(client: str, wanted: Wanted, now: float | None) -> float:
        asked.append(wanted)
        return take(client, wanted, now)

    monkeypatch.setattr(module, "take", watched)
    assert [permits.take("a", NOW) for _ in range(40)] == [0.0] * 40
    assert len(asked) == 2


@pytest.mark.django_db(transaction=True)
def test_the_connection_is_kept_between_queries(made: Made) -> None:
    permits, seen = made(HUNDRED, 1), []
    for _ in range(3):
        permits.take("a", NOW)
        seen.append(permits._executor.submit(lambda: connection.connection).result())
    assert seen[0] is not None
    assert len({id(one) for one in seen}) == 1


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_is_too_old_is_made_anew(made: Made) -> None:
    permits, seen = made(HUNDRED, 1), []
    for _ in range(2):
        assert permits.take("a", NOW) == 0
        seen.append(permits._executor.submit(lambda: connection.connection).result())
        permits._executor.submit(setattr, connection, "close_at", time.monotonic()).result()
    assert seen[0] is not seen[1]


def test_what_is_reserved_is_taken_while_the_database_hangs_and_nobody_waits(
    made: Made, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked: list[str] = []

    def reserve(client: str, *_: object) -> tuple[int, float]:
        asked.append(client)
        return 3, 0.0

    monkeypatch.setattr(module, "_reserve", reserve)
    permits, hangs = made(HUNDRED, 3), threading.Event()
    permits._executor.submit(hangs.wait, 30)
    with ThreadPoolExecutor(2) as requests:  # both have found nothing reserved, and wait for the thread
        waiting = [requests.submit(permits.take, "a", NOW) for _ in range(2)]
        while permits._executor._work_queue.qsize() < 2:
            time.sleep(0.001)
        hangs.set()
        assert [one.result() for one in waiting] == [0.0, 0.0]
    assert asked == ["a"]  # one batch was enough for both
    monkeypatch.setattr(module, "_TIMEOUT", 0.0)
    assert permits.take("a", NOW) == 0  # does not ask the thread
    assert not caplog.records


@pytest.mark.django_db(transaction=True)
def test_a_refusal_is_remembered_until_its_wait_is_over(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    moment, asked = [100.0], []
    permits = made(TEN, 20, lambda: moment[0])

    def watched(client: str, wanted: Wanted, now: float | None) -> float:
        asked.append(client)
        return take(client, wanted, now)

    monkeypatch.setattr(module, "take", watched)
    assert [permits.take("a", NOW) for _ in range(10)] == [0.0] * 10
    assert permits.take("a", NOW) == pytest.approx(6)
    count = len(asked)
    moment[0] = 105.5
    assert [permits.take("a", NOW + 5.5) for _ in range(100)] == [pytest.approx(0.5)] * 100
    assert len(asked) == count
    assert permits.take("b", NOW) == 0
    moment[0] = 106.1
    assert permits.take("a", NOW + 6.1) == 0


def test_no_request_waits_for_a_hanging_database(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_TIMEOUT", 0.25)
    healed = threading.Event()
    monkeypatch.setattr(module, "_reserve", lambda *_: (healed.wait(60), (5, 0.0))[1])
    permits = made(HUNDRED, 5)
    began = time.monotonic()
    assert [permits.take("a", NOW) for _ in range(50)] == [0.0] * 50
    assert time.monotonic() - began < 10  # not 60, nor fifty times a quarter
    healed.set()
    permits._executor.submit(int).result()
    assert permits._reserved == {"a": 4}  # what came too late is there for the next one
    monkeypatch.setattr(module, "_TIMEOUT", 60)
    monkeypatch.setattr(module, "_reserve", lambda *_: (1, 7.0))
    assert [permits.take("a", NOW) for _ in range(5)] == [0.0, 0.0, 0.0, 0.0, 7.0]  # and it is asked again at once


@pytest.mark.parametrize("error", [DatabaseError, InterfaceError])
def test_while_the_database_is_down_each_process_counts_by_itself(
    made: Made, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: type[Exception]
) -> None:
    moment, asked = [100.0], []

    def gone(client: str, *_: object) -> tuple[int, float]:
        asked.append(client)
        raise error

    monkeypatch.setattr(module, "_reserve", gone)
    permits = made(TEN, 5, lambda: moment[0])
    assert [permits.take("a", NOW) for _ in range(10)] == [0.0] * 10
    assert permits.take("a", NOW) == pytest.approx(6)
    assert permits.take("b", NOW) == 0
    assert asked == ["a"]  # not asked again at once
    assert len(caplog.records) == 1
    moment[0] = 106.0
    assert permits.take("a", NOW) == 0  # one has come back
    assert asked == ["a", "a"]
    assert permits.take("a", NOW) == pytest.approx(6)


def test_switching_to_the_local_count_gains_at_most_the_limit_once(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_TIMEOUT", 0.01)

    def late(*_: object) -> tuple[int, float]:
        time.sleep(0.05)
        return 0, 3.0

    monkeypatch.setattr(module, "_reserve", late)
    permits = made(TEN, 5)
    waits = [permits.take("a", NOW) for _ in range(200)]
    assert waits.count(0.0) <= 10


@pytest.mark.django_db(transaction=True)
def test_the_number_of_remembered_clients_is_bounded(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_CLIENTS", 5)
    permits = made(TEN, 2)
    for number in range(20):
        permits.take(str(number), NOW)
    assert set(permits._reserved) == {"15", "16", "17", "18", "19"}
