"""Every acknowledged save survives a crash: the server is killed during a burst of saves, again and again."""

from __future__ import annotations

import http.client
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

from tests.browser.servers import Server, make_server
from tests.nightly.faults.client import cookie_of, get
from tests.nightly.faults.replicas import UNLIMITED, new_database

CYCLES = int(os.environ.get("CRASHES", "1"))
TRACED = int(os.environ.get("TRACED", "5"))
WRITERS = 4
MOST = 20  # saves before a kill


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on a new database of the kind that the tests run on, with no limit on saves."""
    free = {**UNLIMITED, "LOG_LEVEL": "CRITICAL", **new_database("crash")}
    server = make_server(tmp_path_factory.mktemp("crash"), workers=2, more=free)
    yield server
    server.stop()


def write(
    server: Server,
    cookie: str,
    stop: threading.Event,
    name: str,
    refused: list[int] | None = None,
    saved: Callable[[], object] = lambda: None,
) -> list[str]:
    """Share one text after another until ``stop``; the addresses that were acknowledged.

    The statuses of other answers are added to ``refused``; ``saved`` is called after each that was acknowledged.
    """
    acknowledged: list[str] = []
    headers = {"Cookie": f"csrftoken={cookie}", "Content-Type": "application/x-www-form-urlencoded"}
    with closing(http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=30)) as client:
        number = 0
        while not stop.is_set():
            number += 1
            body = urlencode({"source": f"# {name} {number}\n", "csrfmiddlewaretoken": cookie})
            try:
                client.request("POST", "/share", body, headers)
                answer = client.getresponse()
                answer.read()
            except (http.client.HTTPException, OSError):
                return acknowledged  # it was killed
            if answer.status == 303:
                acknowledged.append(str(answer.headers["Location"]))
                saved()
            elif refused is not None:
                refused.append(answer.status)
    return acknowledged


def crash(server: Server, cycle: int) -> list[str]:
    """Start ``server``, let several clients save, kill it in the middle of that; what was acknowledged.

    The middle is told by saves, however many a busy machine makes a second: each cycle's is another one.
    """
    server.start()
    cookie, stop, enough = cookie_of(server), threading.Event(), threading.Semaphore(0)
    with ThreadPoolExecutor(WRITERS) as pool:
        names = (f"{cycle} {number}" for number in range(WRITERS))
        writers = [pool.submit(write, server, cookie, stop, name, saved=enough.release) for name in names]
        try:
            for _ in range(1 + cycle % MOST):
                assert enough.acquire(timeout=30), "nothing is saved"
        finally:
            server.stop()  # SIGKILL, to gunicorn and its workers
            stop.set()
        return [address for writer in writers for address in writer.result()]


def missing(server: Server, addresses: list[str]) -> list[str]:
    server.start()
    try:
        return [address for address in addresses if get(server, f"{address}/raw") != 200]
    finally:
        server.stop()


@pytest.mark.smoke
@pytest.mark.django_db  # so that it runs on PostgreSQL too
def test_no_acknowledged_save_is_lost_in_many_crashes(site: Server) -> None:
    acknowledged = [address for cycle in range(CYCLES) for address in crash(site, cycle)]
    assert len(acknowledged) >= CYCLES
    assert len(set(acknowledged)) == len(acknowledged)
    never_saved = "/s/AbCdEfGhIjKlMnOpQrSt-_"
    assert missing(site, [*acknowledged, never_saved]) == [never_saved]


def calls(log: Path) -> list[str]:
    """What a traced server did about its database and its clients, in order: `sync` and `answer`."""
    system_calls = re.findall(
        r"\b(fdatasync|fsync)\(|\bsend(?:to|msg)?\(\d+, \"HTTP/1.1 303", log.read_text(errors="replace")
    )
    return ["sync" if call else "answer" for call in system_calls]


def traced(server: Server, log: Path, settings: str, count: int) -> list[str]:
    """The calls of a server with ``settings`` while ``count`` texts are saved one after the other."""
    strace = ("strace", "-f", "-qq", "-s", "16", "-e", "trace=fdatasync,fsync,sendto,sendmsg,send", "-o", str(log))
    environment = {**server.environment, "WORKERS": "1", "DJANGO_SETTINGS_MODULE": settings}
    watched = replace(
        server, environment=environment, command=(*strace, sys.executable, "-m", "gunicorn", "playground.wsgi")
    )
    watched.start()
    try:
        cookie = cookie_of(watched)
        log.write_text("")
        for number in range(count):
            stop = threading.Event()
            assert len(write(watched, cookie, stop, f"traced {number}", saved=stop.set)) == 1
    finally:
        watched.stop()
    return calls(log)


def unsynced(system_calls: list[str]) -> int:
    """Answers that went out without a sync since the answer before."""
    return sum(
        1 for before, call in zip(["answer", *system_calls], system_calls, strict=False) if call == before == "answer"
    )


def test_an_answer_is_sent_after_the_text_is_on_disk(site: Server, tmp_path: Path) -> None:
    system_calls = traced(site, tmp_path / "full", "playground.settings", TRACED)
    assert system_calls.count("answer") == TRACED
    assert unsynced(system_calls) == 0
    lazily = traced(site, tmp_path / "normal", "tests.nightly.faults.without_sync", 5)
    assert unsynced(lazily) > 0
