"""A PostgreSQL that is restarted, killed or hangs costs no acknowledged save, no page and no thread."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.browser.servers import Server, make_server
from tests.faults.client import cookie_of, get, post
from tests.faults.replicas import UNLIMITED, PostgreSQL, postgresql, running, twin
from tests.faults.test_crash import write

RESTARTS = int(os.environ.get("RESTARTS", "2"))  # of each kind
BACK = 15.0  # seconds


@pytest.fixture(scope="module")
def database() -> Iterator[PostgreSQL]:
    with postgresql() as started:
        yield started


@pytest.fixture(scope="module")
def site(database: PostgreSQL, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    more = {**UNLIMITED, "DATABASE_URL": database.url, "SECRET_KEY": "only-for-tests-" * 4, "LOG_LEVEL": "CRITICAL"}
    server = make_server(tmp_path_factory.mktemp("site"), workers=2, more=more)
    server.start()
    yield server
    server.stop()


def test_restarts_under_load_lose_nothing_and_are_told_as_such(
    site: Server, database: PostgreSQL, capsys: pytest.CaptureFixture[str]
) -> None:
    cookie, stop = cookie_of(site), threading.Event()
    ways: tuple[Callable[[], None], ...] = (
        lambda: database.control("restart", "-m", "fast"),
        lambda: database.control("restart", "-m", "immediate"),
        database.kill,
    )
    refused: list[int] = []
    back: list[float] = []  # seconds from a database that is there again to the first save
    with ThreadPoolExecutor(4) as pool:
        writers = [pool.submit(write, site, cookie, stop, f"writer {number}", refused) for number in range(4)]
        try:
            for way in ways * RESTARTS:
                time.sleep(0.5)
                way()
                there = time.monotonic()
                eventually(lambda: post(site, "/share")[0] == 303)
                back.append(time.monotonic() - there)
        finally:
            stop.set()
        acknowledged = [address for writer in writers for address in writer.result()]
    with capsys.disabled():
        middle, worst = sorted(back)[len(back) // 2], max(back)
        sys.stdout.write(f"\n{len(back)} ends, back within {worst:.2f} s, the middle one {middle:.2f} s\n")
    assert worst <= BACK
    assert len(acknowledged) > 50
    assert set(refused) <= {503}
    assert [address for address in acknowledged if get(site, f"{address}/raw") != 200] == []


def eventually(holds: Callable[[], bool], seconds: float = BACK) -> None:
    """Wait until it holds; the server must come back by itself."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.1)


def test_while_it_hangs_texts_are_evaluated_and_saves_are_told_to_come_back(site: Server, database: PostgreSQL) -> None:
    one = {"WORKERS": "1", "GUNICORN_CMD_ARGS": "--threads 1"}  # so that there is one connection, which is kept
    patient = twin(site, DJANGO_SETTINGS_MODULE="tests.faults.patient", **one)
    with running(patient), ThreadPoolExecutor(1) as pool:
        assert [post(server, "/share")[0] for server in (site, patient)] == [303, 303]  # both are connected
        stopped = database.processes()
        for process in stopped:
            os.kill(process, signal.SIGSTOP)
        try:
            waiting = pool.submit(post, patient, "/share")
            assert post(site, "/")[0] == 200
            assert [get(site, "/livez"), get(site, "/rules")] == [200, 200]
            status, body, _, wait = post(site, "/share")
            assert status == 503
            assert "name: kept" in body
            assert int(wait) > 0
            assert not waiting.done()  # who waits for good, waits
        finally:
            for process in stopped:
                os.kill(process, signal.SIGCONT)
        waiting.exception()
    eventually(lambda: post(site, "/share")[0] == 303)


def test_while_it_is_gone_texts_are_evaluated_and_readiness_says_so(site: Server, database: PostgreSQL) -> None:
    location = post(site, "/share")[2]
    unguarded = twin(site, DJANGO_SETTINGS_MODULE="tests.faults.unguarded")
    database.control("stop", "-m", "fast")
    try:
        with running(unguarded):  # it starts, and looks as if the mistake were ours
            assert get(unguarded, location) == 500
        assert post(site, "/")[0] == 200
        assert (get(site, "/livez"), get(site, "/readyz")) == (200, 503)
        assert (post(site, "/share")[0], get(site, location)) == (503, 503)
    finally:
        database.control("start")
    eventually(lambda: get(site, "/readyz") == 200 and get(site, location) == 200)
