"""The page and the API share their limits."""

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

from playground import request_limits
from playground.request_limits import storage_quota, wait_for_preview, wait_for_save
from playground.shares.quota import Quota, QuotaExceededError
from tests.permits import forget_permits


@pytest.mark.django_db
def test_saves_through_the_page_and_the_api_are_counted_together(settings: Settings) -> None:
    settings.SAVES_PER_MINUTE = 2
    page, api = RequestFactory().post("/share", {"a": "b"}), RequestFactory().put("/api/v1/x", "{}")
    assert [wait_for_save(page), wait_for_save(api)] == [0, 0]
    assert 0 < wait_for_save(api) <= 30


@pytest.mark.django_db
def test_the_bytes_that_a_client_sends_in_a_day_are_limited(settings: Settings) -> None:
    settings.SAVED_BYTES_PER_DAY = 10
    assert wait_for_save(RequestFactory().put("/", "x" * 11)) == 86_400
    assert wait_for_save(RequestFactory().put("/", "x" * 10)) == 0


@pytest.mark.parametrize("error", [OperationalError("locked"), InterfaceError("closed")])
def test_when_the_database_does_not_answer_the_error_is_raised(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, error: Exception
) -> None:
    settings.SAVES_PER_MINUTE = 2
    monkeypatch.setattr(request_limits, "take", Mock(side_effect=error))
    with pytest.raises(type(error)):
        wait_for_save(RequestFactory().put("/", "x"))


def test_a_full_database_counts_nothing_so_that_a_client_can_still_delete(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.SAVES_PER_MINUTE = 2
    full = OperationalError()
    full.__cause__ = sqlite3.OperationalError()
    full.__cause__.sqlite_errorcode = sqlite3.SQLITE_FULL
    monkeypatch.setattr(request_limits, "take", Mock(side_effect=full))
    assert wait_for_save(RequestFactory().delete("/")) == 0


def test_without_a_limit_nothing_is_counted(settings: Settings) -> None:
    settings.PREVIEWS_PER_MINUTE = 0
    assert [wait_for_preview(RequestFactory().post("/")) for _ in range(3)] == [0, 0, 0]


@pytest.mark.django_db(transaction=True)
def test_a_client_waits_only_until_the_next_preview_is_due(settings: Settings) -> None:
    settings.PREVIEWS_PER_MINUTE = 2
    forget_permits()
    waits = [wait_for_preview(RequestFactory().post("/")) for _ in range(3)]
    forget_permits()
    assert waits[:2] == [0, 0]
    assert 0 < waits[2] <= 60


def test_the_storage_quota_comes_from_the_settings(settings: Settings) -> None:
    settings.STORED_SHARES, settings.STORED_BYTES, settings.REVISIONS = 3, 4, 5
    assert storage_quota() == Quota(3, 4, 5)
    settings.STORED_SHARES = settings.STORED_BYTES = settings.REVISIONS = 0
    assert storage_quota() == Quota(sys.maxsize, sys.maxsize, sys.maxsize)


def test_nothing_may_be_stored_when_less_than_the_wanted_space_is_free_on_the_disk(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: usage(1000, 900, 100))
    settings.FREE_BYTES = 100
    storage_quota()
    settings.FREE_BYTES = 101
    if connection.vendor == "sqlite":
        with pytest.raises(QuotaExceededError):
            storage_quota()
    else:
        storage_quota()  # the database's disk is somewhere else
    settings.FREE_BYTES = 0
    storage_quota()
