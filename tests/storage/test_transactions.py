"""Changes keep the storage quota, get versions in order, and are run again if overtaken."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from random import SystemRandom
from threading import Event
from typing import Any

import pytest
from django.db import IntegrityError, OperationalError, connection, transaction

from playground.storage import saving, transactions
from playground.storage.changing import Revised, revise
from playground.storage.contents import Contents
from playground.storage.models import Counter, Share, Workspace
from playground.storage.saving import Identity, NameTaken, Saved, create_object, new_share, save
from playground.storage.transactions import (
    Quota,
    QuotaExceededError,
    StaleError,
    assign_version,
    last_version,
    release,
    with_retries,
)
from playground.storage.workspaces import create_workspace
from tests.rows import store
from tests.storage.test_changing import at_once

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
        found = Share.objects.get(pk=share.pk)
        assert (found.version, found.object_since) == (share.version, share.object_since) == (share.version, since)
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
        others: list[Future[Any]] = []

        def and_another_one(execute: Callable[..., object], statement: str, *rest: Any) -> object:
            found = execute(statement, *rest)
            if not others and statement.startswith("UPDATE playground_counter"):
                others.append(pool.submit(alone, lambda: stored("B")))
                wait(others, 60 if connection.vendor == "postgresql" else MOMENT)  # on SQLite it comes afterwards
            return found

        with connection.execute_wrapper(and_another_one):
            own = stored("A")
        assert sorted([own, others[0].result(60)]) == [1, 2]


RANDOM = SystemRandom()
WRITERS = 4


def stale() -> None:
    raise StaleError


def not_unique() -> None:
    """Store a Share that is there already."""
    for _ in range(2):
        store("A" * 22, "", Contents(""), NOW)


class PostgreSQLError(Exception):
    """What the driver raises when a row that another one refers to was deleted."""

    sqlstate = "23503"


def without_parent() -> None:
    raise IntegrityError from PostgreSQLError


def without_title() -> None:
    """A mistake of ours, which each attempt makes again."""
    store("A" * 22, "", Contents(""), NOW)
    Share.objects.update(title=None)


def of_ours() -> None:
    raise ValueError


def refused() -> None:
    raise OperationalError


def failing(times: int, fail: Callable[[], None] = stale) -> Callable[[], int]:
    """A change that fails so many ``times``; it returns the number of the attempt that succeeded."""
    attempts = 0

    def change() -> int:
        nonlocal attempts
        attempts += 1
        store(f"{attempts:022}", "", Contents(""), NOW)
        if attempts <= times:
            fail()
        return attempts

    return change


@pytest.mark.django_db
@pytest.mark.parametrize("fail", [stale, not_unique, without_parent])
def test_a_failed_attempt_is_rolled_back_and_run_again(fail: Callable[[], None]) -> None:
    assert with_retries(failing(4, fail)) == 5
    assert [share.slug for share in Share.objects.all()] == [f"{5:022}"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("times", "fail", "error"),
    [
        *((5, fail, StaleError) for fail in (stale, not_unique, without_parent)),
        *((1, without_title, IntegrityError), (1, of_ours, ValueError), (1, refused, OperationalError)),
    ],
)
def test_after_five_attempts_or_any_other_error_it_gives_up(
    times: int, fail: Callable[[], None], error: type[Exception]
) -> None:
    with pytest.raises(error):
        with_retries(failing(times, fail))
    assert not Share.objects.exists()


@pytest.mark.django_db
def test_a_nested_change_is_retried_with_the_outer_one() -> None:
    attempts: list[str] = []

    def outer() -> int:
        attempts.append("before")
        return with_retries(inner)

    inner = failing(1)
    assert (with_retries(outer), attempts) == (2, ["before", "before"])


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Delay writing, so that with several writers all have read before the first one writes."""
    words = saving.search_words

    def later(*texts: str) -> str:
        time.sleep(0.1)
        return words(*texts)

    monkeypatch.setattr(saving, "search_words", later)


