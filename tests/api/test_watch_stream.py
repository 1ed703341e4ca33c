"""A watch sends every change once, in order, only to its owner, and then ends."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

import pytest
from django.db import OperationalError, connection
from django.test import Client, override_settings
from django.utils import timezone

from playground.api import watch_stream
from playground.engine import evaluate, object_text
from playground.storage import clock
from playground.storage.counter import COUNTER, last_version
from playground.storage.models import Counter, Share
from playground.storage.shares.changing import Revised, revise
from playground.storage.shares.contents import Contents
from playground.storage.shares.identity import identify
from playground.storage.shares.purging import purge
from playground.storage.workspaces import rotate_token
from playground.web import worker
from playground.web.api_limits import MOST_WATCHES, WATCHES_OF_A_CLIENT
from tests.api.calls import Api, template
from tests.api.conftest import RANDOM

TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io"


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch_stream, "POLL", 0.01)


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
        yield (json.loads(line) for line in lines.streaming_content if line.strip())
    finally:
        answer.close()


def type_and_name(event: Any) -> tuple[str, str]:
    return event["type"], event["object"]["metadata"]["name"]


def version(api: Api) -> str:
    version_of_list: str = api.get()["metadata"]["resourceVersion"]
    return version_of_list


def test_the_headers_are_sent_before_anything_happens(api: Api) -> None:
    answer: Any = Client().get(f"{api.address()}?watch=1", headers={"Authorization": f"Bearer {api.token}"})
    assert answer.headers["Content-Type"] == "application/json;stream=watch"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Accel-Buffering"] == "no"
    assert "sandbox" in answer.headers["Content-Security-Policy"]
    assert next(answer.streaming_content) == b""
    api.create(template())
    assert next(answer.streaming_content).endswith(b"}\n")
    answer.close()


def test_a_watch_lists_existing_objects_and_then_their_changes(api: Api) -> None:
    created = api.create(template())
    with watching(api, "timeoutSeconds=60") as events:
        assert next(events) == {"type": "ADDED", "object": created}
        changed = api.patch("web", {"message": "new"})
        assert next(events) == {"type": "MODIFIED", "object": changed}
        api.create(template("other"))
        assert type_and_name(next(events)) == ("ADDED", "other")
        deleted = api.delete("web")
        assert next(events) == {"type": "DELETED", "object": deleted}
        again = api.create(template())
        assert next(events) == {"type": "ADDED", "object": again}


def test_from_a_version_on_only_newer_changes_are_sent(api: Api, stranger: Api) -> None:
    api.create(template("before"))
    with watching(api, f"resourceVersion={version(api)}&timeoutSeconds=60") as events:
        stranger.create(template("theirs"))
        api.create(template("later"))
        assert type_and_name(next(events)) == ("ADDED", "later")


def test_a_change_during_a_query_is_sent_once(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    api.create(template("before"))
    with watching(api, f"resourceVersion={last_version().value}&timeoutSeconds=60") as events:

        def one_behind() -> Any:
            return SimpleNamespace(value=last_version().value - 1)  # as if it were read before the last change

        monkeypatch.setattr(watch_stream, "last_version", one_behind)
        names = ("web", "other", "third")
        for name in names:
            api.create(template(name))
        assert [type_and_name(next(events)) for _ in names] == [("ADDED", name) for name in names]
        api.create(template("fourth"))
        api.create(template("fifth"))
        assert type_and_name(next(events)) == ("ADDED", "fourth")


def test_what_the_page_makes_of_an_object_is_sent(api: Api) -> None:
    created = api.create(template())
    with watching(api, f"resourceVersion={version(api)}&timeoutSeconds=60") as events:
        for text, kind in (("kind: Pod", "DELETED"), (object_text(created), "ADDED")):  # an object no longer, and again
            share, identity = Share.objects.get(), identify(evaluate(text))
            assert isinstance(revise(share, share.head, Contents(text), identity, timezone.now(), RANDOM), Revised)
            assert type_and_name(next(events)) == (kind, "web")


def test_an_object_that_changed_and_expired_before_a_watch_is_deleted_for_it(api: Api) -> None:
    api.create(template())
    since = version(api)
    api.patch("web", {"message": "new"})
    Share.objects.update(expires=timezone.now() - timedelta(seconds=1))
    with watching(api, f"resourceVersion={since}&timeoutSeconds=60") as events:
        assert type_and_name(next(events)) == ("DELETED", "web")


def test_an_object_that_expired_between_two_watches_is_deleted_for_the_second(api: Api) -> None:
    api.create(template())
    since = version(api)
    Share.objects.update(expires=timezone.now() - timedelta(minutes=50))
    with watching(api, f"resourceVersion={since}&timeoutSeconds=60") as events:
        assert type_and_name(next(events)) == ("DELETED", "web")


def test_a_watch_from_before_a_purge_must_list_again(api: Api) -> None:
    api.create(template())
    since = version(api)
    Share.objects.update(expires=timezone.now() - timedelta(minutes=61))
    assert purge(timezone.now()) == 1
    with watching(api, f"resourceVersion={since}&timeoutSeconds=60") as events:
        (event,) = events
    assert (event["type"], event["object"]["code"]) == ("ERROR", 410)


def test_objects_created_and_deleted_between_two_polls_are_skipped(api: Api) -> None:
    start = version(api)
    api.create(template("short"))
    api.delete("short")
    api.create(template("last"))
    with watching(api, f"resourceVersion={start}&timeoutSeconds=60") as events:
        assert type_and_name(next(events)) == ("ADDED", "last")


def test_an_object_that_no_longer_matches_the_selector_is_deleted_for_the_watch(api: Api) -> None:
    for name, labels in (("web", {"app": "a"}), ("db", {})):
        api.create(template(name, metadata={"name": name, "labels": labels}))
    with watching(api, "labelSelector=app&timeoutSeconds=60") as events:
        assert type_and_name(next(events)) == ("ADDED", "web")
        api.patch("db", {"message": "not selected"})
        api.patch("web", {"metadata": {"labels": None}})
        assert type_and_name(next(events)) == ("DELETED", "web")
        api.patch("db", {"metadata": {"labels": {"app": "b"}}})
        assert type_and_name(next(events)) == ("ADDED", "db")
        api.delete("db")
        assert type_and_name(next(events)) == ("DELETED", "db")


def test_one_object_may_be_watched(api: Api) -> None:
    with watching(api, "fieldSelector=metadata.name%3Dweb&timeoutSeconds=60") as events:
        api.create(template("other"))
        api.create(template("web"))
        assert type_and_name(next(events)) == ("ADDED", "web")


def test_an_expired_object_is_deleted_for_the_watch(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch_stream, "SIGN_OF_LIFE", 0)
    _, expiring, last = (api.create(template(name)) for name in ("other", "web", "last"))
    Share.objects.update(expires=timezone.now() + timedelta(hours=1))
    with watching(api, "timeoutSeconds=60&fieldSelector=metadata.name%3Dweb") as events:
        for kind, template_object in (("ADDED", expiring), ("DELETED", last)):
            event = next(events)
            assert type_and_name(event) == (kind, "web")
            assert event["object"]["metadata"]["resourceVersion"] == template_object["metadata"]["resourceVersion"]
            later = timezone.now() + timedelta(hours=1)
            monkeypatch.setattr(clock, "now", lambda later=later: later)


def test_an_object_that_expires_just_before_the_end_is_deleted_for_the_watch(
    api: Api, paused: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    api.create(template())
    start = timezone.now()
    Share.objects.update(expires=start + timedelta(seconds=5))
    since = version(api)
    monkeypatch.setattr(clock, "now", lambda: start + timedelta(seconds=sum(paused)))
    with watching(api, f"resourceVersion={since}&timeoutSeconds=12&allowWatchBookmarks=1") as events:
        deleted, bookmark = events
    assert type_and_name(deleted) == ("DELETED", "web")
    assert bookmark["type"] == "BOOKMARK"


def test_each_line_may_be_a_table(api: Api) -> None:
    api.create(template())
    with watching(api, "timeoutSeconds=60", Accept=TABLE) as events:
        event = next(events)
    assert event["object"]["kind"] == "Table"
    assert event["object"]["rows"][0]["cells"][0] == "web"


@pytest.fixture
def paused(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses between the queries of a watch, whose clock does not go on otherwise."""
    pauses: list[float] = []
    monkeypatch.setattr(watch_stream, "POLL", 12)
    monkeypatch.setattr(watch_stream, "time", SimpleNamespace(monotonic=lambda: sum(pauses), sleep=pauses.append))
    return pauses


