"""Room is counted as it is taken and given, and no more of it is given out than there is."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.db import transaction

from playground.shares.contents import Contents
from playground.shares.room import NoRoomError, Room, give_room
from playground.shares.versions import last_version
from tests.rows import store

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
TEXT = Contents("x" * 20)
SIZE = TEXT.size

pytestmark = pytest.mark.django_db


def taken() -> tuple[int, int]:
    counter = last_version()
    return counter.bytes, counter.shares


@pytest.fixture(autouse=True)
def counted() -> None:
    for letter in "AB":
        store(letter * 22, "", TEXT, NOW)


def test_what_is_taken_is_counted_until_it_is_given_back() -> None:
    store("C" * 22, "", TEXT, NOW)
    assert taken() == (3 * SIZE, 3)
    give_room(2 * SIZE, 2)
    assert taken() == (SIZE, 1)


@pytest.mark.parametrize("room", [Room(bytes=3 * SIZE), Room(shares=3)])
def test_the_last_there_is_may_be_taken(room: Room) -> None:
    store("C" * 22, "", TEXT, NOW, room=room)
    assert taken() == (3 * SIZE, 3)


@pytest.mark.parametrize("room", [Room(bytes=3 * SIZE - 1), Room(shares=2)])
def test_what_there_is_no_room_for_is_refused_and_not_counted(room: Room) -> None:
    before = last_version().value
    with pytest.raises(NoRoomError), transaction.atomic():
        store("C" * 22, "", TEXT, NOW, room=room)
    assert (taken(), last_version().value) == ((2 * SIZE, 2), before)
