"""A client gets exactly what the limit allows, whatever address it claims and whichever server it asks."""

from __future__ import annotations

import http.client
import json
import os
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from urllib.parse import urlsplit

import pytest

from tests.browser.servers import Server, free_port, make_server
from tests.nightly.faults.replicas import new_database, running

REQUESTS = int(os.environ.get("FLOOD", "120"))
LIMIT = 50
CLIENTS = 8
SAVE, PREVIEW = "/api/v1/namespaces/x/templates", "/api/evaluate"
BODY = json.dumps({"text": ""})
ONLY = {
    "SAVES_PER_MINUTE": "0",
    "SAVES_PER_HOUR": "0",
    "SAVED_BYTES_PER_DAY": str(LIMIT * len(BODY)),  # one comes back in half an hour: none while this runs
    "PREVIEWS_PER_MINUTE": str(LIMIT),
    "LOG_LEVEL": "CRITICAL",
    "DJANGO_SETTINGS_MODULE": "tests.nightly.faults.patient",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Server:
    """Two workers, with a new database of the kind that the tests run on."""
    return make_server(tmp_path_factory.mktemp("flood"), workers=2, more={**ONLY, **new_database("flood")})


@contextmanager
def twice(site: Server, **more: str) -> Iterator[tuple[Server, Server]]:
    """Two servers of ``site`` at once, with these settings besides."""
    port = free_port()
    first = replace(site, environment={**site.environment, **more})
    second = replace(first, url=f"http://127.0.0.1:{port}", environment={**first.environment, "PORT": str(port)})
    with running(first, second):
        yield first, second


def flood(servers: tuple[Server, ...], address: str, forwarded: Callable[[], str], count: int) -> Counter[int]:
    """Send ``count`` requests to all ``servers`` in turn from several threads; how often each status was answered."""

    def run(number: int) -> Counter[int]:
        statuses: Counter[int] = Counter()
        where = urlsplit(servers[number % len(servers)].url).netloc
        for _ in range(count // CLIENTS):
            # a connection each: the next one may be another worker's
            with closing(http.client.HTTPConnection(where, timeout=30)) as client:
                headers = {"Content-Type": "application/json", "X-Forwarded-For": forwarded()}
                client.request("POST", address, BODY, headers)
                answer = client.getresponse()
                answer.read()
                statuses[answer.status] += 1
        return statuses

    with ThreadPoolExecutor(CLIENTS) as pool:
        return sum(pool.map(run, range(CLIENTS)), Counter[int]())


def made_up() -> str:
    return ".".join(str(random.randrange(1, 255)) for _ in range(4))


def behind_a_proxy(client: str) -> Callable[[], str]:
    """What our proxy sends for ``client``, who makes up whatever stands to the left of it."""
    return lambda: f"{made_up()}, {made_up()}, {client}"


@pytest.mark.django_db  # so that it runs on PostgreSQL too
def test_four_workers_of_two_servers_share_one_limit(site: Server) -> None:
    with twice(site, TRUSTED_PROXIES="127.0.0.1") as servers:
        saves = flood(servers, SAVE, behind_a_proxy("203.0.113.7"), REQUESTS)
        assert saves == {401: LIMIT, 429: REQUESTS - LIMIT}  # counted before anybody asks who that is
        began = time.monotonic()
        previews = flood(servers, PREVIEW, behind_a_proxy("203.0.113.7"), REQUESTS)
        came_back = (time.monotonic() - began) * LIMIT / 60
        assert set(previews) == {200, 429}
        assert LIMIT <= previews[200] <= LIMIT + came_back + 1


@pytest.mark.django_db
def test_trusting_every_proxy_would_disable_the_limit(site: Server) -> None:
    with twice(site, TRUSTED_PROXIES="0.0.0.0/0") as servers:
        assert flood(servers, SAVE, made_up, 80) == {401: 80}
        assert flood(servers, SAVE, lambda: "198.51.100.7", 80) == {401: LIMIT, 429: 80 - LIMIT}
