"""Several servers may migrate at once; each finds a complete database afterwards."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from django.db import connection
from psycopg import sql

ROOT = Path(__file__).resolve().parents[4]
ROUNDS = int(os.environ.get("MIGRATIONS", "1"))
AT_ONCE = 4 if ROUNDS > 1 else 2  # processes


def migrate_at_once(environment: dict[str, str], *code: str) -> list[str]:
    """What each of several processes, started together, wrote to standard error; empty for those that went well."""
    processes = [
        subprocess.Popen(
            [sys.executable, *(code or ("manage.py", "migrate", "--no-input", "--verbosity", "0"))],
            cwd=ROOT,
            env={**os.environ, "DJANGO_SETTINGS_MODULE": "playground.settings", **environment},
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(AT_ONCE)
    ]
    error_outputs = [process.communicate(timeout=120)[1] for process in processes]
    return [text if process.returncode else "" for process, text in zip(processes, error_outputs, strict=True)]


@pytest.fixture
def empty_database(tmp_path: Path) -> dict[str, str]:
    """The environment of servers on a new database of the kind that the tests run on."""
    if connection.vendor == "sqlite":
        return {"DATABASE_URL": f"sqlite:///{tmp_path}/new.sqlite3", "DATA_DIR": str(tmp_path)}
    name = f"new_{os.getpid()}"
    address = urlsplit(os.environ["DATABASE_URL"])
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
        server.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(name)))
        server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    return {"DATABASE_URL": urlunsplit(address._replace(path=f"/{name}")), "DATA_DIR": str(tmp_path)}


@pytest.mark.nightly
@pytest.mark.django_db
def test_concurrent_migrations_all_succeed(tmp_path: Path, empty_database: dict[str, str]) -> None:
    for number in range(ROUNDS):
        environment = fresh(empty_database, tmp_path, f"round_{number}")
        error_outputs = migrate_at_once(environment)
        assert error_outputs == [""] * AT_ONCE, "\n".join(error_outputs)
        check = subprocess.run(
            [sys.executable, "manage.py", "migrate", "--check"],
            cwd=ROOT,
            env={**os.environ, "DJANGO_SETTINGS_MODULE": "playground.settings", **environment},
            check=False,
        )
        assert check.returncode == 0


WITHOUT_THE_LOCK = """
import django
django.setup()
from django.core.management import call_command
from django.core.management.commands.migrate import Command
call_command(Command(), verbosity=0, interactive=False)
"""


@pytest.mark.nightly
@pytest.mark.django_db
def test_without_the_lock_some_migrations_would_fail(tmp_path: Path, empty_database: dict[str, str]) -> None:
    attempts = (
        migrate_at_once(fresh(empty_database, tmp_path, f"again_{number}"), "-c", WITHOUT_THE_LOCK)
        for number in range(8)
    )
    assert any(any(errors) for errors in attempts)


def fresh(environment: dict[str, str], folder: Path, word: str) -> dict[str, str]:
    """``environment`` with one more new database."""
    address = environment["DATABASE_URL"]
    if address.startswith("sqlite"):
        return {**environment, "DATABASE_URL": f"sqlite:///{folder}/{word}.sqlite3"}
    with psycopg.connect(address, autocommit=True) as server:
        name = f"{word}_{os.getpid()}"
        server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    return {**environment, "DATABASE_URL": urlunsplit(urlsplit(address)._replace(path=f"/{name}"))}
