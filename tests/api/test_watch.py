"""A watch sends every change once, in order, only to its owner, and then ends."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client, override_settings
from django.utils import timezone

from playground.api import watch
from playground.api_limits import MOST_WATCHES
from playground.models import Counter, Share
from tests.api.calls import Api, template

TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io"


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "POLL", 0.01)


@contextmanager
def watching(api: Api, query: str = "", **headers: str) -> Iterator[Iterator[Any]]:
    """The events of a watch, as they come."""
    answer = Client().get(
        f"{api.address()}?watch=true&{query}", headers={"Authorization": f"Bearer {api.token}", **headers}
    )
    assert answer.status_code == 200, answer.content
    assert answer.streaming
    lines: Any = answer
    try:
        yield (json.loads(line) for line in lines.streaming_content if line)
    finally:
        answer.close()


def type_and_name(event: Any) -> tuple[str, str]:
    return event["type"], event["object"]["metadata"]["name"]


def version(api: Api) -> str:
    found: str = api.get()["metadata"]["resourceVersion"]
    return found


def test_the_headers_are_sent_before_anything_happens(api: Api) -> None:
    answer: Any = Client().get(f"{api.address()}?watch=1", headers={"Authorization": f"Bearer {api.token}"})
    assert answer.headers["Content-Type"] == "application/json;stream=watch"
    assert next(answer.streaming_content) == b""
    answer.close()


def test_a_watch_lists_existing_objects_and_then_their_changes(api: Api) -> None:
    made = api.create(template())
    with watching(api, "timeoutSeconds=5") as events:
        assert next(events) == {"type": "ADDED", "object": made}
        changed = api.patch("web", {"message": "new"})
        assert next(events) == {"type": "MODIFIED", "object": changed}
        api.create(template("other"))
        assert type_and_name(next(events)) == ("ADDED", "other")
        deleted = api.delete("web")
        assert next(events) == {"type": "DELETED", "object": deleted}
        again = api.create(template())
        assert next(events) == {"type": "ADDED", "object": again}


def test_from_a_version_on_only_newer_changes_are_sent(api: Api, stranger: Api) -> None:
    api.create(template("old"))
    with watching(api, f"resourceVersion={version(api)}&timeoutSeconds=5") as events:
        stranger.create(template("theirs"))
        api.create(template("new"))
        assert type_and_name(next(events)) == ("ADDED", "new")


def test_objects_created_and_deleted_between_two_polls_are_skipped(api: Api) -> None:
    start = version(api)
    api.create(template("short"))
    api.delete("short")
    api.create(template("last"))
    with watching(api, f"resourceVersion={start}&timeoutSeconds=5") as events:
        assert type_and_name(next(events)) == ("ADDED", "last")


def test_an_object_that_no_longer_matches_the_selector_is_deleted_for_the_watch(api: Api) -> None:
    for name, labels in (("web", {"app": "a"}), ("db", {})):
        api.create(template(name, metadata={"name": name, "labels": labels}))
    with watching(api, "labelSelector=app&timeoutSeconds=5") as events:
        assert type_and_name(next(events)) == ("ADDED", "web")
        api.patch("db", {"message": "not selected"})
        api.patch("web", {"metadata": {"labels": None}})
        assert type_and_name(next(events)) == ("DELETED", "web")
        api.patch("db", {"metadata": {"labels": {"app": "b"}}})
        assert type_and_name(next(events)) == ("ADDED", "db")
        api.delete("db")
        assert type_and_name(next(events)) == ("DELETED", "db")


def test_one_object_may_be_watched(api: Api) -> None:
    with watching(api, "fieldSelector=metadata.name%3Dweb&timeoutSeconds=5") as events:
        api.create(template("other"))
        api.create(template("web"))
        assert type_and_name(next(events)) == ("ADDED", "web")


def test_an_expired_object_is_deleted_for_the_watch(api: Api) -> None:
    api.create(template())
    Share.objects.update(expires=timezone.now() + timedelta(seconds=0.3))
    with watching(api, "timeoutSeconds=5") as events:
        assert [type_and_name(next(events)) for _ in range(2)] == [("ADDED", "web"), ("DELETED", "web")]


def test_each_line_may_be_a_table(api: Api) -> None:
    api.create(template())
    with watching(api, "timeoutSeconds=5", Accept=TABLE) as events:
        event = next(events)
    assert event["object"]["kind"] == "Table"
    assert event["object"]["rows"][0]["cells"][0] == "web"


def test_a_watch_times_out_with_a_bookmark(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    made = api.create(template())
    monkeypatch.setattr(watch, "LONGEST_WATCH", 0.2)
    start = time.monotonic()
    with watching(api, "timeoutSeconds=600&allowWatchBookmarks=true") as events:
        kinds = [(event["type"], event["object"]["metadata"]["resourceVersion"]) for event in events]
    assert time.monotonic() - start < 5
    assert kinds == [(kind, made["metadata"]["resourceVersion"]) for kind in ("ADDED", "BOOKMARK")]


def test_a_list_may_be_streamed(api: Api) -> None:
    api.create(template())
    with watching(
        api, f"resourceVersion={version(api)}&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&timeoutSeconds=5"
    ) as events:
        first, second = next(events), next(events)
    assert first["type"] == "ADDED"
    assert second["object"]["metadata"]["annotations"] == {"k8s.io/initial-events-end": "true"}


def test_a_watch_whose_objects_take_too_long_to_read_ends_with_an_error(api: Api) -> None:
    for name in "ab":
        api.create(template(name))
    with override_settings(ENGINE_SECONDS=1e-9), watching(api, "timeoutSeconds=5") as events:
        first, last = events
    assert (type_and_name(first), last["type"]) == (("ADDED", "a"), "ERROR")
    assert (last["object"]["code"], last["object"]["reason"]) == (504, "Timeout")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("since", "form"), [(4, "application/json"), (10, TABLE)])
def test_the_only_event_since_a_version_that_is_too_old_is_an_error(api: Api, since: int, form: str) -> None:
    api.create(template())
    Counter.objects.update(forgotten=5, value=9)
    with watching(api, f"resourceVersion={since}", Accept=form) as events:
        (event,) = events
    assert (event["type"], event["object"]["kind"], event["object"]["code"]) == ("ERROR", "Status", 410)
    assert event["object"]["reason"] == "Expired"
    assert event["object"]["message"] == f"too old resource version: {since} (9)"


@pytest.mark.parametrize(
    ("query", "words"),
    [
        (
            "sendInitialEvents=true",
            "Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan",
        ),
        (
            "resourceVersionMatch=NotOlderThan",
            "Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided",
        ),
        (
            "resourceVersionMatch=NotOlderThan&sendInitialEvents=true&continue=x",
            "Forbidden: resourceVersionMatch is forbidden when continue is provided",
        ),
    ],
)
def test_options_of_a_watch_go_together(api: Api, query: str, words: str) -> None:
    status = api.call("GET", f"{api.address()}?watch=1&{query}", None, 422)
    assert status["message"] == f'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: {words}'


def test_a_watch_knows_one_way_to_match_a_version(api: Api) -> None:
    query = "watch=1&sendInitialEvents=true&resourceVersionMatch=Exact"
    causes = api.call("GET", f"{api.address()}?{query}", None, 422)["details"]["causes"]
    assert [cause["message"] for cause in causes] == [
        "Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan",
        'Unsupported value: "Exact": supported values: "NotOlderThan"',
    ]


@pytest.mark.parametrize("word", ["watch", "watch=", "watch=yes", "watch=True", "watch=1"])
def test_a_watch_is_one_unless_the_query_denies_it(api: Api, word: str) -> None:
    answer = api.client.get(
        f"{api.address()}?{word}&timeoutSeconds=1", headers={"Authorization": f"Bearer {api.token}"}
    )
    assert answer.streaming
    answer.close()


@pytest.mark.parametrize("word", ["watch=0", "watch=false", "watch=False"])
def test_a_denied_watch_is_a_list(api: Api, word: str) -> None:
    assert api.call("GET", f"{api.address()}?{word}")["kind"] == "TemplateList"


@pytest.mark.django_db(transaction=True)
def test_the_number_of_watches_is_limited_and_each_frees_its_place(api: Api) -> None:
    address = f"{api.address()}?watch=1&timeoutSeconds=5"
    headers = {"Authorization": f"Bearer {api.token}"}
    for _ in range(2):
        answers = [Client().get(address, headers=headers) for _ in range(MOST_WATCHES)]
        assert [answer.status_code for answer in answers] == [200] * MOST_WATCHES
        refused = Client().get(address, headers=headers)
        assert (refused.status_code, refused["Retry-After"]) == (429, "1")
        for answer in answers:
            answer.close()  # also one that nobody read
            answer.close()


@pytest.mark.django_db(transaction=True)
def test_concurrent_changes_are_all_sent(api: Api) -> None:
    names = [f"t{number}" for number in range(8)]

    def create_all() -> None:
        try:
            for name in names:
                api.create(template(name))
        finally:
            connection.close()  # this thread's own

    with watching(api, "timeoutSeconds=20") as events:
        creating = threading.Thread(target=create_all)
        creating.start()
        assert [type_and_name(next(events)) for _ in names] == [("ADDED", name) for name in names]
        creating.join()
