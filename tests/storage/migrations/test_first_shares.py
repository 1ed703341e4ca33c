"""The migrations keep everything that the first version stored, and complete it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from importlib import import_module
from random import SystemRandom
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.migrations import AddField
from django.db.migrations.executor import MigrationExecutor
from django.db.models import NOT_PROVIDED

from playground.storage.models import Counter, Revision, Share, Workspace
from playground.storage.shares.changing import Revised, revise
from playground.storage.shares.contents import Contents, contents_of
from playground.storage.shares.finding import shares_of
from playground.storage.shares.identity import Identity
from playground.storage.shares.saving import save

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
FIRST = ("playground", "0003_rate")

pytestmark = pytest.mark.django_db(transaction=True)  # so that they run on PostgreSQL, too


@pytest.fixture
def first_version(transactional_db: None) -> Iterator[Any]:
    """The models of the first version, on a database of that version; in the end the newest again."""
    executor = MigrationExecutor(connection)
    newest = executor.loader.graph.leaf_nodes("playground")
    executor.migrate([FIRST])
    yield executor.loader.project_state([FIRST]).apps
    MigrationExecutor(connection).migrate(newest)


def migrate() -> None:
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes("playground"))


def stored(apps: Any) -> None:
    """A Workspace with a Share of three Revisions, its deleted copy, and a Share of nobody."""
    workspaces, shares, revisions = (apps.get_model("playground", name) for name in ("Workspace", "Share", "Revision"))
    owner = workspaces.objects.create(name="ws-first", token_digest="s256$1", created=NOW)
    titled = shares.objects.create(slug="A" * 22, title="Größe", workspace=owner, created=NOW)
    copy = shares.objects.create(slug="B" * 22, parent=titled, workspace=owner, created=NOW, deleted=NOW)
    nobodys = shares.objects.create(slug="C" * 22, created=NOW, expires=NOW + timedelta(days=1))
    for share, numbers in ((titled, (1, 2, 3)), (copy, (1,)), (nobodys, (1,))):
        for number in numbers:
            revisions.objects.create(
                share=share,
                number=number,
                text=f"päd: {number}\n",
                values={"NAME": "wörld"},
                dialect="auto",
                created=NOW + timedelta(hours=number),
            )


def test_the_data_of_the_first_version_is_kept_and_completed(first_version: Any) -> None:
    stored(first_version)
    migrate()
    titled, copy, nobodys = Share.objects.order_by("slug")
    assert [share.head for share in (titled, copy, nobodys)] == [3, 1, 1]
    assert (titled.updated, titled.title, titled.words) == (NOW + timedelta(hours=3), "Größe", "grösse")
    assert (copy.parent, copy.deleted, nobodys.workspace, nobodys.expires) == (titled, NOW, None, NOW + timedelta(1))
    for share in (titled, copy, nobodys):
        assert (share.object_name, share.withdrawn, share.saved_as) == ("", None, None)
        for revision in share.revisions.all():
            assert contents_of(revision) == Contents(f"päd: {revision.number}\n", values={"NAME": "wörld"})
            assert revision.digest == contents_of(revision).digest
    assert_counted()


def test_a_share_of_the_first_version_still_works(first_version: Any) -> None:
    stored(first_version)
    migrate()
    owner = Workspace.objects.get()
    (share,) = shares_of(owner, NOW, "grösse")
    result = revise(share, 3, Contents("kind: Template"), Identity("Template", "web"), NOW, SystemRandom())
    assert isinstance(result, Revised)
    assert (result.share.head, result.share.object_name) == (4, "web")
    assert save(owner, Contents("kind: Template"), Identity(), NOW, SystemRandom()).share == share


def test_old_servers_can_still_store_and_the_migration_counts_that_when_it_runs_again(first_version: Any) -> None:
    migrate()
    stored(first_version)  # by models that do not know the new columns
    assert Share.objects.get(slug="A" * 22).latest.number == 3
    assert not Revision.objects.exclude(size=0).exists()
    MigrationExecutor(connection).migrate([("playground", "0007_stored_room")])
    migrate()
    assert_counted()


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("migration", "model", "column"),
    [
        ("0004_objects_of_workspaces", "share", "head"),
        ("0004_objects_of_workspaces", "revision", "digest"),
        ("0006_terms_of_shares", "share", "keeps_values"),
        ("0007_stored_room", "revision", "size"),
        ("0009_cluster", "revision", "cluster"),
    ],
)
def test_without_database_defaults_they_could_not(
    first_version: Any, monkeypatch: pytest.MonkeyPatch, migration: str, model: str, column: str
) -> None:
    operations = import_module(f"playground.storage.migrations.{migration}").Migration.operations
    (added,) = (
        operation.field
        for operation in operations
        if isinstance(operation, AddField) and (operation.model_name_lower, operation.name) == (model, column)
    )
    monkeypatch.setattr(added, "db_default", NOT_PROVIDED)
    migrate()
    with pytest.raises(IntegrityError), transaction.atomic():
        stored(first_version)
    MigrationExecutor(connection).migrate([FIRST])  # the columns go, so that they can come back as they should be


def assert_counted() -> None:
    """What ``stored`` stores has its sizes, and the sums are right."""
    sizes = [1024 + len(f"päd: {number}\n".encode()) for number in (1, 1, 1, 2, 3)]
    assert sorted(Revision.objects.values_list("size", flat=True)) == sizes
    assert (Counter.objects.get().shares, Counter.objects.get().bytes) == (3, sum(sizes))


def test_the_migrations_can_be_reversed(first_version: Any) -> None:
    stored(first_version)
    migrate()
    MigrationExecutor(connection).migrate([FIRST])
    assert first_version.get_model("playground", "Revision").objects.count() == 5
