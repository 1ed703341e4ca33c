"""A change that another one overtook is made anew, as a whole; what it wrote at first is undone."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from random import SystemRandom
from threading import Event

import pytest
from django.db import IntegrityError, OperationalError, connection

from playground.models import Share, Workspace
from playground.shares import making, overtaking
from playground.shares.changing import Revised, revise
from playground.shares.contents import Contents
from playground.shares.making import Described, NameTaken, Saved, create_object, save
from playground.shares.overtaking import OvertakenError, with_retries
from playground.shares.workspaces import create_workspace
from tests.rows import store
from tests.shares.test_changing import at_once

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
RANDOM = SystemRandom()
WRITERS = 4


def overtaken(times: int, error: type[Exception] = OvertakenError) -> Callable[[], int]:
    """A change that is overtaken so many times; the attempt that was not."""
    attempts = 0

    def change() -> int:
        nonlocal attempts
        attempts += 1
        store(f"{attempts:022}", "", Contents(""), NOW)
        if attempts <= times:
            raise error
        return attempts

    return change


@pytest.mark.django_db
@pytest.mark.parametrize("error", [OvertakenError, IntegrityError])
def test_it_is_made_anew_and_nothing_of_before_is_left(error: type[Exception]) -> None:
    assert with_retries(overtaken(4, error)) == 5
    assert [share.slug for share in Share.objects.all()] == [f"{5:022}"]


@pytest.mark.django_db
@pytest.mark.parametrize(("times", "error"), [(5, OvertakenError), (1, ValueError), (1, OperationalError)])
def test_in_the_end_it_is_given_up_and_so_it_is_at_once_for_any_other_reason(
    times: int, error: type[Exception]
) -> None:
    with pytest.raises(error):
        with_retries(overtaken(times, error))
    assert not Share.objects.exists()


@pytest.mark.django_db
def test_a_part_is_made_anew_with_the_whole() -> None:
    parts: list[str] = []

    def whole() -> int:
        parts.append("before")
        return with_retries(part)

    part = overtaken(1)
    assert (with_retries(whole), parts) == (2, ["before", "before"])


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """All have looked before the first one writes, where more than one may."""
    words = making.search_words

    def later(*texts: str) -> str:
        time.sleep(0.1)
        return words(*texts)

    monkeypatch.setattr(making, "search_words", later)


def share_of(owner: Workspace) -> object:
    try:
        return save(owner, Contents("one"), Described("Template", "web"), NOW, RANDOM).share
    except IntegrityError as error:
        return error


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("slow")
def test_who_looked_before_another_one_wrote_finds_what_that_one_stored() -> None:
    owner, _ = create_workspace(NOW, RANDOM)
    assert len(set(at_once([lambda: share_of(owner)] * WRITERS))) == 1 == Share.objects.count()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("slow")
def test_without_another_attempt_they_would_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overtaking, "_ATTEMPTS", 1)
    owner, _ = create_workspace(NOW, RANDOM)
    failed = [isinstance(one, IntegrityError) for one in at_once([lambda: share_of(owner)] * WRITERS)]
    assert sum(failed) == (WRITERS - 1 if connection.vendor == "postgresql" else 0)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("slow")
def test_a_name_that_is_asked_for_at_once_is_one_objects_and_no_other_gets_another_one() -> None:
    owner, _ = create_workspace(NOW, RANDOM)
    texts = iter(map(str, range(WRITERS)))
    made = at_once([lambda: create_object(owner, Contents(next(texts)), "web", NOW, RANDOM, expires=None)] * WRITERS)
    assert sorted(type(one).__name__ for one in made) == [*[NameTaken.__name__] * (WRITERS - 1), Saved.__name__]
    assert [share.object_name for share in Share.objects.all()] == ["web"]


def after(done: str, *calls: Callable[[], object]) -> Callable[..., object]:
    """A wrapper of statements that makes ``calls`` once one that begins with ``done`` has been executed."""

    def wrapper(execute: Callable[..., object], statement: str, *rest: object) -> object:
        found = execute(statement, *rest)
        if statement.startswith(done):
            for call in calls:
                call()
        return found

    return wrapper


def of_one_text_whose_name_has_expired() -> list[object]:
    """A Revision and a new Share get the same text at once; the Share takes a name back, and thus the counter, first.

    The Share waits for the Revision's text, the Revision for the counter: on PostgreSQL, which ends one of them.
    """
    owner, _ = create_workspace(NOW, RANDOM)
    other = save(owner, Contents("other"), Described("Template", "other"), NOW, RANDOM).share
    save(owner, Contents("old"), Described("Template", "web"), NOW, RANDOM, expires=NOW)
    has_text, has_counter = Event(), Event()
    longest = 10 if connection.vendor == "postgresql" else 0.2  # SQLite has one writer at a time

    def revised() -> object:
        wrapper = after('UPDATE "playground_share"', has_text.set, partial(has_counter.wait, longest))
        with connection.execute_wrapper(wrapper):
            return revise(other, 1, Contents("one"), Described("Template", "other"), NOW, RANDOM)

    def saved() -> object:
        has_text.wait(10)
        with connection.execute_wrapper(after("UPDATE playground_counter", has_counter.set)):
            return save(owner, Contents("one"), Described("Template", "web"), NOW, RANDOM)

    return at_once([partial(told, revised), partial(told, saved)])


def told(change: Callable[[], object]) -> object:
    try:
        return change()
    except OperationalError as error:
        return error


@pytest.mark.django_db(transaction=True)
def test_of_two_that_wait_for_one_another_one_begins_anew() -> None:
    assert [type(one) for one in of_one_text_whose_name_has_expired()] == [Revised, Saved]


@pytest.mark.django_db(transaction=True)
def test_without_another_attempt_one_of_them_would_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overtaking, "_ATTEMPTS", 1)
    failed = [isinstance(one, OperationalError) for one in of_one_text_whose_name_has_expired()]
    assert sum(failed) == (1 if connection.vendor == "postgresql" else 0)
