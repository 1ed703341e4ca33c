"""The pages of a list contain every object once."""

from __future__ import annotations

import base64
import json
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.test import override_settings
from django.utils import timezone

from playground.api import lists
from playground.engine import evaluate, object_text
from playground.storage import clock
from playground.storage.models import Counter, Share
from playground.storage.shares.changing import revise
from playground.storage.shares.contents import Contents
from playground.storage.shares.identity import identify
from tests.api.calls import Api, template
from tests.api.conftest import RANDOM

NOW = "2026-11-23T12:00:00+00:00"


def names(listing: Any) -> list[str]:
    return [item["metadata"]["name"] for item in listing["items"]]


def pages(api: Api, query: str) -> list[list[str]]:
    items, token = [], ""
    for _ in range(20):
        page = api.call("GET", f"{api.address()}?{query}&continue={token}")
        items.append(names(page))
        token = page["metadata"].get("continue", "")
        if not token:
            return items
    raise AssertionError("the pages do not end")


def test_a_list_has_the_version_of_the_last_change(api: Api) -> None:
    assert api.get()["metadata"] == {"resourceVersion": "0"}
    created = api.create(template())
    assert api.get()["metadata"] == {"resourceVersion": created["metadata"]["resourceVersion"]}


def test_pages_contain_every_object_once_ordered_by_name(api: Api) -> None:
    for name in "edcba":
        api.create(template(name))
    assert pages(api, "limit=2") == [["a", "b"], ["c", "d"], ["e"]]
    assert pages(api, "limit=0") == pages(api, "limit=9") == [["a", "b", "c", "d", "e"]]


def test_pages_of_a_selection_are_full(api: Api) -> None:
    for number in range(6):
        labels = {"even": "yes"} if number % 2 == 0 else {}
        api.create(template(f"t{number}", metadata={"name": f"t{number}", "labels": labels}))
    assert pages(api, "limit=2&labelSelector=even") == [["t0", "t2"], ["t4"]]
    assert pages(api, "fieldSelector=metadata.name%3Dt3") == [["t3"]]


def test_a_page_ends_where_it_would_be_too_large(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists, "MOST_LISTED", 1)
    for name in "ab":
        api.create(template(name))
    assert pages(api, "labelSelector=none") == [[], []]
    assert pages(api, "limit=500") == [["a"], ["b"]]


@override_settings(ENGINE_SECONDS=1e-9)
def test_a_page_ends_where_the_time_of_the_request_does(api: Api) -> None:
    with override_settings(ENGINE_SECONDS=60):
        for name in "abc":
            api.create(template(name))
    assert pages(api, "limit=500") == [["a"], ["b"], ["c"]]
    assert pages(api, "labelSelector=none") == [[], [], []]
    message = "reading the objects takes too long; some are deleted; send the request again to delete the others"
    assert api.delete(status=504)["message"] == message
    assert pages(api, "") == [["b"], ["c"]]


def test_an_expired_continue_token_is_410(api: Api) -> None:
    for name in "ab":
        api.create(template(name))
    token = api.call("GET", f"{api.address()}?limit=1")["metadata"]["continue"]
    Counter.objects.update(forgotten=99, value=100)
    status = api.call("GET", f"{api.address()}?continue={token}", None, 410)
    assert status["reason"] == "Expired"


@pytest.mark.parametrize(
    "content",
    [
        7,
        {},
        {"v": 0, "after": "a"},
        {"v": 0, "after": "a", "at": 7},
        {"v": 0, "after": "a", "at": "2026-11-23"},
        {"v": "1", "after": "a", "at": NOW},
        {"v": 0, "after": 7, "at": NOW},
        {"v": 0, "after": "\0", "at": NOW},
        {"v": 0, "after": "a", "at": "0001-01-01T00:00:00+14:00"},
    ],
)
def test_an_invalid_continue_token_is_400(api: Api, content: Any) -> None:
    token = base64.urlsafe_b64encode(json.dumps(content).encode()).decode()
    for text in (token, "x", "é", "{}", "////"):
        api.call("GET", f"{api.address()}?continue={text}", None, 400)


def test_a_list_begun_after_a_purge_can_be_continued(api: Api) -> None:
    for name in ("a", "b"):
        api.create(template(name))
    Counter.objects.update(forgotten=F("value"))
    token = api.call("GET", f"{api.address()}?limit=1")["metadata"]["continue"]
    assert names(api.call("GET", f"{api.address()}?continue={token}")) == ["b"]


