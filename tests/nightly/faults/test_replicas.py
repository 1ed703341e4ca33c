"""Two servers on one PostgreSQL lose nothing between them, and one goes on without the other."""

from __future__ import annotations

import http.client
import json
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlencode

import psycopg
import pytest

from tests.api.calls import template
from tests.api.servers import new_workspace
from tests.nightly.faults.client import cookie_of, get, post
from tests.nightly.faults.replicas import PostgreSQL, Replicas
from tests.nightly.faults.test_crash import write
from tests.nightly.faults.test_postgresql import eventually

CLIENTS = 8
RACES = int(os.environ.get("RACES", "1"))
WRITES = int(os.environ.get("WRITES", "60"))  # acknowledged in each race; a Share takes at most 1000
CUT_OFF = 0  # in place of a status
SOME = 10  # requests
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def marks(client: str) -> Iterator[str]:
    """Words that occur nowhere else, without end."""
    number = 0
    while True:
        number += 1
        yield f"{client}-{number};"


def race(replicas: Replicas, add: Callable[[http.client.HTTPConnection, str], bool]) -> list[str]:
    """Let several clients add marks to one text until enough are acknowledged; those that were."""
    acknowledged: list[str] = []

    def client(name: str) -> None:
        with replicas.connect() as connection:
            for mark in marks(name):
                if len(acknowledged) >= WRITES:
                    return
                if add(connection, mark):
                    acknowledged.append(mark)

    with ThreadPoolExecutor(CLIENTS) as pool:
        list(pool.map(client, [f"c{number}" for number in range(CLIENTS)]))
    return acknowledged


def call(
    connection: http.client.HTTPConnection, method: str, address: str, body: str = "", **headers: str
) -> tuple[int, str]:
    connection.request(method, address, body, headers)
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


@pytest.mark.parametrize("_number", range(RACES))
def test_no_write_through_two_servers_is_lost(replicas: Replicas, _number: int) -> None:
    namespace, token = new_workspace(replicas.balancer.environment)
    collection = f"/apis/template.openshift.io/v1/namespaces/{namespace}/templates"
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def add(connection: http.client.HTTPConnection, mark: str) -> bool:
        current = json.loads(call(connection, "GET", f"{collection}/web", **headers)[1])
        current["message"] += mark
        status, _ = call(connection, "PUT", f"{collection}/web", json.dumps(current), **headers)
        assert status in (200, 409)
        return status == 200

    with replicas.connect() as connection:
        assert call(connection, "POST", collection, json.dumps(template(message="")), **headers)[0] == 201
    acknowledged = race(replicas, add)
    with replicas.connect() as connection:
        final = json.loads(call(connection, "GET", f"{collection}/web", **headers)[1])["message"]
    assert len(acknowledged) >= WRITES
    assert [mark for mark in acknowledged if mark not in final] == []
    assert final.count(";") == len(acknowledged)  # and whoever was told of a conflict has changed nothing


def naively(slug: str) -> Callable[[http.client.HTTPConnection, str], bool]:
    def add(connection: http.client.HTTPConnection, mark: str) -> bool:
        status, _ = call(connection, "POST", f"/bug/naive/{slug}", mark)
        assert status == 200  # or nobody would ever have enough
        return True

    return add


def checked_in_python(slug: str) -> Callable[[http.client.HTTPConnection, str], bool]:
    def add(connection: http.client.HTTPConnection, mark: str) -> bool:
        current = json.loads(call(connection, "GET", f"/bug/checked/{slug}")[1])
        current["words"] += mark
        status, _ = call(connection, "POST", f"/bug/checked/{slug}", json.dumps(current))
        assert status in (200, 409)
        return status == 200

    return add


@pytest.mark.parametrize("way", [naively, checked_in_python])
def test_with_a_wrong_implementation_some_would_be(
    replicas: Replicas, way: Callable[[str], Callable[[http.client.HTTPConnection, str], bool]]
) -> None:
    slug = post(replicas.balancer, "/share")[2].removeprefix("/s/")
    acknowledged = race(replicas, way(slug))
    with replicas.connect() as connection:
        final = json.loads(call(connection, "GET", f"/bug/checked/{slug}")[1])["words"]
    assert [mark for mark in acknowledged if mark not in final] != []


