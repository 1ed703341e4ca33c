"""Room is counted as it is taken and given, and no more of it is given out than there is."""

from __future__ import annotations

import pytest

from playground.shares.room import ANY_ROOM, NoRoomError, Room, give_room, take_room
from playground.shares.versions import last_version, next_version

pytestmark = pytest.mark.django_db


def taken() -> tuple[int, int]:
    counter = last_version()
    return counter.bytes, counter.shares


@pytest.fixture(autouse=True)
def counted() -> None:
    next_version()
    take_room(100, 2, ANY_ROOM)


def test_what_is_taken_is_counted_until_it_is_given_back() -> None:
    take_room(20, 1, ANY_ROOM)
    assert taken() == (120, 3)
    give_room(100, 2)
    assert taken() == (20, 1)


@pytest.mark.parametrize("room", [Room(bytes=120), Room(shares=3)])
def test_the_last_there_is_may_be_taken(room: Room) -> None:
    take_room(20, 1, room)
    assert taken() == (120, 3)


@pytest.mark.parametrize("room", [Room(bytes=119), Room(shares=2)])
def test_what_there_is_no_room_for_is_refused_and_not_counted(room: Room) -> None:
    with pytest.raises(NoRoomError):
        take_room(20, 1, room)
    assert taken() == (100, 2)
