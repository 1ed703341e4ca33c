"""A backup made under load contains everything that was acknowledged before it began."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.browser.servers import ROOT, Server, make_server
from tests.nightly.faults.client import cookie_of, get
from tests.nightly.faults.replicas import UNLIMITED, PostgreSQL, Replicas, running, twin
from tests.nightly.faults.test_crash import write
from tests.nightly.faults.test_postgresql import eventually

BACKUPS = int(os.environ.get("BACKUPS", "1"))
WRITERS = 4


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Server:
    return make_server(tmp_path_factory.mktemp("site"), 2, UNLIMITED)


def manage(server: Server, *arguments: str) -> None:
    subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, env=server.environment, check=True, timeout=120)


def database(server: Server) -> Path:
    return Path(server.environment["DATA_DIR"]) / "playground.sqlite3"


@contextmanager
def written_to(server: Server) -> Iterator[list[str]]:
    """Writers for as long as the block; the addresses that have been acknowledged so far."""
    cookie, stop = cookie_of(server), threading.Event()
    acknowledged: list[str] = []

    def writer(name: str) -> None:
        number = 0
        while not stop.is_set():
            number += 1
            moment = threading.Event()
            threading.Timer(0.1, moment.set).start()
            acknowledged.extend(write(server, cookie, moment, f"{name} {number}"))

    with ThreadPoolExecutor(WRITERS) as pool:
        writers = [pool.submit(writer, f"w{time.monotonic()}-{number}") for number in range(WRITERS)]
        try:
            yield acknowledged
        finally:
            stop.set()
            for future in writers:
                future.result()


def lost(file: Path, addresses: list[str]) -> int:
    """How many of what was acknowledged a copy of the database lacks; all of them where it is damaged."""
    try:
        with closing(sqlite3.connect(file)) as copy:
            if copy.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                return len(addresses)
            stored = {f"/s/{slug}" for (slug,) in copy.execute("SELECT slug FROM playground_share")}
    except sqlite3.DatabaseError:
        return len(addresses)
    return len(set(addresses) - stored)


def lost_in_copies(server: Server, folder: Path, copy: Callable[[Path], None]) -> list[int]:
    """How much of what was acknowledged before it each of several copies lacks that are made under load."""
    counts = []
    with running(server), written_to(server) as acknowledged:
        for number in range(BACKUPS):
            before, target = len(acknowledged), folder / f"{number}.sqlite3"
            while len(acknowledged) < before + 5:
                time.sleep(0.01)
            acknowledged_before = list(acknowledged)
            copy(target)
            counts.append(lost(target, acknowledged_before))
    return counts


@pytest.mark.smoke
def test_a_backup_contains_everything_acknowledged_before_it(site: Server, tmp_path: Path) -> None:
    assert lost_in_copies(site, tmp_path, lambda file: manage(site, "backup", str(file))) == [0] * BACKUPS


def test_a_plain_copy_of_the_file_would_lack_some(site: Server, tmp_path: Path) -> None:
    def copy(target: Path) -> None:
        shutil.copy(database(site), target)

    assert any(lost_in_copies(site, tmp_path, copy))


def test_postgresqls_own_backup_contains_everything_too(
    replicas: Replicas, shared_database: PostgreSQL, tmp_path: Path
) -> None:
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]
    url = urlsplit(shared_database.url)
    with written_to(replicas.balancer) as acknowledged:
        eventually(lambda: len(acknowledged) >= 5)
        acknowledged_before = list(acknowledged)
        dump = [str(programs / "pg_dump"), "--format=custom", f"--file={tmp_path}/saved", f"--dbname={url.geturl()}"]
        subprocess.run(dump, check=True, timeout=60)
    with psycopg.connect(url.geturl(), autocommit=True) as connection:
        connection.execute("CREATE DATABASE brought_back")
    back = url._replace(path="/brought_back").geturl()
    subprocess.run([str(programs / "pg_restore"), f"--dbname={back}", f"{tmp_path}/saved"], check=True, timeout=60)
    again = twin(replicas.servers[0], DATABASE_URL=back)
    with running(again):
        assert get(again, "/readyz") == 200
        assert [get(again, f"{address}/raw") for address in acknowledged_before] == [200] * len(acknowledged_before)
