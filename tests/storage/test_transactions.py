"""A change that another one has overtaken is run again."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from random import SystemRandom
from threading import Event

import pytest
from django.db import IntegrityError, OperationalError, connection

from playground.storage import transactions
from playground.storage.models import Share, Workspace
from playground.storage.shares import saving
from playground.storage.shares.changing import Revised, revise
from playground.storage.shares.contents import Contents
from playground.storage.shares.identity import Identity, search_words
from playground.storage.shares.saving import NameTaken, Saved, create_object, save
from playground.storage.transactions import StaleError, with_retries
from playground.storage.workspaces import create_workspace
from tests.rows import store
from tests.storage.shares.test_changing import at_once

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
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
    original = search_words

    def later(*texts: str) -> str:
        time.sleep(0.1)
        return original(*texts)

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
    failed = [isinstance(result, StaleError) for result in at_once([lambda: share_of(owner)] * WRITERS)]
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
    results = at_once([lambda: create_object(owner, Contents(next(texts)), "web", NOW, RANDOM, expires=None)] * WRITERS)
    assert sorted(type(result).__name__ for result in results) == [
        *[NameTaken.__name__] * (WRITERS - 1),
        Saved.__name__,
    ]
    assert [share.object_name for share in Share.objects.all()] == ["web"]


def after(beginning: str, *calls: Callable[[], object]) -> Callable[..., object]:
    """A wrapper that makes ``calls`` after each statement that begins with ``beginning``."""

    def wrapper(execute: Callable[..., object], statement: str, *arguments: object) -> object:
        result = execute(statement, *arguments)
        if statement.startswith(beginning):
            for call in calls:
                call()
        return result

    return wrapper


def deadlocked() -> list[object]:
    """The results of a Revision and a new Share with the same text; the Share takes an expired name first.

    The Share has locked the counter and waits for the Revision's text, the Revision waits for the counter: a deadlock
    on PostgreSQL.
    """
    owner, _ = create_workspace(NOW, RANDOM)
    other_share = save(owner, Contents("other"), Identity("Template", "other"), NOW, RANDOM).share
    save(owner, Contents("old"), Identity("Template", "web"), NOW, RANDOM, expires=NOW)
    has_text, has_counter = Event(), Event()
    longest = 10 if connection.vendor == "postgresql" else 0.2  # SQLite has one writer at a time

    def revised() -> object:
        wrapper = after('UPDATE "playground_share"', has_text.set, partial(has_counter.wait, longest))
        with connection.execute_wrapper(wrapper):
            return revise(other_share, 1, Contents("one"), Identity("Template", "other"), NOW, RANDOM)

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
    assert [type(result) for result in deadlocked()] == [Revised, Saved]


@pytest.mark.django_db(transaction=True)
def test_without_retries_a_deadlock_fails_one_change(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transactions, "_ATTEMPTS", 1)
    failed = [isinstance(result, StaleError) for result in deadlocked()]
    assert sum(failed) == (1 if connection.vendor == "postgresql" else 0)
