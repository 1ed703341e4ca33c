"""On PostgreSQL a server needs no right but to read and write rows."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime
from random import SystemRandom

import pytest
from django.db import ProgrammingError, connection, transaction
from django.test import Client

from playground.storage.models import Share
from playground.storage.rates import Limit, take
from playground.storage.shares.changing import Revised, delete, rename, revise
from playground.storage.shares.contents import Contents
from playground.storage.shares.identity import Identity
from playground.storage.shares.purging import TEXT_KEPT_FOR, purge
from playground.storage.shares.saving import save
from playground.storage.workspaces import create_workspace

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
RANDOM = SystemRandom()
ROLE = f"rows_only_{os.getpid()}"  # all databases of a server have the same roles: a second one would wait
RIGHTS = (
    f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {ROLE}",
    f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO {ROLE}",
)


@contextmanager
def with_rights(*rights: str) -> Iterator[None]:
    """The connection as that of a user with these rights; SQLite has no users."""
    with connection.cursor() as cursor:
        for statement in (f"CREATE ROLE {ROLE}", *rights, f"SET LOCAL ROLE {ROLE}"):
            if connection.vendor == "postgresql":
                cursor.execute(statement)
    yield


@pytest.mark.smoke
@pytest.mark.django_db
def test_a_server_needs_no_rights_but_those_on_rows(client: Client) -> None:
    with with_rights(*RIGHTS):
        owner, _ = create_workspace(NOW, RANDOM)
        share = save(owner, Contents("one"), Identity("Template", "web"), NOW, RANDOM).share
        rename(share, "a title")
        assert isinstance(revise(share, 1, Contents("two"), Identity("Template", "web"), NOW, RANDOM), Revised)
        assert isinstance(delete(share, NOW), Share)
        assert purge(NOW + TEXT_KEPT_FOR) == 1
        assert take("somebody", [(Limit("saves a minute", 1, 60), 1)]) == 0
        assert client.get("/readyz").status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("statement", ["CREATE TABLE another (a int)", "ALTER TABLE playground_share ADD another int"])
def test_with_those_rights_no_table_is_made_or_changed(statement: str) -> None:
    refused = pytest.raises(ProgrammingError) if connection.vendor == "postgresql" else nullcontext()
    with with_rights(*RIGHTS), refused, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.django_db
def test_without_rights_nothing_is_stored() -> None:
    refused = pytest.raises(ProgrammingError) if connection.vendor == "postgresql" else nullcontext()
    with with_rights(), refused, transaction.atomic():
        create_workspace(NOW, RANDOM)
