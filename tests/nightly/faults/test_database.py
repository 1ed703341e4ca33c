"""A locked, read-only or full database gives 503 or 507: no text is lost, reads go on, nothing is a 500."""

from __future__ import annotations

import resource
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.browser.servers import ROOT, Server, make_server
from tests.nightly.faults.client import TEXT, get, post
from tests.nightly.faults.replicas import running, twin

PATIENCE = 20  # seconds that another writer of SQLite is waited for, as the settings say


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Server:
    """A server that every test starts in its own way; it takes any number of saves."""
    return make_server(tmp_path_factory.mktemp("site"), more={"SAVES_PER_MINUTE": "0", "SAVES_PER_HOUR": "0"})


@pytest.fixture
def server(site: Server) -> Iterator[Server]:
    site.start()
    yield site
    site.stop()


def database(server: Server) -> Path:
    return Path(server.environment["DATA_DIR"]) / "playground.sqlite3"


def size(server: Server) -> int:
    """Bytes of the database file, with all that was written in it."""
    with closing(sqlite3.connect(database(server))) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return database(server).stat().st_size


def refused_with_its_text(answer: tuple[int, str, str, str], status: int = 503) -> None:
    """The page came back, with the text, what happened, and when to try again."""
    actual_status, body, _, wait = answer
    assert actual_status == status
    assert "name: kept" in body
    assert {503: "try again in a moment", 507: "storage for shared texts is full"}[status] in body
    assert int(wait) > 0


def fill(server: Server) -> tuple[str, tuple[int, str, str, str]]:
    """Share large texts until one is refused: the address of the first, and the refusal."""
    first = post(server, "/share", TEXT + "#" * 50_000)
    assert first[0] == 303
    for number in range(50):
        answer = post(server, "/share", TEXT + "#" * 50_000 + str(number))
        if answer[0] != 303:
            return first[2], answer
    raise AssertionError("it takes everything")


def purge_large_ones(server: Server) -> None:
    """Let what `fill` has shared be over, and take it out as the hourly purge does."""
    with closing(sqlite3.connect(database(server))) as connection:
        large = "SELECT share_id FROM playground_revision WHERE length(text) > 10000"
        connection.execute(f"UPDATE playground_share SET expires = datetime('now', '-2 hours') WHERE id IN ({large})")
        connection.commit()
    subprocess.run([sys.executable, "manage.py", "purge"], cwd=ROOT, env=server.environment, check=True)


def changed(site: Server, **settings: str) -> Server:
    return replace(site, environment={**site.environment, **settings})


def test_while_another_process_locks_it_pages_are_served_and_saves_get_503(site: Server) -> None:
    unguarded = twin(site, DJANGO_SETTINGS_MODULE="tests.nightly.faults.without_middleware")
    with running(site, unguarded), ThreadPoolExecutor(1) as pool:
        status, _, location, _ = post(site, "/share")
        assert status == 303
        with closing(sqlite3.connect(database(site), isolation_level=None)) as locking:
            locking.execute("BEGIN IMMEDIATE")
            began, mistaken = time.monotonic(), pool.submit(post, unguarded, "/share")
            refused_with_its_text(post(site, "/share"))
            assert time.monotonic() - began < 2 * PATIENCE  # who counts saves and who saves wait once in all
            assert mistaken.result()[0] == 500  # without our answer it would look like one of ours
            assert get(site, location) == 200
            assert post(site, "/")[0] == 200
            locking.execute("ROLLBACK")
        assert post(site, "/share")[0] == 303


def test_of_sixteen_that_save_at_once_nobody_is_refused(server: Server) -> None:
    def save(writer: int) -> list[int]:
        return [post(server, "/share", f"{TEXT}# {writer} {number}")[0] for number in range(5)]

    with ThreadPoolExecutor(16) as pool:
        assert list(pool.map(save, range(16))) == [[303] * 5] * 16


def limited(server: Server, more: int) -> Server:
    """``server``, in a process whose files cannot grow more than ``more`` bytes past what the database has."""
    limit = size(server) + more
    code = (
        f"import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {resource.RLIM_INFINITY}));"
        "sys.argv = ['gunicorn', 'playground.wsgi']; runpy.run_module('gunicorn', run_name='__main__')"
    )
    return replace(server, command=(sys.executable, "-c", code))


