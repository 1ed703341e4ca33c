"""The engine's time for one request."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from random import SystemRandom
from typing import Any

import pytest
from django.test import Client, override_settings

from playground import deadlines
from playground.deadlines import deadline
from playground.engine import Deadline, evaluate
from playground.shares.workspaces import create_workspace
from tests.hostile.families import environment, template

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


@pytest.mark.django_db
def test_each_request_to_the_api_has_one_deadline_however_often_it_evaluates(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Deadline] = []

    def counted(*arguments: Any) -> Deadline:
        made.append(Deadline(*arguments))
        return made[-1]

    monkeypatch.setattr(deadlines, "Deadline", counted)
    workspace, token = create_workspace(datetime.now(UTC), SystemRandom())
    address = f"/apis/template.openshift.io/v1/namespaces/{workspace.name}"
    text = {"metadata": {"name": "a"}, "objects": []}  # evaluated once more with the kind that is missing
    for method, path, media in (
        ("POST", "processedtemplates", "application/json"),
        ("POST", "templates", "application/json"),
        ("PATCH", "templates/a", "application/merge-patch+json"),
    ):
        made.clear()
        sent = client.generic(
            method,
            f"{address}/{path}",
            json.dumps(text),
            media,
            secure=True,
            headers={"Authorization": f"Bearer {token}"},
        )
        assert (sent.status_code // 100, len(made)) == (2, 1)