def test_a_watch_times_out_with_a_bookmark(api: Api, paused: list[float]) -> None:
    created = api.create(template())
    with watching(api, "timeoutSeconds=30&allowWatchBookmarks=true") as events:
        added, bookmark = events
    assert paused == [12, 12, 6]
    assert added == {"type": "ADDED", "object": created}
    metadata = {"resourceVersion": created["metadata"]["resourceVersion"]}
    identity = {"kind": "Template", "apiVersion": "template.openshift.io/v1"}
    assert bookmark == {"type": "BOOKMARK", "object": {**identity, "metadata": metadata}}


@pytest.mark.parametrize(
    ("query", "shortest", "longest"),
    [
        pytest.param("", 1800, 3600, marks=pytest.mark.nightly),
        pytest.param("timeoutSeconds=0", 1800, 3600, marks=pytest.mark.nightly),
        ("timeoutSeconds=7", 7, 7),
        pytest.param("timeoutSeconds=9999", 3600, 3600, marks=pytest.mark.nightly),
    ],
)
def test_a_watch_lives_as_long_as_on_a_real_server(
    api: Api, paused: list[float], query: str, shortest: int, longest: int
) -> None:
    with watching(api, query) as events:
        assert not list(events)
    assert shortest <= round(sum(paused)) <= longest


