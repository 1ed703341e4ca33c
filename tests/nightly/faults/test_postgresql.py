"""A PostgreSQL that restarts, is killed or hangs costs no acknowledged save, no page and no thread."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import psycopg
import pytest

from tests.browser.servers import Server, make_server
from tests.nightly.faults.client import cookie_of, get, post
from tests.nightly.faults.replicas import UNLIMITED, PostgreSQL, postgresql, running, twin
from tests.nightly.faults.test_crash import write

RESTARTS = int(os.environ.get("RESTARTS", "2"))  # of each kind
BURST = 20  # saves before each
BACK = 3.0  # seconds
HANGING = 10.0  # seconds until a save is given up
READ_ONLY = "ALTER DATABASE postgres SET default_transaction_read_only = on"
WRITABLE = "ALTER DATABASE postgres RESET default_transaction_read_only"
BY_ALL = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'postgres' AND pid <> pg_backend_pid()"


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


@pytest.fixture
def unguarded(site: Server) -> Server:
    """One that lacks our answer for a database that does not, not yet started."""
    return twin(site, DJANGO_SETTINGS_MODULE="tests.nightly.faults.without_middleware")


def seconds_of(save: Callable[[], object]) -> float:
    began = time.monotonic()
    save()
    return time.monotonic() - began


def back_again(site: Server) -> tuple[float, float]:
    """Seconds from a database that is there again to the first save, and of the next one: what the machine takes.

    The first that is asked for must be acknowledged: whoever asks finds the connections that broke exchanged.
    """
    statuses: list[int] = []
    took, usual = (seconds_of(lambda: statuses.append(post(site, "/share")[0])) for _ in range(2))
    assert statuses == [303, 303]
    return took, usual


def test_restarts_under_load_lose_nothing_and_are_answered_with_503(
    site: Server, database: PostgreSQL, capsys: pytest.CaptureFixture[str]
) -> None:
    cookie, stop = cookie_of(site), threading.Event()
    ways: tuple[Callable[[], None], ...] = (
        lambda: database.control("restart", "-m", "fast"),
        lambda: database.control("restart", "-m", "immediate"),
        database.kill,
    )
    refused: list[int] = []
    back: list[tuple[float, float]] = []
    enough = threading.Semaphore(0)
    with ThreadPoolExecutor(4) as pool:
        names = (f"writer {number}" for number in range(4))
        writers = [pool.submit(write, site, cookie, stop, name, refused, enough.release) for name in names]
        try:
            for way in ways * RESTARTS:
                for _ in range(BURST):
                    assert enough.acquire(timeout=30), "nothing is saved"
                way()
                back.append(back_again(site))
        finally:
            stop.set()
        acknowledged = [address for writer in writers for address in writer.result()]
    with capsys.disabled():
        durations = sorted(took for took, _ in back)
        summary = (
            f"{len(back)} ends, back within {durations[-1]:.2f} s, the middle one {durations[len(back) // 2]:.2f} s"
        )
        sys.stdout.write(f"\n{summary}, {len(acknowledged)} acknowledged\n")
    assert [took for took, usual in back if took > BACK + usual] == []
    assert len(acknowledged) >= BURST * len(back)
    assert set(refused) == {503}
    assert [address for address in acknowledged if get(site, f"{address}/raw") != 200] == []


def eventually(holds: Callable[[], bool], seconds: float = 60.0) -> None:
    """Wait until it holds; the server must come back by itself."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.1)


def execute(database: PostgreSQL, *statements: str) -> None:
    """Have it do something that holds for whoever connects from then on, and let everybody connect again."""
    with psycopg.connect(database.url, autocommit=True) as connection:
        connection.execute("SET default_transaction_read_only = off")
        for statement in (*statements, BY_ALL):
            connection.execute(statement.encode())


def test_on_a_read_only_replica_pages_are_served_and_saves_get_503(
    site: Server, unguarded: Server, database: PostgreSQL
) -> None:
    location = post(site, "/share")[2]
    execute(database, READ_ONLY)
    try:
        with running(unguarded):
            assert post(unguarded, "/share")[0] == 500
        status, body, _, wait = post(site, "/share")
        assert (status, "name: kept" in body, int(wait) > 0) == (503, True, True)
        assert (get(site, location), post(site, "/")[0]) == (200, 200)
    finally:
        execute(database, WRITABLE)
    assert post(site, "/share")[0] == 303


def test_while_it_hangs_texts_are_evaluated_and_saves_get_503(site: Server, database: PostgreSQL) -> None:
    one_thread = {"WORKERS": "1", "GUNICORN_CMD_ARGS": "--threads 1"}  # so that there is one connection, which is kept
    patient = replace(twin(site, **one_thread), command=(*site.command[:-1], "tests.nightly.faults.without_timeouts"))
    with running(patient), ThreadPoolExecutor(1) as pool:
        assert [post(server, "/share")[0] for server in (site, patient)] == [303, 303]  # both are connected
        stopped = database.processes()
        for process in stopped:
            os.kill(process, signal.SIGSTOP)
        try:
            waiting = pool.submit(post, patient, "/share")
            assert post(site, "/")[0] == 200
            assert [get(site, "/livez"), get(site, "/rules")] == [200, 200]
            began = time.monotonic()
            status, body, _, wait = post(site, "/share")
            assert (status, time.monotonic() - began < HANGING) == (503, True)
            assert "name: kept" in body
            assert int(wait) > 0
            assert not waiting.done()  # who waits for good, waits
        finally:
            for process in stopped:
                os.kill(process, signal.SIGCONT)
        waiting.exception()
    eventually(lambda: post(site, "/share")[0] == 303)


def test_without_our_answer_a_database_that_is_down_would_look_like_our_mistake(
    site: Server, unguarded: Server, database: PostgreSQL
) -> None:
    location = post(site, "/share")[2]
    database.control("stop", "-m", "fast")
    try:
        with running(unguarded):
            assert get(unguarded, location) == 500
    finally:
        database.control("start")


def test_while_it_is_down_texts_are_evaluated_and_the_server_is_not_ready(site: Server, database: PostgreSQL) -> None:
    location = post(site, "/share")[2]
    database.control("stop", "-m", "fast")
    try:
        assert post(site, "/")[0] == 200
        assert (get(site, "/livez"), get(site, "/readyz")) == (200, 503)
        assert (post(site, "/share")[0], get(site, location)) == (503, 503)
    finally:
        database.control("start")
    eventually(lambda: get(site, "/readyz") == 200 and get(site, location) == 200)
