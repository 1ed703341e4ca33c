"""Changes keep the storage quota and get versions in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from datetime import UTC, datetime
from threading import Event
from typing import Any

import pytest
from django.db import connection, transaction

from playground.storage.counter import Quota, QuotaExceededError, assign_version, last_version, release
from playground.storage.models import Counter, Share
from playground.storage.shares.contents import Contents
from playground.storage.shares.saving import new_share
from tests.rows import store

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
TEXT = Contents("x" * 20)
SIZE = TEXT.size

pytestmark = pytest.mark.django_db


def counted() -> tuple[int, int]:
    counter = last_version()
    return counter.bytes, counter.shares


@pytest.fixture
def two_shares() -> None:
    for letter in "AB":
        store(letter * 22, "", TEXT, NOW)


@pytest.mark.usefixtures("two_shares")
def test_what_is_stored_is_counted_until_it_is_released() -> None:
    store("C" * 22, "", TEXT, NOW)
    assert counted() == (3 * SIZE, 3)
    release(2 * SIZE, 2)
    assert counted() == (SIZE, 1)


@pytest.mark.parametrize("quota", [Quota(bytes=3 * SIZE), Quota(shares=3)])
@pytest.mark.usefixtures("two_shares")
def test_the_quota_can_be_used_up_exactly(quota: Quota) -> None:
    store("C" * 22, "", TEXT, NOW, quota=quota)
    assert counted() == (3 * SIZE, 3)


@pytest.mark.parametrize("quota", [Quota(bytes=3 * SIZE - 1), Quota(shares=2)])
@pytest.mark.usefixtures("two_shares")
def test_what_exceeds_the_quota_is_refused_and_not_counted(quota: Quota) -> None:
    before = last_version().value
    with pytest.raises(QuotaExceededError), transaction.atomic():
        store("C" * 22, "", TEXT, NOW, quota=quota)
    assert (counted(), last_version().value) == ((2 * SIZE, 2), before)


MOMENT = 0.2  # seconds in which whoever need not wait is done


def stored(letter: str) -> int:
    return store(letter * 22, "", Contents(""), NOW).version


def test_versions_only_grow_and_a_lost_counter_is_recreated() -> None:
    first, second = stored("A"), stored("B")
    assert last_version().value == second == first + 1
    Counter.objects.all().delete()
    assert (last_version().value, stored("C"), last_version().value) == (0, 1, 1)


def test_a_version_is_rolled_back_with_its_change() -> None:
    before = stored("A")
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        _ = stored("B") // 0
    assert (last_version().value, Share.objects.get().version) == (before, before)


def test_rows_get_the_version_of_their_change() -> None:
    plain, named = (
        store(letter * 22, "", Contents(""), NOW, object_name=name) for letter, name in (("A", ""), ("B", "web"))
    )
    assign_version(named)
    for share, since in ((plain, 0), (named, 2)):
        stored = Share.objects.get(pk=share.pk)
        assert (stored.version, stored.object_since) == (share.version, share.object_since) == (share.version, since)
    assert [plain.version, plain.latest.version, named.version, named.latest.version] == [1, 1, 3, 2]


def alone(change: Callable[[], object]) -> Any:
    """What ``change`` gives on a connection of its own."""
    try:
        return change()
    finally:
        connection.close()


@contextmanager
def not_yet_seen(letter: str) -> Iterator[None]:
    """A change that has its version and has not ended; in the end it has."""
    has_version, may_end = Event(), Event()

    def change() -> None:
        with transaction.atomic():
            stored(letter)
            has_version.set()
            assert may_end.wait(60)

    with ThreadPoolExecutor(1) as pool:
        changing = pool.submit(alone, change)
        assert has_version.wait(60)
        try:
            yield
        finally:
            may_end.set()
        changing.result()


@pytest.mark.django_db(transaction=True)
def test_versions_become_visible_in_order() -> None:
    first = stored("A")
    with ThreadPoolExecutor(1) as pool:
        with not_yet_seen("B"):
            later = pool.submit(alone, lambda: stored("C"))
            with pytest.raises(TimeoutError):
                later.result(MOMENT)
            assert last_version().value == first
        assert later.result(60) == last_version().value == first + 2


@pytest.mark.django_db(transaction=True)
def test_before_its_version_a_change_locks_nobody_out_except_on_sqlite() -> None:
    def written() -> None:
        with transaction.atomic():
            new_share("C" * 22, "", NOW, None).save()

    stored("A")
    with ThreadPoolExecutor(1) as pool:
        with not_yet_seen("B"):
            writing = pool.submit(alone, written)
            if connection.vendor == "postgresql":
                writing.result(60)
            else:
                with pytest.raises(TimeoutError):
                    writing.result(MOMENT)
        writing.result(60)


@pytest.mark.django_db(transaction=True)
def test_a_change_waits_while_another_one_creates_the_counter() -> None:
    with ThreadPoolExecutor(1) as pool:
        with not_yet_seen("A"):
            later = pool.submit(alone, lambda: stored("B"))
            with pytest.raises(TimeoutError):
                later.result(MOMENT)
        assert later.result(60) == last_version().value == 2


@pytest.mark.django_db(transaction=True)
def test_a_counter_that_another_change_has_just_created_is_used() -> None:
    with ThreadPoolExecutor(1) as pool:
        other_changes: list[Future[Any]] = []

        def and_another_one(execute: Callable[..., object], statement: str, *arguments: Any) -> object:
            result = execute(statement, *arguments)
            if not other_changes and statement.startswith("UPDATE playground_counter"):
                other_changes.append(pool.submit(alone, lambda: stored("B")))
                wait(
                    other_changes, 60 if connection.vendor == "postgresql" else MOMENT
                )  # on SQLite it comes afterwards
            return result

        with connection.execute_wrapper(and_another_one):
            own = stored("A")
        assert sorted([own, other_changes[0].result(60)]) == [1, 2]
