"""The page and the API share their limits."""

from __future__ import annotations

import json
import shutil
import sqlite3
import sys
from collections import namedtuple
from collections.abc import Callable
from datetime import UTC, datetime
from random import SystemRandom
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.cache import cache
from django.db import InterfaceError, OperationalError, connection
from django.test import Client, RequestFactory, override_settings
from pytest_django.fixtures import Settings

from playground.api import decoding, evaluations, processed
from playground.api.protocol.groups import OPENSHIFT
from playground.engine import Deadline, Evaluation, Inputs, Limits, evaluate
from playground.storage.transactions import Quota, QuotaExceededError
from playground.storage.workspaces import create_workspace
from playground.web import limits
from playground.web.limits import deadline, storage_quota, wait_for_preview, wait_for_save
from tests.api.calls import Api
from tests.hostile.families import environment, template


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
    monkeypatch.setattr(limits, "take", Mock(side_effect=error))
    with pytest.raises(type(error)):
        wait_for_save(RequestFactory().put("/", "x"))


def test_a_full_database_counts_nothing_so_that_a_client_can_still_delete(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.SAVES_PER_MINUTE = 2
    full = OperationalError()
    full.__cause__ = sqlite3.OperationalError()
    full.__cause__.sqlite_errorcode = sqlite3.SQLITE_FULL
    monkeypatch.setattr(limits, "take", Mock(side_effect=full))
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
    asked = Mock(side_effect=error)
    monkeypatch.setattr(limits, "take", asked)
    one, other = (RequestFactory().post("/", REMOTE_ADDR=address) for address in ("203.0.113.1", "203.0.113.2"))
    assert [wait_for_preview(one) for _ in range(5)] == [0, 0, 0, 60, 60]
    assert wait_for_preview(other) == 0
    assert asked.call_count == 1  # nobody else waits for it
    (record,) = caplog.records
    assert record.message == "the database does not answer: this process counts requests by itself"


def test_one_request_in_a_while_asks_a_database_that_did_not_answer(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.PREVIEWS_PER_MINUTE = 30
    cache.clear()
    asked = Mock(side_effect=OperationalError)
    monkeypatch.setattr(limits, "take", asked)
    request = RequestFactory().post("/")
    wait_for_preview(request)
    for calls in (2, 3):
        cache.delete(limits._ASKED)  # the pause is over
        assert [wait_for_preview(request) for _ in range(3)] == [0, 0, 0]
        assert asked.call_count == calls
    cache.delete(limits._ASKED)
    asked.side_effect, asked.return_value = None, 7.0
    assert [wait_for_preview(request) for _ in range(3)] == [7.0] * 3  # it answers, and everybody asks


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


SLOW = environment((f"V{n}", f"$(V{n - 1})") for n in range(400))
SAID = "The evaluation took more than 1e-06 s and was stopped."


def test_a_request_has_two_seconds_and_with_0_no_limit() -> None:
    assert deadline().seconds == 2
    with override_settings(ENGINE_SECONDS=0):
        assert deadline().seconds == float("inf")


def test_two_evaluations_in_one_request_share_its_time() -> None:
    now = iter([0.0, *[1.0] * 10_000])
    shared = Deadline(1.0, lambda: next(now, 9.0))
    assert evaluate("a: 1", deadline=shared).stopped is None
    now = iter(())
    assert evaluate("a: 1", deadline=shared).stopped == 1.0


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/evaluate", "/"])
def test_the_page_reports_a_text_that_took_too_long(address: str, client: Client) -> None:
    with override_settings(ENGINE_SECONDS=0.000001):
        answer = client.post(address, {"source": SLOW})
    assert (answer.status_code, SAID in answer.content.decode()) == (200, True)
    assert "Not expanded: it takes too long." in answer.content.decode()
    with override_settings(ENGINE_SECONDS=60):
        assert SAID not in client.post(address, {"source": SLOW}).content.decode()


@pytest.mark.django_db
@override_settings(ENGINE_SECONDS=0.000001)
def test_the_api_reports_a_text_that_took_too_long(client: Client) -> None:
    answer = client.post("/api/evaluate", json.dumps({"text": SLOW}), "application/json", secure=True)
    assert answer.status_code == 200
    assert [found["message"] for found in answer.json()["diagnostics"]] == [SAID]
    address = "/apis/template.openshift.io/v1/namespaces/a/processedtemplates"
    text = template("{name: A, value: b}", "{kind: A, apiVersion: v1, v: '${A}'}")
    refused = client.post(address, text, "application/yaml", secure=True)
    assert (refused.status_code, refused.json()["message"]) == (413, SAID)


@pytest.fixture
def api(db: None) -> Api:
    """A client with the token of a new Workspace."""
    return Api(*create_workspace(datetime.now(UTC), SystemRandom()))


Stage = Callable[..., Any]
STAGES = ((decoding, "read"), (processed, "evaluate"), (evaluations, "evaluate"))


@override_settings(LIMITS={"nodes": 99})
def test_each_request_to_the_api_has_one_deadline_and_the_limits_of_the_site(
    client: Client, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Deadline] = []
    given: list[tuple[Limits, Deadline]] = []

    def counted(*arguments: Any) -> Deadline:
        made.append(Deadline(*arguments))
        return made[-1]

    def watched(stage: Stage) -> Stage:
        def run(*texts: Any, limits: Limits, deadline: Deadline) -> Any:
            given.append((limits, deadline))
            return stage(*texts, limits=limits, deadline=deadline)

        return run

    monkeypatch.setattr(limits, "Deadline", counted)
    for module, name in STAGES:
        monkeypatch.setattr(module, name, watched(getattr(module, name)))
    value = {"metadata": {"name": "a"}, "objects": []}
    for ask, times in (
        (lambda: api.call("POST", f"/{OPENSHIFT.path}/namespaces/x/processedtemplates", value, 201), 2),
        (lambda: api.create(value), 1),
        (lambda: api.patch("a", value), 1),
        (lambda: client.post("/api/evaluate", {"text": ""}, "application/json"), 1),
    ):
        made.clear()
        given.clear()
        ask()
        assert given == [(Limits(nodes=99), made[0])] * times
        assert len(made) == 1


def test_the_api_refuses_a_text_that_was_read_in_time_and_evaluated_too_late(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[str] = []

    def watched(text: str, *inputs: Inputs, **given: Any) -> Evaluation:
        begun.append(text)
        return evaluate(text, *inputs, **given)

    monkeypatch.setattr(limits, "Deadline", lambda *_: Deadline(1e-6, lambda: float(len(begun))))
    monkeypatch.setattr(processed, "evaluate", watched)
    address = f"/{OPENSHIFT.path}/namespaces/x/processedtemplates"
    refused = api.call("POST", address, {"metadata": {"name": "a"}, "objects": []}, 413)
    assert (refused["message"], len(begun)) == (SAID, 1)


@pytest.mark.parametrize("resource", ["processedtemplates", "templates"])
@override_settings(ENGINE_SECONDS=0.000001)
def test_the_api_refuses_a_text_that_takes_too_long_to_read(api: Api, resource: str) -> None:
    objects = [{"kind": "A", "apiVersion": "v1"}] * 10_000
    address = f"/apis/template.openshift.io/v1/namespaces/{api.workspace.name}/{resource}"
    refused = api.call("POST", address, {"metadata": {"name": "a"}, "objects": objects}, 413)
    assert refused["message"] == SAID
