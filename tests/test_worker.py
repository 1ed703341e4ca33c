"""gunicorn's workers share the load, and no slow client blocks the thread that accepts connections."""

from __future__ import annotations

import doctest
import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from gunicorn.config import Config

from playground import worker
from playground.worker import Worker
from tests.browser.servers import Server, make_server

CLIENTS = 8
GUNICORNS_OWN = {"GUNICORN_CMD_ARGS": "--worker-class gthread"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Server:
    """A server with two workers that each test starts as it needs it."""
    return make_server(tmp_path_factory.mktemp("site"), 2)


@contextmanager
def running(site: Server, more: dict[str, str]) -> Iterator[Server]:
    server = replace(site, environment={**site.environment, **more})
    server.start()
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def stopped(process: int) -> Iterator[None]:
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


def sockets(process: int) -> int:
    """How many sockets a process has open."""
    return sum("socket:" in str(file.resolve()) for file in Path(f"/proc/{process}/fd").iterdir())


def ask(connection: HTTPConnection) -> None:
    connection.request("GET", "/rules")
    with closing(connection.getresponse()) as answer:
        assert answer.status == 200
        answer.read()


def connections_of_the_second(server: Server, seconds: float) -> int:
    """Of connections that the first worker took, how many the second one has after all asked for so long."""
    _, second = sorted(server.workers())
    none = sockets(second)
    with ExitStack() as stack, ThreadPoolExecutor(CLIENTS) as pool:
        address = urlsplit(server.url).netloc
        clients = [stack.enter_context(closing(HTTPConnection(address, timeout=30))) for _ in range(CLIENTS)]
        with stopped(second):
            list(pool.map(ask, clients))
        end = time.monotonic() + seconds
        while time.monotonic() < end and sockets(second) - none < CLIENTS // 4:
            list(pool.map(ask, clients))
        return sockets(second) - none


def test_a_worker_with_more_than_its_share_closes_connections(site: Server) -> None:
    with running(site, {}) as server:
        assert connections_of_the_second(server, 20) >= CLIENTS // 4


def test_gunicorns_own_worker_would_keep_them_all(site: Server) -> None:
    with running(site, GUNICORNS_OWN) as server:
        assert connections_of_the_second(server, 1) < CLIENTS // 4


def answered_beside_one_who_stays(server: Server) -> float:
    """Seconds until a request is answered after another client was, who has not hung up since."""
    host, port = urlsplit(server.url).netloc.split(":")
    with socket.create_connection((host, int(port))) as other, other.makefile("rb") as answer:
        other.sendall(b"GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        while answer.readline():
            pass  # to the end of what is sent
        began = time.monotonic()
        with closing(HTTPConnection(host, int(port), timeout=30)) as connection:
            ask(connection)
        return time.monotonic() - began


def test_a_client_that_does_not_close_its_side_delays_nobody(site: Server) -> None:
    with running(site, {"WORKERS": "1"}) as server:
        assert min(answered_beside_one_who_stays(server) for _ in range(3)) < 1
    with running(site, {"WORKERS": "1", **GUNICORNS_OWN}) as server:
        assert answered_beside_one_who_stays(server) > 1


@contextmanager
def worker_of(threads: int) -> Iterator[Worker]:
    """A worker that nobody started."""
    config = Config()
    config.set("threads", threads)
    one = Worker(7, os.getpid(), [], None, 30, config, None)
    with closing(one.tmp):
        yield one


def at_farewells(one: Worker, expected: int) -> int:
    """How many threads wait for clients that do not hang up, of as many as a worker has."""
    threads = one.cfg.threads
    with ExitStack() as stack, ThreadPoolExecutor(threads) as pool:
        pairs = [[stack.enter_context(closing(end)) for end in socket.socketpair()] for _ in range(threads)]
        parting = [pool.submit(one.close_connection, ours) for ours, _ in pairs]
        end = time.monotonic() + 30
        while sum(not each.done() for each in parting) > expected and time.monotonic() < end:
            time.sleep(0.01)
        waiting = sum(not each.done() for each in parting)
        for _, theirs in pairs:
            theirs.shutdown(socket.SHUT_WR)
    return waiting


def test_at_most_a_quarter_of_the_threads_waits_for_clients_to_close(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_CLOSE_TIMEOUT", 60)
    with worker_of(32) as one:
        assert at_farewells(one, 8) == 8
        assert at_farewells(one, 8) == 8  # they are free again
        monkeypatch.setattr(one, "_closing", threading.BoundedSemaphore(32))
        assert at_farewells(one, 32) == 32


def test_a_worker_with_one_thread_waits_for_one_client(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_CLOSE_TIMEOUT", 60)
    with worker_of(1) as one:
        assert at_farewells(one, 1) == 1


def test_a_worker_that_has_ended_has_no_requests_in_progress() -> None:
    with worker_of(1) as one:
        assert [one.count(1), one.count(1), one.count(-1)] == [1, 2, 1]
        one.gone()
        assert one.count(1) == 1
        one.gone()


def test_examples_in_docstrings_hold() -> None:
    assert doctest.testmod(worker) == (0, 1)