@pytest.mark.parametrize(("query", "bookmarks", "signs"), [("", 0, 6), ("&allowWatchBookmarks=1", 3, 4)])
def test_a_silent_watch_shows_that_it_lives_and_sends_bookmarks_every_minute(
    api: Api, paused: list[float], query: str, bookmarks: int, signs: int
) -> None:
    address = f"{api.address()}?watch=1&timeoutSeconds=126{query}"  # the watch looks every 12 seconds
    answer: Any = Client().get(address, headers={"Authorization": f"Bearer {api.token}"})
    pieces = list(answer.streaming_content)
    answer.close()
    assert pieces.count(b" ") == signs
    lines = b"".join(pieces).decode()
    types, decoder = [], json.JSONDecoder()
    while lines := lines.lstrip():
        event, end = decoder.raw_decode(lines)  # as Go reads a stream
        types.append(event["type"])
        lines = lines[end:]
    assert types == ["BOOKMARK"] * bookmarks


def test_a_watch_from_a_future_version_waits_for_it(api: Api) -> None:
    current = int(api.create(template("old"))["metadata"]["resourceVersion"])
    with watching(api, f"resourceVersion={current + 2}&timeoutSeconds=60") as events:
        for name in ("one", "two", "three"):
            created = api.create(template(name))
        assert next(events) == {"type": "ADDED", "object": created}


def test_a_watch_ends_when_its_token_is_replaced(api: Api, paused: list[float]) -> None:
    with watching(api) as events:
        rotate_token(api.workspace, RANDOM)
        (event,) = events
    assert (event["type"], event["object"]["code"]) == ("ERROR", 401)
    assert len(paused) == 2  # until the first sign of life


def test_a_watch_ends_when_its_client_is_gone(api: Api, paused: list[float]) -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        answer: Any = Client().get(
            f"{api.address()}?watch=1",
            headers={"Authorization": f"Bearer {api.token}"},
            **{"gunicorn.socket": cast("Any", ours)},
        )
        pieces = answer.streaming_content
        assert next(pieces) == b""
        theirs.send(b"more")
        assert next(pieces) == b" "
        ours.recv(4)
        theirs.close()
        assert list(pieces) == []
        answer.close()


