"""Answers about objects of others do not reveal whether these exist, to the byte."""

from __future__ import annotations

import json
import statistics
import time
from typing import Any

import pytest

from playground.api.protocol.groups import GROUPS, Group
from tests.api.calls import Api, template

CHANGES = {"PUT": "application/json", "PATCH": "application/merge-patch+json"}
Answer = tuple[int, bytes, tuple[tuple[str, str], ...]]


def ask(api: Api, method: str, address: str) -> Answer:
    """Status, body and headers of an answer."""
    body = b"{}" if method in CHANGES else b""
    answer: Any = api.client.generic(
        method, address, body, content_type=CHANGES.get(method, ""), headers={"Authorization": f"Bearer {api.token}"}
    )
    headers = {name: value for name, value in answer.headers.items() if name != "X-Request-Id"}  # chance alone
    return answer.status_code, answer.content, tuple(sorted(headers.items()))


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("method", ["GET", "PUT", "PATCH", "DELETE"])
def test_missing_deleted_and_foreign_objects_get_the_same_answer(
    api: Api, stranger: Api, group: Group, method: str
) -> None:
    address = api.address("web", group)
    never = ask(api, method, address)
    stranger.create(template())
    of_another = ask(api, method, address)
    api.create(template())
    api.delete("web")
    gone = ask(api, method, address)
    assert never[0] == 404
    assert never == of_another == gone


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("method", ["GET", "PUT", "PATCH", "DELETE"])
def test_another_namespace_is_forbidden_whether_objects_exist_or_not(
    api: Api, stranger: Api, group: Group, method: str
) -> None:
    address = stranger.address("web", group)
    empty = ask(api, method, address)
    stranger.create(template())
    full = ask(api, method, address)
    stranger.delete("web")
    gone = ask(api, method, address)
    assert empty[0] == 403
    assert empty == full == gone
    status, resource = json.loads(empty[1]), group.qualified("templates")
    verb = {"PUT": "update"}.get(method, method.lower())
    assert status["message"] == (
        f'{resource} "web" is forbidden: the token cannot {verb} resource "templates" in API group "{group.name}"'
        f' in the namespace "{stranger.workspace.name}"'
    )
    named = {"name": "web", "group": group.name, "kind": "templates"}
    assert status["details"] == {field: text for field, text in named.items() if text}
    assert status["code"] == 403


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_an_unknown_namespace_is_forbidden_like_any_other(api: Api, stranger: Api, method: str) -> None:
    stranger.create(template())
    name = stranger.workspace.name
    never = "x" * len(name)
    status, body, headers = ask(api, method, api.address(namespace=never))
    assert status == 403
    assert (status, body.replace(never.encode(), name.encode()), headers) == ask(api, method, stranger.address())
    verb = {"GET": "list", "POST": "create", "DELETE": "deletecollection"}[method]
    assert f'the token cannot {verb} resource "templates"' in json.loads(body)["message"]


GAP = 0.001  # seconds of the processor's


@pytest.mark.nightly
def test_response_times_reveal_nothing(api: Api, stranger: Api) -> None:
    stranger.create(template("there"))
    api.create(template("gone"))
    api.delete("gone")
    addresses = {
        "never": api.address("never"),
        "of another": api.address("there"),
        "gone": api.address("gone"),
    }
    assert gap(api, addresses) < GAP


@pytest.mark.nightly
def test_a_slower_answer_would_be_noticed(api: Api) -> None:
    api.create(template("long", objects=[{"apiVersion": "v1", "kind": "ConfigMap", "data": {"a": "b"}}] * 300))
    assert gap(api, {"there": api.address("long"), "never": api.address("never")}, times=10) > GAP


def gap(api: Api, addresses: dict[str, str], times: int = 150) -> float:
    """How far apart the medians of what the ``addresses`` cost are, asked in turns."""
    cost: dict[str, list[float]] = {name: [] for name in addresses}
    for _ in range(times):
        for name, address in addresses.items():
            begin = time.thread_time()
            ask(api, "GET", address)
            cost[name].append(time.thread_time() - begin)
    medians = [statistics.median(times) for times in cost.values()]
    return max(medians) - min(medians)
