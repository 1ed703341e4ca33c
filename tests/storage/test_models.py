"""Rows come back as they were stored, and what cannot be stored is refused alike on every database."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.migrations.state import ProjectState

from playground.storage.models import Revision, Share, Workspace
from playground.storage.shares.contents import Contents
from tests.rows import store

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
SLUG = "AbCdEfGhIjKlMnOpQrSt-_"
FULL = Contents("kind: Pod\n", "proposal", {"NAME": "wörld"}, {"USER": "[a-z]{4}"}, {"PORT": "80"}, "1.33")

pytestmark = pytest.mark.django_db


def share(contents: Contents = FULL, title: str = "Mine", slug: str = SLUG) -> Share:
    return store(slug, title, contents, NOW)


def test_tables_and_migrations_keep_the_names_that_earlier_versions_gave_them() -> None:
    app = apps.get_app_config("playground")
    assert {model._meta.db_table for model in app.get_models()} == {
        f"playground_{name}" for name in ("workspace", "share", "revision", "counter", "rate")
    }
    recorded = set(MigrationRecorder(connection).applied_migrations())
    assert {name for label, name in recorded if label == "playground"} >= {"0001_first_version", "0008_counted_room"}
    assert autodetected_changes() == {}


def autodetected_changes() -> dict[str, Any]:
    """What `makemigrations` would write."""
    loader = MigrationLoader(connection)
    return MigrationAutodetector(loader.project_state(), ProjectState.from_apps(apps)).changes(loader.graph)


def test_a_share_comes_back_as_it_was_stored() -> None:
    share()
    stored = Share.objects.get(slug=SLUG)
    assert (stored.title, stored.created, stored.workspace, stored.parent) == ("Mine", NOW, None, None)
    latest = stored.latest
    assert (latest.number, latest.text, latest.dialect, latest.kubernetes) == (1, FULL.text, "proposal", "1.33")
    assert (latest.values, latest.expressions, latest.assumed) == (FULL.values, FULL.expressions, FULL.assumed)


@pytest.mark.parametrize("text", ["", "\n", " \t\r\n", "päd: 😀\n", "\x1b[0m\x7f\u202e", "a" * 1024 * 1024])
def test_any_other_text_is_stored_unchanged(text: str) -> None:
    assert share(Contents(text)).latest.text == text
    assert Revision.objects.get().text == text


@pytest.mark.parametrize(
    "make",
    [
        lambda: share(Contents("a\0b")),
        lambda: share(Contents("a\ud800b")),
        lambda: share(Contents("a" * (1024 * 1024 + 1))),
        lambda: share(Contents("", values={"NAME": "a\0b"})),
        lambda: share(Contents("", values={"a\0b": "x"})),
        lambda: share(Contents("", expressions={"NAME": "\udfff"})),
        lambda: share(Contents("", assumed={"NAME": "\0"})),
        lambda: share(Contents("", values={"NAME": ["a"]})),  # type: ignore[dict-item]
        lambda: share(Contents("", sets={"a\0b": {}})),
        lambda: share(Contents("", sets={"dev": {"NAME": "\ud800"}})),
        lambda: share(Contents("", dialect="x" * 17)),
        lambda: share(Contents("", kubernetes="x" * 17)),
        lambda: share(title="a\0b"),
        lambda: share(title="t" * 101),
        lambda: share(slug="short"),
        lambda: share(slug="ä" * 22),
    ],
)
def test_what_no_database_can_store_is_refused_before_any_query(
    make: Callable[[], Share], django_assert_num_queries: Callable[[int], object]
) -> None:
    with django_assert_num_queries(0), pytest.raises(ValidationError):  # type: ignore[attr-defined]
        make()


def test_two_shares_cannot_have_one_slug() -> None:
    share()
    with pytest.raises(IntegrityError), transaction.atomic():
        share()
    assert (Share.objects.count(), Revision.objects.count()) == (1, 1)


def test_a_share_without_its_revision_is_not_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise IntegrityError

    monkeypatch.setattr(Revision, "save", fail)
    with pytest.raises(IntegrityError), transaction.atomic():
        share()
    assert Share.objects.count() == 0


def test_revision_numbers_are_unique_in_a_share() -> None:
    new_share = share()
    again = Revision(share=new_share, number=1, text="", dialect="auto", created=NOW)
    with pytest.raises(IntegrityError), transaction.atomic():
        again.save()
    Revision.objects.create(share=new_share, number=2, text="second", dialect="auto", created=NOW)
    assert new_share.latest.text == "second"


def test_a_share_is_gone_when_deleted_or_expired() -> None:
    assert not share().is_gone(NOW)
    assert Share(deleted=NOW).is_gone(NOW)
    assert Share(expires=NOW).is_gone(NOW)
    assert not Share(expires=NOW + timedelta(seconds=1)).is_gone(NOW)


def test_deleting_a_workspace_deletes_its_shares_but_no_copies_of_them() -> None:
    workspace = Workspace.objects.create(name="ws-1", token_digest="s256$1", created=NOW)
    original = store(SLUG, "", FULL, NOW, workspace)
    copy = Share.objects.create(slug="B" * 22, parent=original, created=NOW)
    workspace.delete()
    copy.refresh_from_db()
    assert (Share.objects.count(), copy.parent) == (1, None)


def test_the_text_form_of_a_share_does_not_contain_its_slug() -> None:
    new_share = share()
    assert SLUG not in f"{new_share} {new_share!r} {new_share.latest} {new_share.latest!r}"
    assert str(Workspace(name="ws-1")) == "ws-1"


def test_object_names_and_contents_are_unique_in_a_workspace() -> None:
    workspace = Workspace.objects.create(name="ws-1", token_digest="s256$1", created=NOW)
    first = store(SLUG, "", FULL, NOW, workspace, object_name="web", saved_as=FULL.digest)
    columns: tuple[dict[str, Any], ...] = ({"object_name": "web"}, {"saved_as": FULL.digest})
    for column in columns:
        with pytest.raises(IntegrityError), transaction.atomic():
            store("B" * 22, "", FULL, NOW, workspace, **column)
    Share.objects.filter(pk=first.pk).update(withdrawn=NOW, saved_as=None)
    assert store("B" * 22, "", FULL, NOW, workspace, object_name="web", saved_as=FULL.digest).object_since


def test_each_database_has_its_settings() -> None:
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            settings = {
                name: cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")
            }
        assert settings == {"journal_mode": "wal", "synchronous": 2}
    else:
        with connection.cursor() as cursor:
            cursor.execute("SHOW statement_timeout")
            assert cursor.fetchone() == ("5s",)
