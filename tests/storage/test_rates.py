"""A client gets exactly its limit, whoever counts concurrently."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from django.db import DatabaseError, OperationalError, connection, transaction

from playground.storage import rates
from playground.storage.models import Rate
from playground.storage.rates import Limit, key_of, purge, take

NOW = 1_800_000_000.0
TEN = Limit("ten a minute", 10, 60)
HOUR = Limit("twelve an hour", 12, 3600)
EPOCH = 1_767_225_600  # 2026 began


@pytest.mark.django_db
def test_the_limit_can_be_used_at_once_and_comes_back_evenly() -> None:
    def one(now: float) -> float:
        return take("a", [(TEN, 1)], now)

    assert [one(NOW) for _ in range(10)] == [0.0] * 10
    assert one(NOW) == pytest.approx(6)
    assert one(NOW + 5.9) == pytest.approx(0.1)
    assert one(NOW + 6) == 0
    assert one(NOW + 6) == pytest.approx(6)
    assert [one(NOW + 66) for _ in range(10)] == [0.0] * 10


@pytest.mark.django_db
@pytest.mark.parametrize("amount", [1, 3, 7, 60, 600])
def test_rounding_errors_never_allow_one_more(amount: int) -> None:
    limit = Limit("odd", amount, 60)
    assert [take("a", [(limit, 1)], NOW) for _ in range(amount)] == [0.0] * amount
    assert take("a", [(limit, 1)], NOW) == pytest.approx(60 / amount, rel=0.01)


@pytest.mark.django_db
def test_clients_and_limits_are_independent() -> None:
    assert take("a", [(TEN, 10)], NOW) == 0
    assert take("a", [(TEN, 1)], NOW) > 0
    assert take("b", [(TEN, 10)], NOW) == 0
    assert take("a", [(Limit("another", 10, 60), 10)], NOW) == 0


@pytest.mark.django_db
def test_of_several_limits_all_are_taken_or_none() -> None:
    assert take("a", [(TEN, 10), (HOUR, 10)], NOW) == 0
    assert take("a", [(TEN, 1), (HOUR, 1)], NOW) == pytest.approx(6)  # the minute is used up: the hour loses nothing
    assert take("a", [(HOUR, 2)], NOW) == 0
    assert take("a", [(TEN, 1), (HOUR, 1)], NOW + 6) == pytest.approx(294)
    assert take("a", [(TEN, 1)], NOW + 6) == 0


@pytest.mark.django_db
def test_more_than_the_whole_limit_waits_for_the_whole_period_and_takes_nothing() -> None:
    assert take("a", [(TEN, 11)], NOW) == 60
    assert take("a", [(TEN, 10)], NOW) == 0


@pytest.mark.django_db
def test_without_a_given_time_the_clock_is_read() -> None:
    began = time.monotonic()
    assert take("a", [(TEN, 10)], None) == 0
    wait = take("a", [(TEN, 1)], None)
    assert 0 <= 6 - wait < time.monotonic() - began + 0.1  # what came back meanwhile
    assert take("a", [(TEN, 1)], time.time() + 7) == 0
    assert take("b", [(TEN, 10)], EPOCH) == 0
    assert take("b", [(TEN, 10)], None) == 0


@pytest.mark.django_db
def test_the_database_contains_no_address_and_is_purged() -> None:
    take("203.0.113.7", [(TEN, 1)], NOW)
    assert "203.0.113.7" not in Rate.objects.get().key
    assert purge(NOW + 5) == 0
    assert purge(NOW + 7) == 1
    assert not Rate.objects.exists()


def test_units_cost_their_part_of_the_period() -> None:
    assert (TEN.cost(1), TEN.cost(10)) == (6, 60)


@pytest.mark.django_db
def test_an_impossible_amount_waits_for_the_longest_period() -> None:
    assert take("a", [(TEN, 10), (HOUR, 13)], NOW) == 3600
    assert take("a", [(TEN, 11), (HOUR, 12)], NOW) == 60
    assert take("a", [(TEN, 11), (HOUR, 13)], NOW) == 3600
    assert not Rate.objects.exists()


def test_a_key_contains_no_address_and_differs_by_client_and_limit() -> None:
    keys = {key_of("203.0.113.7", TEN), key_of("203.0.113.8", TEN), key_of("203.0.113.7", HOUR)}
    assert len(keys) == 3
    assert {len(key) for key in keys} == {64}
    assert not any("203.0.113" in key for key in keys)
    assert key_of("a", TEN) == key_of("a", TEN)


@pytest.mark.django_db(transaction=True)
def test_another_writer_is_waited_for_as_long_as_is_said_and_as_long_as_usual_after_that() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("on PostgreSQL writers wait for single rows")
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as locking:
        locking.execute("BEGIN IMMEDIATE")
        with pytest.raises(OperationalError, match="locked"):
            take("a", [(TEN, 1)], NOW, patience=0.01)
    assert take("a", [(TEN, 1)], NOW, patience=0.01) == 0
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA busy_timeout").fetchone() == (20_000,)


def concurrently(count: int, ask: Callable[[int], float]) -> list[float]:
    """What ``count`` threads, started together, are told."""
    start = threading.Barrier(count)

    def run(number: int) -> float:
        start.wait(60)
        try:
            return ask(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(run, range(count)))


@pytest.mark.django_db(transaction=True)
def test_of_sixteen_concurrent_requests_ten_are_allowed() -> None:
    waits = concurrently(16, lambda _number: take("a", [(TEN, 1), (HOUR, 1)], NOW))
    assert waits.count(0.0) == 10


def taken_wrongly(client: str, limit: Limit, now: float, all_have_read: threading.Barrier) -> float:
    """Read, look, write: how it must not be done."""
    rate, _new = Rate.objects.get_or_create(key=client, defaults={"until": now})
    cost = limit.seconds / limit.amount
    all_have_read.wait(60)
    if max(rate.until, now) + cost > now + limit.seconds:
        return 1.0
    Rate.objects.filter(key=client).update(until=max(rate.until, now) + cost)
    return 0.0


@pytest.mark.django_db(transaction=True)
def test_reading_before_writing_would_allow_more() -> None:
    Rate.objects.create(key="a", until=NOW)
    all_have_read = threading.Barrier(16)
    assert concurrently(16, lambda _number: taken_wrongly("a", TEN, NOW, all_have_read)).count(0.0) > 10


def waits_for_the_disk() -> bool:
    """Whether what this connection writes is on the disk before it goes on."""
    name = "PRAGMA synchronous" if connection.vendor == "sqlite" else "SHOW synchronous_commit"
    with connection.cursor() as cursor:
        cursor.execute(name)
        return bool(cursor.fetchone()[0] in (2, "on"))


@pytest.mark.django_db(transaction=True)
def test_a_count_does_not_wait_for_the_disk_but_the_next_commit_does(monkeypatch: pytest.MonkeyPatch) -> None:
    if connection.vendor == "postgresql":  # that of the tests waits for no disk at all
        with connection.cursor() as cursor:
            cursor.execute("SET synchronous_commit TO on")
    synchronous: list[bool] = []

    def look(*_: object) -> float:
        synchronous.append(waits_for_the_disk())
        return 0.0

    monkeypatch.setattr(rates, "_take_from_limit", look)
    assert waits_for_the_disk()
    take("a", [(TEN, 1)], NOW)
    assert synchronous == [False]
    assert waits_for_the_disk()


@pytest.mark.django_db(transaction=True)
def test_after_a_failed_count_the_connection_syncs_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> float:
        raise DatabaseError

    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET synchronous_commit TO on")
    monkeypatch.setattr(rates, "_take_from_limit", broken)
    with pytest.raises(DatabaseError):
        take("a", [(TEN, 1)], NOW)
    assert waits_for_the_disk()


@pytest.mark.django_db(transaction=True)
def test_inside_a_transaction_the_count_is_part_of_it() -> None:
    with transaction.atomic():
        assert take("a", [(TEN, 10)], NOW) == 0
        transaction.set_rollback(True)
    assert take("a", [(TEN, 10)], NOW) == 0