def browser(replicas: Replicas) -> dict[str, str]:
    """The headers of a browser that has opened the page."""
    return {"Cookie": f"csrftoken={cookie_of(replicas.balancer)}", **FORM}


def at_once(
    replicas: Replicas, address: str, headers: dict[str, str], fields: list[dict[str, str]]
) -> list[tuple[int, str, str]]:
    """What is answered to forms that are sent at the same moment: status, Location, cookies."""
    start = threading.Barrier(len(fields))
    secret = headers["Cookie"].split(";")[0].partition("=")[2]

    def send(form: dict[str, str]) -> tuple[int, str, str]:
        with replicas.connect() as connection:
            connection.connect()
            start.wait()
            connection.request("POST", address, urlencode({"csrfmiddlewaretoken": secret, **form}), headers)
            answer = connection.getresponse()
            answer.read()
            return answer.status, answer.headers["Location"] or "", answer.headers["Set-Cookie"] or ""

    with ThreadPoolExecutor(len(fields)) as pool:
        return list(pool.map(send, fields))


def test_of_concurrent_updates_of_one_revision_one_succeeds(replicas: Replicas) -> None:
    headers = browser(replicas)
    ((_, address, cookie),) = at_once(replicas, "/share", headers, [{"source": "kind: Pod"}])
    owner = {**headers, "Cookie": f"{headers['Cookie']}; {cookie.partition(';')[0]}"}
    for revision in range(1, 6):
        forms = [{"source": f"# {revision} {number}", "based_on": str(revision)} for number in range(CLIENTS)]
        statuses = [status for status, _, _ in at_once(replicas, f"{address}/update", owner, forms)]
        assert sorted(statuses) == [303] + [409] * (CLIENTS - 1)


def test_a_first_save_sent_many_times_at_once_gives_one_link(replicas: Replicas, shared_database: PostgreSQL) -> None:
    answers = at_once(replicas, "/share", browser(replicas), [{"source": "# twenty times"}] * 20)
    assert [status for status, _, _ in answers] == [303] * 20
    assert len({(address, cookie.partition(";")[0]) for _, address, cookie in answers}) == 1
    with psycopg.connect(shared_database.url) as connection:
        stored = connection.execute("SELECT count(*) FROM playground_revision WHERE text = '# twenty times'")
        assert stored.fetchone() == (1,)


def test_when_one_is_killed_the_other_answers_and_nothing_acknowledged_is_lost(replicas: Replicas) -> None:
    _, doomed = replicas.servers
    cookie, stop, saved = cookie_of(replicas.balancer), threading.Event(), threading.Semaphore(0)
    read_statuses: list[list[int]] = [[], []]

    def go_on() -> None:
        """Until each reader has read some more pages, and the writers have saved some more texts."""
        enough = [len(statuses) + SOME for statuses in read_statuses]
        for _ in range(SOME):
            assert saved.acquire(timeout=60), "nothing is saved"
        eventually(lambda: all(len(statuses) >= count for statuses, count in zip(read_statuses, enough, strict=True)))

    with ThreadPoolExecutor(CLIENTS) as pool:
        names = [f"k{number}" for number in range(4)]
        writers = [pool.submit(write, replicas.balancer, cookie, stop, name, saved=saved.release) for name in names]
        readers = [pool.submit(read, replicas, stop, statuses) for statuses in read_statuses]
        try:
            go_on()
            doomed.stop()
            go_on()
        finally:
            stop.set()
        for reader in readers:
            reader.result()
        acknowledged = [address for writer in writers for address in writer.result()]
    doomed.start()
    for statuses in read_statuses:
        assert set(statuses) <= {200, CUT_OFF}
        assert statuses.count(CUT_OFF) <= 1  # the one answer that the killed server was sending
    assert [address for address in acknowledged if get(replicas.balancer, f"{address}/raw") != 200] == []
    assert len(acknowledged) >= 2 * SOME


def read(replicas: Replicas, stop: threading.Event, statuses: list[int]) -> None:
    """Request a page until ``stop``, and add the statuses: CUT_OFF for an answer whose body did not arrive."""
    with replicas.connect() as client:
        while not stop.is_set():
            try:
                statuses.append(call(client, "GET", "/rules")[0])
            except http.client.IncompleteRead:
                statuses.append(CUT_OFF)
                client.close()
