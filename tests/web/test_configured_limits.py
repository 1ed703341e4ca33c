"""The limits of a request come from the settings, and hold for the page and the API."""

from __future__ import annotations

import json
import shutil
import sys
from collections import namedtuple
from collections.abc import Callable
from datetime import UTC, datetime
from random import SystemRandom
from typing import Any

import pytest
from django.db import connection
from django.test import Client, override_settings
from pytest_django.fixtures import Settings

from playground.api import evaluations, processed, sent_template
from playground.api.protocol.groups import OPENSHIFT
from playground.engine import Deadline, Evaluation, Inputs, Limits, evaluate
from playground.storage.counter import Quota, QuotaExceededError
from playground.storage.workspaces import create_workspace
from playground.web import configured_limits
from playground.web.configured_limits import deadline, storage_quota
from tests.api.calls import Api
from tests.hostile.families import environment, template


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
    assert [diagnostic["message"] for diagnostic in answer.json()["diagnostics"]] == [SAID]
    address = "/apis/template.openshift.io/v1/namespaces/a/processedtemplates"
    text = template("{name: A, value: b}", "{kind: A, apiVersion: v1, v: '${A}'}")
    refused = client.post(address, text, "application/yaml", secure=True)
    assert (refused.status_code, refused.json()["message"]) == (413, SAID)


@pytest.fixture
def api(db: None) -> Api:
    """A client with the token of a new Workspace."""
    return Api(*create_workspace(datetime.now(UTC), SystemRandom()))


Stage = Callable[..., Any]
STAGES = ((sent_template, "read"), (processed, "evaluate"), (evaluations, "evaluate"))


@override_settings(LIMITS={"nodes": 99})
def test_each_request_to_the_api_has_one_deadline_and_the_limits_of_the_site(
    client: Client, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    deadlines: list[Deadline] = []
    passed: list[tuple[Limits, Deadline]] = []

    def counted(*arguments: Any) -> Deadline:
        deadlines.append(Deadline(*arguments))
        return deadlines[-1]

    def watched(stage: Stage) -> Stage:
        def run(*texts: Any, limits: Limits, deadline: Deadline) -> Any:
            passed.append((limits, deadline))
            return stage(*texts, limits=limits, deadline=deadline)

        return run

    monkeypatch.setattr(configured_limits, "Deadline", counted)
    for module, name in STAGES:
        monkeypatch.setattr(module, name, watched(getattr(module, name)))
    value = {"metadata": {"name": "a"}, "objects": []}
    for ask, times in (
        (lambda: api.call("POST", f"/{OPENSHIFT.path}/namespaces/x/processedtemplates", value, 201), 2),
        (lambda: api.create(value), 1),
        (lambda: api.patch("a", value), 1),
        (lambda: client.post("/api/evaluate", {"text": ""}, "application/json"), 1),
    ):
        deadlines.clear()
        passed.clear()
        ask()
        assert passed == [(Limits(nodes=99), deadlines[0])] * times
        assert len(deadlines) == 1


def test_the_api_refuses_a_text_that_was_read_in_time_and_evaluated_too_late(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[str] = []

    def watched(text: str, *inputs: Inputs, **options: Any) -> Evaluation:
        begun.append(text)
        return evaluate(text, *inputs, **options)

    monkeypatch.setattr(configured_limits, "Deadline", lambda *_: Deadline(1e-6, lambda: float(len(begun))))
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
