"""A migration of a database in use blocks nobody for long, and no concurrent write is lost."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from django.db.migrations import Migration, RunPython, RunSQL
from django.db.migrations.loader import MigrationLoader
from psycopg.errors import LockNotAvailable

from tests.browser.servers import ROOT
from tests.nightly.faults.replicas import PostgreSQL, postgresql

ROWS = int(os.environ.get("ROWS", "2000"))
FIRST = "0003_rate"
PATIENCE = 2.0  # seconds, as our servers' lock_timeout says
FILL = (
    """
INSERT INTO playground_share (slug, title, created) SELECT lpad(n::text, 22, 'x'), 'Title ' || n, now()
  FROM generate_series(1, %s) n
""",
    """
INSERT INTO playground_revision (share_id, number, text, "values", expressions, assumed, dialect, kubernetes, created)
  SELECT id, 1, 'kind: Pod # ' || id, '{}', '{}', '{}', 'auto', '1.36', now() FROM playground_share
""",
)
SHARE = "INSERT INTO playground_share (slug, title, created) VALUES (%s, 'new', now()) RETURNING id"
REVISION = """
INSERT INTO playground_revision (share_id, number, text, "values", expressions, assumed, dialect, kubernetes, created)
  VALUES (%s, 1, %s, '{}', '{}', '{}', 'auto', '1.36', now())
"""
RENAME = "UPDATE playground_share SET title = %s WHERE id = %s"


@pytest.fixture(scope="module")
def database() -> Iterator[PostgreSQL]:
    with postgresql() as started:
        yield started


def migrate(database: PostgreSQL, folder: Path, *target: str, settings: str = "playground.settings") -> None:
    environment = {"PATH": os.environ["PATH"], "DATABASE_URL": database.url, "DATA_DIR": str(folder)}
    environment["DJANGO_SETTINGS_MODULE"] = settings
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "playground", *target, "--verbosity", "0"],
        cwd=ROOT,
        env={**environment, "SECRET_KEY": "only-for-tests-" * 4},
        check=True,
        timeout=3600,
    )


def filled(database: PostgreSQL, folder: Path, rows: int) -> None:
    """The database of the first version, with many Shares in it."""
    migrate(database, folder, FIRST)
    with psycopg.connect(database.url) as connection:
        connection.execute("TRUNCATE playground_share RESTART IDENTITY CASCADE")
        connection.execute(FILL[0].encode(), [rows])
        connection.execute(FILL[1].encode())


def write(url: str, name: str, patience: float, stop: threading.Event) -> tuple[list[str], float]:
    """Share and change as servers of the first version do, until ``stop``; slugs, and the longest wait."""
    slugs: list[str] = []
    longest = 0.0
    with psycopg.connect(url) as connection:
        connection.execute(f"SET lock_timeout = {int(patience * 1000)}".encode())
        connection.commit()
        while not stop.is_set():
            began, slug = time.monotonic(), f"{name}{len(slugs):020d}"
            (key,) = connection.execute(SHARE, [slug]).fetchone() or (0,)
            connection.execute(REVISION, [key, slug])
            connection.execute(RENAME, ["renamed", 1 + len(slugs) % ROWS])
            connection.commit()
            slugs.append(slug)
            longest = max(longest, time.monotonic() - began)
            time.sleep(0.02)
    return slugs, longest


def migrated(
    database: PostgreSQL,
    folder: Path,
    settings: str = "playground.settings",
    patience: float = PATIENCE,
    rows: int = ROWS,
) -> tuple[list[str], float]:
    """What was written during a migration by servers with so much patience, and how long one had to wait at most."""
    filled(database, folder, rows)
    stop = threading.Event()
    with ThreadPoolExecutor(2) as pool:
        writers = [pool.submit(write, database.url, name, patience, stop) for name in ("aa", "bb")]
        try:
            time.sleep(0.2)
            migrate(database, folder, settings=settings)
        finally:
            stop.set()
        results = [writer.result() for writer in writers]
    return [slug for slugs, _ in results for slug in slugs], max(longest for _, longest in results)


KEPT = """
SELECT slug FROM playground_share s JOIN playground_revision r ON r.share_id = s.id AND r.text = slug
"""
INCOMPLETE = "SELECT count(*) FROM playground_revision WHERE share_id <= %s AND digest = ''"


def test_texts_are_shared_and_changed_while_it_runs(database: PostgreSQL, tmp_path: Path) -> None:
    slugs, longest = migrated(database, tmp_path)
    assert longest < PATIENCE
    assert len(slugs) > 5
    with psycopg.connect(database.url) as connection:
        assert {slug for (slug,) in connection.execute(KEPT)} == set(slugs)
        assert connection.execute(INCOMPLETE, [ROWS]).fetchone() == (0,)


def locks_long(migration: type[Migration]) -> bool:
    """Whether rows are changed in a transaction that may be long, or in one that locks the tables that it changes."""
    runs = [isinstance(operation, RunPython | RunSQL) for operation in migration.operations]
    return any(runs) and (migration.atomic or not all(runs))


def test_migrations_that_change_rows_do_only_that_and_in_batches() -> None:
    ours = {
        name: migration
        for (app, name), migration in MigrationLoader(None).disk_migrations.items()
        if app == "playground"
    }
    assert [name for name, migration in ours.items() if locks_long(type(migration))] == []
    mixed = type("Mixed", (Migration,), {"operations": [*ours["0006_terms_of_shares"].operations, RunPython(print)]})
    whole = type("Whole", (Migration,), {"operations": ours["0005_first_shares"].operations})
    assert [locks_long(mixed), locks_long(whole)] == [True, True]


def test_in_one_transaction_it_would_block_them(database: PostgreSQL, tmp_path: Path) -> None:
    with pytest.raises(LockNotAvailable):
        migrated(database, tmp_path, "tests.storage.migrations.one_transaction", patience=0.2, rows=3000)
