"""gunicorn's workers share the load, and no slow client blocks the thread that accepts connections."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import replace
from http.client import HTTPConnection
from itertools import islice
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from statistics import median
from urllib.parse import urlsplit

import pytest
from gunicorn.config import Config

from playground import worker
from playground.worker import Worker
from tests.browser.servers import Server, make_server
from tests.faults.test_postgresql import eventually

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
    found = 0
    for file in Path(f"/proc/{process}/fd").iterdir():
        with suppress(FileNotFoundError):  # it was closed meanwhile
            found += "socket:" in str(file.readlink())
    return found


def idle(server: Server) -> dict[int, int]:
    """How many sockets each of the two workers has open, once both have started and neither has a client."""
    eventually(lambda: len(server.workers()) == 2)
    for process in server.workers():
        with stopped(process):
            eventually(server.answers)  # the other one has started, too
    eventually(lambda: len({sockets(process) for process in server.workers()}) == 1)
    return {process: sockets(process) for process in server.workers()}


def ask(connection: HTTPConnection) -> None:
    connection.request("GET", "/rules")
    with closing(connection.getresponse()) as answer:
        assert answer.status == 200
        answer.read()


def connections_of_the_second(server: Server, seconds: float) -> int:
    """Of connections that the first worker took, how many the second one has after all asked for so long."""
    none = idle(server)
    _, second = sorted(none)
    with ExitStack() as stack, ThreadPoolExecutor(CLIENTS) as pool:
        address = urlsplit(server.url).netloc
        clients = [stack.enter_context(closing(HTTPConnection(address, timeout=30))) for _ in range(CLIENTS)]
        with stopped(second):
            list(pool.map(ask, clients))
        end = time.monotonic() + seconds
        while time.monotonic() < end and sockets(second) - none[second] < CLIENTS // 4:
            list(pool.map(ask, clients))
        return sockets(second) - none[second]


def test_a_worker_with_more_than_its_share_closes_connections(site: Server) -> None:
    with running(site, {}) as server:
        assert connections_of_the_second(server, 60) >= CLIENTS // 4


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


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> bytearray:
    """What is known of all workers: there is none."""
    known = bytearray(256)
    monkeypatch.setattr(worker, "_workers", known)
    return known


OTHER = 8  # the slot of another worker


@pytest.mark.parametrize(("own", "other"), [(0, 0), (1, 1), (2, 3), (5, 7), (3, None), (300, 254)])
def test_a_worker_with_no_more_than_the_others_accepts_at_once(own: int, other: int | None, workers: bytearray) -> None:
    with worker_of(1) as one:
        one.count(own)
        workers[OTHER] = 0 if other is None else 1 + other
        assert not one.leaves_to_others(100.0)


@pytest.mark.parametrize(("own", "other"), [(1, 0), (2, 1), (300, 9)])
def test_one_with_more_leaves_a_connection_to_another_but_not_for_ever(
    own: int, other: int, workers: bytearray
) -> None:
    with worker_of(1) as one:
        one.count(own)
        workers[OTHER] = 1 + other
        expected = {0.0: True, 0.04: True, 0.06: False, 0.2: False}
        assert {after: one.leaves_to_others(100.0 + after) for after in expected} == expected


def test_the_next_connection_is_left_to_another_worker_again(workers: bytearray) -> None:
    with worker_of(1) as one, socket.create_server(("127.0.0.1", 0)) as listener, DefaultSelector() as one.poller:
        one.count(1)
        workers[OTHER] = 1
        one.poller.register(listener, EVENT_READ, one.accept)
        for _ in range(2):
            with socket.create_connection(listener.getsockname()):
                one.wait_for_and_dispatch_events(10.0)
                assert not one.leaves_to_others(time.monotonic() + 1)
                listener.accept()[0].close()  # as the other worker does
            one.wait_for_and_dispatch_events(0.0)
            assert one.leaves_to_others(time.monotonic() + 1)
            one.wait_for_and_dispatch_events(0.0)


def test_a_worker_that_has_ended_has_no_requests_in_progress(workers: bytearray) -> None:
    with worker_of(1) as one:
        told = []
        for more in (0, 1, 1, -1, 300):
            one.count(more)
            told.append(max(workers))
        assert told == [1, 2, 3, 2, 255]
        one.gone()
        assert not any(workers)


@contextmanager
def bursts(server: Server) -> Iterator[Iterator[int]]:
    """Of connections that come at once, and on which nothing is asked, how many the worker with fewer of them takes."""
    none = idle(server)
    host, port = urlsplit(server.url).netloc.split(":")

    def taken(expected: int) -> list[int]:
        end = time.monotonic() + 60
        while sum(found := [sockets(process) - count for process, count in none.items()]) != expected:
            assert time.monotonic() < end, found
        return found

    def burst() -> int:
        with ExitStack() as stack:
            for _ in range(CLIENTS):
                stack.enter_context(socket.create_connection((host, int(port))))
            fewer = min(taken(CLIENTS))
        taken(0)
        return fewer

    yield (burst() for _ in range(60))


def test_connections_that_come_at_once_are_shared(site: Server) -> None:
    with running(site, {}) as server, bursts(server) as taken:
        assert median(islice(taken, 7)) >= 3
    with running(site, GUNICORNS_OWN) as server, bursts(server) as taken:
        assert any(fewer < 3 for fewer in taken)
