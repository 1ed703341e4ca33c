"""Facts about the cluster move from the assumed variables to their column, and back."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from importlib import import_module
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from playground.storage.models import Revision
from playground.storage.shares.contents import Contents, contents_of

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
BEFORE = ("playground", "0008_counted_room")
ASSUMED: list[dict[str, str]] = [
    {"WHO": "me", "fact:nodeName": "n", "fact:service:shop/db": "10.0.0.9"},
    {"WHO": "me"},
    {"fact:podIPs": "10.0.0.5, fd00::5"},
    {},
]

pytestmark = pytest.mark.django_db(transaction=True)  # so that they run on PostgreSQL, too


@pytest.fixture
def version_before(transactional_db: None) -> Iterator[Any]:
    """The models of the version before, on a database of that version; in the end the newest again."""
    executor = MigrationExecutor(connection)
    newest = executor.loader.graph.leaf_nodes("playground")
    executor.migrate([BEFORE])
    yield executor.loader.project_state([BEFORE]).apps
    MigrationExecutor(connection).migrate(newest)


def migrate(target: tuple[str, str] | None = None) -> None:
    """Migrate to ``target``, or to the newest version, which alone the models of this program can read."""
    executor = MigrationExecutor(connection)
    executor.migrate([target] if target else executor.loader.graph.leaf_nodes("playground"))


def stored(apps: Any) -> None:
    """A Revision for each of ASSUMED."""
    share = apps.get_model("playground", "Share").objects.create(slug="A" * 22, created=NOW)
    revisions = apps.get_model("playground", "Revision").objects
    for number, assumed in enumerate(ASSUMED, 1):
        revisions.create(share=share, number=number, text="a: b\n", assumed=assumed, dialect="auto", created=NOW)


def rows() -> list[tuple[dict[str, str], dict[str, str]]]:
    return [(revision.assumed, revision.cluster) for revision in Revision.objects.order_by("number")]


@pytest.mark.parametrize("rows_at_once", [1, 2, 500])
def test_facts_move_to_their_column_and_back(
    version_before: Any, monkeypatch: pytest.MonkeyPatch, rows_at_once: int
) -> None:
    module = import_module("playground.storage.migrations.0010_facts_of_clusters")
    monkeypatch.setattr(module, "AT_ONCE", rows_at_once)
    stored(version_before)
    migrate()
    assert rows() == [
        ({"WHO": "me"}, {"nodeName": "n", "service:shop/db": "10.0.0.9"}),
        ({"WHO": "me"}, {}),
        ({}, {"podIPs": "10.0.0.5, fd00::5"}),
        ({}, {}),
    ]
    migrate(BEFORE)
    revisions = version_before.get_model("playground", "Revision").objects
    assert list(revisions.order_by("number").values_list("assumed", flat=True)) == ASSUMED


def test_facts_that_old_servers_store_after_it_are_found_and_move_when_it_runs_again(version_before: Any) -> None:
    migrate()
    stored(version_before)
    expected = Contents("a: b\n", assumed={"WHO": "me"}, cluster={"nodeName": "n", "service:shop/db": "10.0.0.9"})
    assert contents_of(Revision.objects.get(number=1)) == expected
    migrate(("playground", "0009_cluster"))
    migrate()
    assert rows()[0] == (expected.assumed, expected.cluster)
    assert contents_of(Revision.objects.get(number=1)) == expected