def share_of(owner: Workspace) -> object:
    try:
        return save(owner, Contents("one"), Identity("Template", "web"), NOW, RANDOM).share
    except StaleError as error:
        return error


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("slow")
def test_concurrent_saves_of_the_same_text_give_one_share() -> None:
    owner, _ = create_workspace(NOW, RANDOM)
    assert len(set(at_once([lambda: share_of(owner)] * WRITERS))) == 1 == Share.objects.count()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("slow")
def test_without_retries_they_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transactions, "_ATTEMPTS", 1)
    owner, _ = create_workspace(NOW, RANDOM)
    failed = [isinstance(one, StaleError) for one in at_once([lambda: share_of(owner)] * WRITERS)]
    assert sum(failed) == (WRITERS - 1 if connection.vendor == "postgresql" else 0)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("slow")
def test_concurrent_renewals_need_no_retries_and_the_latest_expiry_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    owner, _ = create_workspace(NOW, RANDOM)
    renew = partial(save, owner, Contents("one"), Identity("Template", "web"), NOW, RANDOM, title="Web")
    renew(expires=NOW + timedelta(days=1))
    monkeypatch.setattr(transactions, "_ATTEMPTS", 1)
    at_once([partial(renew, expires=NOW + timedelta(days=day)) for day in range(2, WRITERS + 2)])
    assert Share.objects.get().expires == NOW + timedelta(days=WRITERS + 1)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("slow")
def test_of_concurrent_requests_for_one_name_only_one_gets_it() -> None:
    owner, _ = create_workspace(NOW, RANDOM)
    texts = iter(map(str, range(WRITERS)))
    made = at_once([lambda: create_object(owner, Contents(next(texts)), "web", NOW, RANDOM, expires=None)] * WRITERS)
    assert sorted(type(one).__name__ for one in made) == [*[NameTaken.__name__] * (WRITERS - 1), Saved.__name__]
    assert [share.object_name for share in Share.objects.all()] == ["web"]


def after(done: str, *calls: Callable[[], object]) -> Callable[..., object]:
    """A wrapper that makes ``calls`` after each statement that begins with ``done``."""

    def wrapper(execute: Callable[..., object], statement: str, *rest: object) -> object:
        found = execute(statement, *rest)
        if statement.startswith(done):
            for call in calls:
                call()
        return found

    return wrapper


def deadlocked() -> list[object]:
    """The results of a Revision and a new Share with the same text; the Share takes an expired name first.

    The Share has locked the counter and waits for the Revision's text, the Revision waits for the counter: a deadlock
    on PostgreSQL.
    """
    owner, _ = create_workspace(NOW, RANDOM)
    other = save(owner, Contents("other"), Identity("Template", "other"), NOW, RANDOM).share
    save(owner, Contents("old"), Identity("Template", "web"), NOW, RANDOM, expires=NOW)
    has_text, has_counter = Event(), Event()
    longest = 10 if connection.vendor == "postgresql" else 0.2  # SQLite has one writer at a time

    def revised() -> object:
        wrapper = after('UPDATE "playground_share"', has_text.set, partial(has_counter.wait, longest))
        with connection.execute_wrapper(wrapper):
            return revise(other, 1, Contents("one"), Identity("Template", "other"), NOW, RANDOM)

    def saved() -> object:
        has_text.wait(10)
        with connection.execute_wrapper(after("UPDATE playground_counter", has_counter.set)):
            return save(owner, Contents("one"), Identity("Template", "web"), NOW, RANDOM)

    return at_once([partial(or_error, revised), partial(or_error, saved)])


def or_error(change: Callable[[], object]) -> object:
    try:
        return change()
    except StaleError as error:
        return error


@pytest.mark.django_db(transaction=True)
def test_after_a_deadlock_the_aborted_change_is_run_again() -> None:
    assert [type(one) for one in deadlocked()] == [Revised, Saved]


@pytest.mark.django_db(transaction=True)
def test_without_retries_a_deadlock_fails_one_change(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transactions, "_ATTEMPTS", 1)
    failed = [isinstance(one, StaleError) for one in deadlocked()]
    assert sum(failed) == (1 if connection.vendor == "postgresql" else 0)