def test_on_a_full_disk_shares_stay_readable_and_saves_work_again_once_there_is_space(site: Server) -> None:
    site.start()
    location = post(site, "/share")[2]
    site.stop()
    full = limited(site, 300_000)
    full.start()
    try:
        answers = [post(full, "/share", TEXT + "#" * 50_000 + str(number)) for number in range(20)]
        statuses = [answer[0] for answer in answers]
        (refused,) = set(statuses) - {303}
        refused_with_its_text(answers[statuses.index(refused)], refused)
        assert get(full, location) == 200
        assert get(full, answers[0][2]) == 200
        assert post(full, "/")[0] == 200
    finally:
        full.stop()
    site.start()
    try:
        assert post(site, "/share")[0] == 303
        assert get(site, answers[0][2]) == 200
        with closing(sqlite3.connect(database(site))) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    finally:
        site.stop()


def test_without_the_middleware_a_full_disk_would_be_a_500(site: Server) -> None:
    full = limited(changed(site, DJANGO_SETTINGS_MODULE="tests.nightly.faults.without_middleware"), 300_000)
    full.start()
    try:
        assert fill(full)[1][0] == 500
    finally:
        full.stop()


def test_a_file_at_its_limit_can_still_be_purged_and_then_saves_again(site: Server) -> None:
    # the file may have a quarter more than what is stored, which it reaches first because it is small
    small = changed(site, STORED_BYTES=str((size(site) + 200_000) * 4 // 5))
    small.start()
    try:
        location, refusal = fill(small)
        refused_with_its_text(refusal, 507)
        assert (get(small, location), post(small, "/")[0]) == (200, 200)
        purge_large_ones(small)
        assert get(small, location) == 410
        assert post(small, "/share")[0] == 303
    finally:
        small.stop()


def test_storage_of_all_clients_is_limited_and_purging_releases_it(site: Server) -> None:
    with closing(sqlite3.connect(database(site))) as connection:
        (shares,) = connection.execute("SELECT shares FROM playground_counter").fetchone() or (0,)
    small = changed(site, STORED_SHARES=str(shares + 3))
    small.start()
    try:
        location, refusal = fill(small)
        refused_with_its_text(refusal, 507)
        assert (get(small, location), post(small, "/")[0]) == (200, 200)
        purge_large_ones(small)
        assert post(small, "/share", TEXT + "# one more")[0] == 303
    finally:
        small.stop()


def test_saves_stop_before_the_disk_is_full_and_work_again_once_there_is_space(site: Server) -> None:
    full = changed(site, FREE_BYTES=str(10 * shutil.disk_usage(database(site).parent).free))
    full.start()
    try:
        refused_with_its_text(post(full, "/share", TEXT + "# kept"), 507)
        assert post(full, "/")[0] == 200
    finally:
        full.stop()
    site.start()
    try:
        assert post(site, "/share", TEXT + "# kept")[0] == 303
    finally:
        site.stop()


def test_a_read_only_database_is_still_read(server: Server, tmp_path: Path) -> None:
    location = post(server, "/share")[2]
    server.stop()
    settings = {"DJANGO_SETTINGS_MODULE": "tests.nightly.faults.read_only"}
    read_only = replace(server, environment={**server.environment, **settings})
    read_only.start()
    try:
        refused_with_its_text(post(read_only, "/share"))
        assert get(read_only, location) == 200
        assert post(read_only, "/")[0] == 200
    finally:
        read_only.stop()


def test_without_a_migration_the_server_is_alive_but_not_ready(tmp_path: Path, site: Server) -> None:
    empty = replace(site, environment={**site.environment, "DATA_DIR": str(tmp_path / "new")})
    empty.start()
    try:
        assert (get(empty, "/livez"), get(empty, "/readyz")) == (200, 503)
        refused_with_its_text(post(empty, "/share"))
        assert get(empty, "/s/AbCdEfGhIjKlMnOpQrSt-_") == 503
    finally:
        empty.stop()


def test_a_damaged_file_is_not_served(tmp_path: Path, site: Server) -> None:
    damaged = tmp_path / "playground.sqlite3"
    damaged.write_bytes(database(site).read_bytes()[:4096] + b"nonsense" * 4096)
    result = subprocess.run(
        [sys.executable, "manage.py", "migrate", "--no-input"],
        cwd=ROOT,
        env={**site.environment, "DATA_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 1
    assert "is damaged" in result.stderr
    assert "manage.py restore FILE" in result.stderr
    assert "Traceback" not in result.stderr
