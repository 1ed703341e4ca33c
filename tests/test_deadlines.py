"""The engine's time for one request."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from random import SystemRandom
from typing import Any

import pytest
from django.test import Client, override_settings

from playground import deadlines
from playground.api import evaluations, processed
from playground.deadlines import deadline
from playground.engine import Deadline, Evaluation, Inputs, Limits, evaluate
from playground.shares.workspaces import create_workspace
from tests.hostile.families import environment, template

SLOW = environment((f"V{n}", f"$(V{n - 1})") for n in range(400))
SAID = "The evaluation took more than 1e-06 s and was stopped."
Send = Callable[[str, str], Any]


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
def send(db: None, client: Client) -> Send:
    """Sends a Template to a resource of a new namespace; it is evaluated once more with the kind that is missing."""
    workspace, token = create_workspace(datetime.now(UTC), SystemRandom())
    address = f"/apis/template.openshift.io/v1/namespaces/{workspace.name}"

    def sent(method: str, resource: str) -> Any:
        media = "application/merge-patch+json" if method == "PATCH" else "application/json"
        headers = {"Authorization": f"Bearer {token}"}
        body = json.dumps({"metadata": {"name": "a"}, "objects": []})
        return client.generic(method, f"{address}/{resource}", body, media, secure=True, headers=headers)

    return sent


def _watch(monkeypatch: pytest.MonkeyPatch, watched: Callable[..., Evaluation]) -> None:
    for module in (evaluations, processed):
        monkeypatch.setattr(module, "evaluate", watched)


@override_settings(LIMITS={"nodes": 99})
def test_each_request_to_the_api_has_one_deadline_and_the_limits_of_the_site_however_often_it_evaluates(
    client: Client, send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Deadline] = []
    given: list[tuple[Limits, Deadline]] = []

    def counted(*arguments: Any) -> Deadline:
        made.append(Deadline(*arguments))
        return made[-1]

    def watched(text: str, *inputs: Inputs, limits: Limits, deadline: Deadline) -> Evaluation:
        given.append((limits, deadline))
        return evaluate(text, *inputs, limits=limits, deadline=deadline)

    monkeypatch.setattr(deadlines, "Deadline", counted)
    _watch(monkeypatch, watched)
    for ask, times in (
        (lambda: send("POST", "processedtemplates"), 1),
        (lambda: send("POST", "templates"), 0),
        (lambda: send("PATCH", "templates/a"), 0),
        (lambda: client.post("/api/evaluate", {"text": ""}, "application/json", secure=True), 1),
    ):
        made.clear()
        given.clear()
        assert ask().status_code // 100 == 2
        assert given == [(Limits(nodes=99), made[0])] * times
        assert len(made) == 1


def test_the_api_refuses_a_text_that_was_read_in_time_and_evaluated_too_late(
    send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[str] = []

    def watched(text: str, *inputs: Inputs, **given: Any) -> Evaluation:
        begun.append(text)
        return evaluate(text, *inputs, **given)

    monkeypatch.setattr(deadlines, "Deadline", lambda *_: Deadline(1e-6, lambda: float(len(begun))))
    _watch(monkeypatch, watched)
    answer = send("POST", "processedtemplates")
    assert (answer.status_code, json.loads(answer.content)["message"], len(begun)) == (413, SAID, 1)