def test_the_pages_of_a_list_are_one_snapshot(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in "abcdef":
        api.create(template(name))
    first = api.call("GET", f"{api.address()}?limit=1")
    before = {name: api.get(name) for name in "bcdef"}
    api.patch("b", {"message": "changed"})
    api.delete("c")
    Share.objects.filter(object_name="d").update(expires=timezone.now() + timedelta(minutes=1))
    share = Share.objects.get(object_name="e")
    revise(share, share.head, Contents("kind: Pod"), identify(evaluate("kind: Pod")), timezone.now(), RANDOM)
    api.create(template("bb"))
    api.delete("f")
    api.create(template("f"))
    later = timezone.now() + timedelta(minutes=2)
    monkeypatch.setattr(clock, "now", lambda: later)  # `d` has expired meanwhile
    listed = api.call("GET", f"{api.address()}?continue={first['metadata']['continue']}")
    assert listed["metadata"] == {"resourceVersion": first["metadata"]["resourceVersion"]}
    assert names(listed) == list("bcdef")
    for item in listed["items"]:
        if item["metadata"]["name"] != "d":  # whose expiry was changed, too
            assert item == before[item["metadata"]["name"]]
    assert names(api.get()) == ["a", "b", "bb", "f"]


def test_a_list_whose_snapshot_is_lost_is_410(api: Api) -> None:
    for name in "ab":
        api.create(template(name))
    token = api.call("GET", f"{api.address()}?limit=1")["metadata"]["continue"]
    for text in ("kind: Pod", object_text(template("b"))):  # an object no longer, and again
        share = Share.objects.get(object_name="b")
        revise(share, share.head, Contents(text), identify(evaluate(text)), timezone.now(), RANDOM)
    status = api.call("GET", f"{api.address()}?continue={token}", None, 410)
    assert "too old to display a consistent list" in status["message"]


def test_each_object_is_listed_once_as_it_is_now(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists, "_BATCH", 2)
    for name in "abcde":
        api.create(template(name))
    api.patch("c", {"message": "changed"})
    listed = [(item["metadata"]["name"], item.get("message")) for item in api.get()["items"]]
    assert listed == [("a", None), ("b", None), ("c", "changed"), ("d", None), ("e", None)]


def test_shares_of_the_page_are_listed_too(api: Api) -> None:
    api.create(template())
    Share.objects.update(expires=None)
    assert "playground/expires" not in api.get("web")["metadata"]["annotations"]


def test_a_list_is_of_the_present_and_says_so(api: Api) -> None:
    old = api.create(template())["metadata"]["resourceVersion"]
    now = api.create(template("b"))["metadata"]["resourceVersion"]
    for query in (f"resourceVersion={now}&resourceVersionMatch=Exact", f"resourceVersion={old}", "resourceVersion=0"):
        assert len(api.call("GET", f"{api.address()}?{query}")["items"]) == 2
    status = api.call("GET", f"{api.address()}?resourceVersion={old}&resourceVersionMatch=Exact", None, 410)
    assert (status["reason"], status["message"]) == (
        "Expired",
        "The resourceVersion for the provided list is too old.",
    )
    status = api.call("GET", f"{api.address()}?resourceVersion=99", None, 504)
    assert (status["reason"], status["message"]) == (
        "Timeout",
        f"Timeout: Too large resource version: 99, current: {now}",
    )
    cause = {"reason": "ResourceVersionTooLarge", "message": "Too large resource version"}
    assert status["details"] == {"causes": [cause], "retryAfterSeconds": 1}
    assert api.headers["Retry-After"] == "1"
    again = api.call("GET", f"{api.address()}?limit=1")["metadata"]["continue"]
    status = api.call("GET", f"{api.address()}?resourceVersion={now}&continue={again}", None, 400)
    assert status["message"] == "specifying resource version is not allowed when using continue"


@pytest.mark.parametrize(
    ("query", "message"),
    [
        (
            "resourceVersionMatch=Exact",
            "Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided",
        ),
        (
            "resourceVersionMatch=Newest&resourceVersion=1",
            'Unsupported value: "Newest": supported values: "Exact", "NotOlderThan", ""',
        ),
        (
            "resourceVersionMatch=Exact&resourceVersion=0",
            'Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"',
        ),
        (
            "resourceVersionMatch=Exact&resourceVersion=1&continue=x",
            "Forbidden: resourceVersionMatch is forbidden when continue is provided",
        ),
    ],
)
def test_options_of_a_list_go_together(api: Api, query: str, message: str) -> None:
    status = api.call("GET", f"{api.address()}?{query}", None, 422)
    assert status["message"] == f'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: {message}'


def test_only_a_watch_begins_with_what_there_is(api: Api) -> None:
    status = api.call("GET", f"{api.address()}?sendInitialEvents=true", None, 422)
    assert status["details"]["causes"] == [
        {
            "reason": "FieldValueForbidden",
            "message": "Forbidden: sendInitialEvents is forbidden for list",
            "field": "sendInitialEvents",
        }
    ]
