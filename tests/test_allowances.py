"""The page and the API share their limits: what was saved through one counts for the other."""

from __future__ import annotations

import shutil
import sqlite3
import sys
from collections import namedtuple
from unittest.mock import Mock

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.test import RequestFactory
from pytest_django.fixtures import Settings

from playground import allowances
from playground.allowances import room, wait_for_preview, wait_for_save
from playground.shares.room import NoRoomError, Room
from tests.permits import forget_permits


@pytest.mark.django_db
def test_a_client_that_saved_enough_waits_wherever_it_saves(settings: Settings) -> None:
    settings.SAVES_PER_MINUTE = 2
    page, api = RequestFactory().post("/share", {"a": "b"}), RequestFactory().put("/api/v1/x", "{}")
    assert [wait_for_save(page), wait_for_save(api)] == [0, 0]
    assert 0 < wait_for_save(api) <= 30


@pytest.mark.django_db
def test_what_one_client_sends_in_a_day_is_counted_in_bytes(settings: Settings) -> None:
    settings.SAVED_BYTES_PER_DAY = 10
    assert wait_for_save(RequestFactory().put("/", "x" * 11)) == 86_400
    assert wait_for_save(RequestFactory().put("/", "x" * 10)) == 0


@pytest.mark.parametrize("error", [OperationalError("locked"), InterfaceError("closed")])
def test_a_database_that_does_not_answer_is_waited_for_once(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, error: Exception
) -> None:
    settings.SAVES_PER_MINUTE = 2
    monkeypatch.setattr(allowances, "take", Mock(side_effect=error))
    with pytest.raises(type(error)):  # the view, which would wait as long again, is not asked
        wait_for_save(RequestFactory().put("/", "x"))


def test_in_a_database_that_is_full_nothing_is_counted_so_that_something_may_be_deleted(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.SAVES_PER_MINUTE = 2
    full = OperationalError()
    full.__cause__ = sqlite3.OperationalError()
    full.__cause__.sqlite_errorcode = sqlite3.SQLITE_FULL
    monkeypatch.setattr(allowances, "take", Mock(side_effect=full))
    assert wait_for_save(RequestFactory().delete("/")) == 0


def test_without_a_limit_nothing_is_counted(settings: Settings) -> None:
    settings.PREVIEWS_PER_MINUTE = 0
    assert [wait_for_preview(RequestFactory().post("/")) for _ in range(3)] == [0, 0, 0]


@pytest.mark.django_db(transaction=True)
def test_previews_come_back_evenly(settings: Settings) -> None:
    settings.PREVIEWS_PER_MINUTE = 2
    forget_permits()
    waits = [wait_for_preview(RequestFactory().post("/")) for _ in range(3)]
    forget_permits()
    assert waits[:2] == [0, 0]
    assert 0 < waits[2] <= 60


def test_the_room_is_what_the_settings_say(settings: Settings) -> None:
    settings.STORED_SHARES, settings.STORED_BYTES, settings.REVISIONS = 3, 4, 5
    assert room() == Room(3, 4, 5)
    settings.STORED_SHARES = settings.STORED_BYTES = settings.REVISIONS = 0
    assert room() == Room(sys.maxsize, sys.maxsize, sys.maxsize)


def test_the_last_of_the_disk_is_left_alone(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: usage(1000, 900, 100))
    settings.FREE_BYTES = 100
    room()
    settings.FREE_BYTES = 101
    if connection.vendor == "sqlite":
        with pytest.raises(NoRoomError):
            room()
    else:
        room()  # the database's disk is somewhere else
    settings.FREE_BYTES = 0
    room()
