"""The page and the API count the previews and saves of a client together."""

from __future__ import annotations

import sqlite3
from unittest.mock import Mock

import pytest
from django.core.cache import cache
from django.db import InterfaceError, OperationalError
from django.test import RequestFactory
from pytest_django.fixtures import Settings

from playground import settings as defaults
from playground.web import client_rates
from playground.web.client_rates import wait_for_preview, wait_for_save


@pytest.mark.django_db
def test_saves_through_the_page_and_the_api_are_counted_together(settings: Settings) -> None:
    settings.SAVES_PER_MINUTE = 2
    page, api = RequestFactory().post("/share", {"a": "b"}), RequestFactory().put("/api/v1/x", "{}")
    assert [wait_for_save(page), wait_for_save(api)] == [0, 0]
    assert 0 < wait_for_save(api) <= 30


@pytest.mark.django_db
def test_by_default_fourteen_objects_are_created_and_deleted_without_waiting(settings: Settings) -> None:
    settings.SAVES_PER_MINUTE, settings.SAVES_PER_HOUR = defaults.SAVES_PER_MINUTE, defaults.SAVES_PER_HOUR
    settings.SAVED_BYTES_PER_DAY = defaults.SAVED_BYTES_PER_DAY
    assert [wait_for_save(RequestFactory().post("/", {"a": "b"})) for _ in range(28)] == [0] * 28


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
    monkeypatch.setattr(client_rates, "take", Mock(side_effect=error))
    with pytest.raises(type(error)):
        wait_for_save(RequestFactory().put("/", "x"))


def test_a_full_database_counts_nothing_so_that_a_client_can_still_delete(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.SAVES_PER_MINUTE = 2
    full = OperationalError()
    full.__cause__ = sqlite3.OperationalError()
    full.__cause__.sqlite_errorcode = sqlite3.SQLITE_FULL
    monkeypatch.setattr(client_rates, "take", Mock(side_effect=full))
    assert wait_for_save(RequestFactory().delete("/")) == 0


def test_without_a_limit_nothing_is_counted(settings: Settings) -> None:
    settings.PREVIEWS_PER_MINUTE = 0
    assert [wait_for_preview(RequestFactory().post("/")) for _ in range(3)] == [0, 0, 0]


@pytest.mark.django_db(transaction=True)
def test_a_client_waits_only_until_the_next_preview_is_due(settings: Settings) -> None:
    settings.PREVIEWS_PER_MINUTE = 2
    waits = [wait_for_preview(RequestFactory().post("/")) for _ in range(3)]
    assert waits[:2] == [0, 0]
    assert 0 < waits[2] <= 60


@pytest.mark.parametrize("error", [OperationalError("locked"), InterfaceError("closed")])
def test_while_the_database_does_not_answer_each_process_counts_by_itself(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    settings.PREVIEWS_PER_MINUTE = 3
    cache.clear()
    query = Mock(side_effect=error)
    monkeypatch.setattr(client_rates, "take", query)
    first_request, second_request = (
        RequestFactory().post("/", REMOTE_ADDR=address) for address in ("203.0.113.1", "203.0.113.2")
    )
    assert [wait_for_preview(first_request) for _ in range(5)] == [0, 0, 0, 60, 60]
    assert wait_for_preview(second_request) == 0
    assert query.call_count == 1  # nobody else waits for it
    (record,) = caplog.records
    assert record.message == "the database does not answer: this process counts requests by itself"


def test_one_request_in_a_while_asks_a_database_that_did_not_answer(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.PREVIEWS_PER_MINUTE = 30
    cache.clear()
    query = Mock(side_effect=OperationalError)
    monkeypatch.setattr(client_rates, "take", query)
    request = RequestFactory().post("/")
    wait_for_preview(request)
    for calls in (2, 3):
        cache.delete(client_rates._ASKED)  # the pause is over
        assert [wait_for_preview(request) for _ in range(3)] == [0, 0, 0]
        assert query.call_count == calls
    cache.delete(client_rates._ASKED)
    query.side_effect, query.return_value = None, 7.0
    assert [wait_for_preview(request) for _ in range(3)] == [7.0] * 3  # it answers, and everybody asks