def test_a_watch_ends_when_the_database_does_not_answer(
    api: Api, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with watching(api) as events:
        api.create(template())
        next(events)
        monkeypatch.setattr(watch_stream, "last_version", Mock(side_effect=OperationalError("gone")))
        assert list(events) == []
    assert caplog.messages == ["the database does not answer"]


def test_a_watch_ends_with_its_worker(api: Api, paused: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_worker", SimpleNamespace(alive=False, cfg=SimpleNamespace(threads=32)))
    with watching(api, "allowWatchBookmarks=1") as events:
        assert [event["type"] for event in events] == ["BOOKMARK"]
    assert paused == []


def test_a_list_may_be_streamed(api: Api) -> None:
    api.create(template())
    with watching(
        api,
        f"resourceVersion={version(api)}&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&timeoutSeconds=60",
    ) as events:
        first, second = next(events), next(events)
    assert first["type"] == "ADDED"
    assert second["object"]["metadata"]["annotations"] == {"k8s.io/initial-events-end": "true"}


def test_a_watch_whose_objects_take_too_long_to_read_ends_with_an_error(api: Api) -> None:
    for name in "ab":
        api.create(template(name))
    with override_settings(ENGINE_SECONDS=1e-9), watching(api, "timeoutSeconds=60") as events:
        first, last = events
    assert (type_and_name(first), last["type"]) == (("ADDED", "a"), "ERROR")
    assert (last["object"]["code"], last["object"]["reason"]) == (504, "Timeout")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("since", "form"), [(3, "application/json"), (4, TABLE)])
def test_the_only_event_since_a_version_that_is_too_old_is_an_error(api: Api, since: int, form: str) -> None:
    api.create(template())
    Counter.objects.update(forgotten=5, value=9)
    with watching(api, f"resourceVersion={since}", Accept=form) as events:
        (event,) = events
    assert (event["type"], event["object"]["kind"], event["object"]["code"]) == ("ERROR", "Status", 410)
    assert event["object"]["reason"] == "Expired"
    assert event["object"]["message"] == f"too old resource version: {since} (9)"


@pytest.mark.parametrize("since", ["5", "9", "0", ""])
def test_every_version_that_is_not_forgotten_is_known_and_none_is_needed(api: Api, since: str) -> None:
    Counter.objects.update_or_create(name=COUNTER, defaults={"forgotten": 5, "value": 9})
    with watching(api, f"resourceVersion={since}") as events:
        api.create(template())
        assert type_and_name(next(events)) == ("ADDED", "web")


@pytest.mark.parametrize(
    ("query", "message"),
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
def test_options_of_a_watch_go_together(api: Api, query: str, message: str) -> None:
    status = api.call("GET", f"{api.address()}?watch=1&{query}", None, 422)
    assert status["message"] == f'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: {message}'


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


def open_watches(api: Api, addresses: Iterable[str]) -> list[Any]:
    """A watch from each of the client ``addresses``, which nobody reads."""
    address, headers = f"{api.address()}?watch=1&timeoutSeconds=60", {"Authorization": f"Bearer {api.token}"}
    return [Client().get(address, headers=headers, REMOTE_ADDR=client) for client in addresses]


@pytest.mark.django_db(transaction=True)
def test_the_number_of_watches_is_limited_and_each_frees_its_place(api: Api) -> None:
    clients = [f"192.0.2.{number}" for number in range(MOST_WATCHES)]
    for _ in range(2):
        answers = open_watches(api, clients)
        assert [answer.status_code for answer in answers] == [200] * MOST_WATCHES
        (refused,) = open_watches(api, ["192.0.2.99"])
        assert (refused.status_code, refused["Retry-After"]) == (429, "1")
        for answer in answers:
            answer.close()  # also one that nobody read
            answer.close()


@pytest.mark.django_db(transaction=True)
def test_one_client_cannot_take_all_places(api: Api) -> None:
    answers = open_watches(api, ["192.0.2.1"] * (WATCHES_OF_A_CLIENT + 1))
    assert [answer.status_code for answer in answers] == [200] * WATCHES_OF_A_CLIENT + [429]
    (answer_of_another,) = open_watches(api, ["192.0.2.2"])
    assert answer_of_another.status_code == 200
    for answer in (*answers, answer_of_another):
        answer.close()


@pytest.mark.django_db(transaction=True)
def test_watches_leave_half_of_the_threads_to_other_requests(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_worker", SimpleNamespace(alive=True, cfg=SimpleNamespace(threads=4)))
    answers = open_watches(api, ["192.0.2.1"] * 3)
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    for answer in answers:
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

    with watching(api, "timeoutSeconds=60") as events:
        creating = threading.Thread(target=create_all)
        creating.start()
        assert [type_and_name(next(events)) for _ in names] == [("ADDED", name) for name in names]
        creating.join()
