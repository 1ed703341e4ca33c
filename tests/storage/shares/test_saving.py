"""A text is saved once, under a name that is free."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import SystemRandom

import pytest
from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from playground.storage.counter import Quota, QuotaExceededError
from playground.storage.models import Share, Workspace
from playground.storage.shares.changing import delete, revise
from playground.storage.shares.contents import Contents, contents_of
from playground.storage.shares.expiry import Expiry
from playground.storage.shares.finding import objects
from playground.storage.shares.identity import Identity
from playground.storage.shares.saving import NameTaken, Saved, create_object, save
from playground.storage.workspaces import create_workspace

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
LATER = NOW + timedelta(days=40)
RANDOM = SystemRandom()
TEXT = Contents("kind: Pod\n", "proposal", {"NAME": "wörld"}, {"USER": "[a-z]{4}"}, {"PORT": "80"}, "1.33")
BRACKETS = ("SAVEPOINT", "RELEASE")


def workspace() -> Workspace:
    return create_workspace(NOW, RANDOM)[0]


def saved(owner: Workspace, contents: Contents = TEXT, name: str | None = None, now: datetime = NOW) -> Saved:
    kind = "Pod" if name is None else "Template"
    return save(owner, contents, Identity(kind, name), now, RANDOM)


@pytest.mark.django_db
def test_a_saved_share_has_all_its_contents() -> None:
    owner = workspace()
    share = save(owner, TEXT, Identity("Pod"), NOW, RANDOM, title="Mine", expires=Expiry.DAY.after(NOW)).share
    stored = Share.objects.get(slug=share.slug)
    assert contents_of(stored.latest) == TEXT
    assert (stored.title, stored.kind, stored.workspace, stored.head) == ("Mine", "Pod", owner, 1)
    assert (stored.created, stored.updated, stored.expires) == (NOW, NOW, NOW + timedelta(days=1))
    assert (stored.object_name, stored.uid) == ("", "")
    assert re.fullmatch(r"[A-Za-z0-9_-]{22}", stored.slug)


@pytest.mark.django_db
def test_the_same_text_saved_twice_is_one_share() -> None:
    owner = workspace()
    first, second = saved(owner), saved(owner, replace(TEXT, values=dict(TEXT.values)))
    assert (first.share, first.new, second.new) == (second.share, True, False)
    assert saved(workspace()).share != first.share


@pytest.mark.django_db
def test_a_save_locks_others_out_only_with_its_last_statements() -> None:
    owner = workspace()
    saved(owner, name="web")
    with CaptureQueriesContext(connection) as queries:
        second = saved(owner, replace(TEXT, text="kind: Pod"), name="web")
    statements = [query["sql"] for query in queries.captured_queries if not query["sql"].startswith(BRACKETS)]
    counted = next(number for number, statement in enumerate(statements) if "UPDATE playground_counter" in statement)
    assert (second.share.version, second.share.latest.version) == (2, 2)
    assert counted == 4  # the same text, the name, the rows (2)
    assert len(statements[counted:]) == (1 if connection.vendor == "postgresql" else 3)  # SQLite has no round trips


@pytest.mark.parametrize(
    "change",
    [
        {"text": "kind: Pod"},
        {"dialect": "openshift"},
        {"kubernetes": "1.34"},
        {"values": {}},
        {"expressions": {}, "values": {**TEXT.values, **TEXT.expressions}},
        {"assumed": {"PORT": "81"}},
        {"cluster": {"nodeName": "n"}},
    ],
)
@pytest.mark.django_db
def test_any_difference_makes_another_share(change: dict[str, object]) -> None:
    owner = workspace()
    different = replace(TEXT, **change)  # type: ignore[arg-type]
    assert saved(owner).share != saved(owner, different).share


@pytest.mark.django_db
def test_saving_again_extends_the_expiry_and_never_shortens_it() -> None:
    owner = workspace()
    elsewhere = saved(workspace()).share
    before = Share.objects.filter(pk=elsewhere.pk).values().get()
    for expiry, title, expected in (
        (Expiry.MONTH, "One", NOW + timedelta(days=30)),
        (Expiry.DAY, "", NOW + timedelta(days=30)),
        (Expiry.YEAR, "Two", NOW + timedelta(days=365)),
        (Expiry.NEVER, "", None),
        (Expiry.DAY, "", None),
    ):
        share = save(owner, TEXT, Identity(), NOW, RANDOM, title=title, expires=expiry.after(NOW)).share
        assert share.expires == expected
        share.refresh_from_db()
        assert share.expires == expected
    assert (owner.shares.count(), share.title) == (1, "Two")
    assert Share.objects.filter(pk=elsewhere.pk).values().get() == before


@pytest.mark.django_db
def test_saving_again_stores_no_title_that_is_too_long() -> None:
    owner = workspace()
    saved(owner)
    with pytest.raises(ValidationError):
        save(owner, TEXT, Identity(), NOW, RANDOM, title="x" * 101)
    assert Share.objects.get().title == ""


@pytest.mark.django_db
def test_an_expired_or_deleted_share_is_not_reused() -> None:
    owner = workspace()
    first = save(owner, TEXT, Identity(), NOW, RANDOM, expires=Expiry.DAY.after(NOW)).share
    other_share = saved(owner, Contents("other")).share
    second = saved(owner, now=LATER)
    assert second.new
    assert second.share != first
    assert isinstance(delete(second.share, LATER), Share)
    assert saved(owner, now=LATER).new
    assert saved(owner, Contents("other")).share == other_share


@pytest.mark.django_db
def test_a_share_that_is_deleted_while_its_text_is_saved_again_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    owner = workspace()
    share, attempts = saved(owner).share, []

    def delete_once_read(share: Share, now: datetime) -> bool:
        attempts.append(now)
        if len(attempts) == 1:
            Share.objects.filter(pk=share.pk).update(deleted=now, saved_as=None)
        return False

    monkeypatch.setattr(Share, "is_gone", delete_once_read)
    assert saved(owner).share == share
    assert len(attempts) == 2  # the first attempt was rolled back, and the deletion with it
    assert Share.objects.get().deleted is None


@pytest.mark.django_db
def test_a_share_is_reused_only_for_its_latest_contents() -> None:
    owner, other_contents = workspace(), Contents("other")
    share = saved(owner).share
    revise(share, 1, other_contents, Identity(), NOW, RANDOM)
    assert saved(owner, other_contents).share == share
    assert saved(owner).new


@pytest.mark.django_db
def test_a_template_gets_the_requested_name_or_a_similar_one() -> None:
    owner = workspace()
    first, second = (saved(owner, Contents(text), "web").share for text in ("one", "two"))
    elsewhere = saved(workspace(), Contents("one"), "web").share
    assert (first.object_name, elsewhere.object_name) == ("web", "web")
    assert re.fullmatch(r"web-[bcdfghjklmnpqrstvwxz2456789]{5}", second.object_name)
    assert list(objects(owner, NOW)) == sorted((first, second), key=lambda share: share.object_name)
    assert len({share.uid for share in (first, second, elsewhere)}) == 3
    assert re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}", first.uid)


@pytest.mark.django_db
def test_the_api_creates_an_object_under_its_name_or_not_at_all() -> None:
    owner = workspace()
    created = create_object(owner, Contents("one"), "web", NOW, RANDOM, expires=None)
    assert isinstance(created, Saved)
    assert create_object(owner, Contents("two"), "web", NOW, RANDOM, expires=None) == NameTaken(created.share)
    assert Share.objects.count() == 1
    long = create_object(owner, Contents("two"), "a" * 253, NOW, RANDOM, expires=None)
    assert isinstance(long, Saved)
    assert (long.share.object_name, long.share.title) == ("a" * 253, "a" * 100)


@pytest.mark.django_db
def test_the_longest_name_is_shortened_for_random_characters() -> None:
    owner = workspace()
    names = [saved(owner, Contents(name), name).share.object_name for name in ("a" * 253, "a" * 254, "a" * 300)]
    assert [(len(name), name[:248]) for name in names] == [(253, "a" * 248)] * 3


@pytest.mark.django_db
def test_the_name_of_an_object_that_is_gone_is_free_again() -> None:
    owner = workspace()
    for text, now in (("one", NOW), ("two", LATER)):
        created = create_object(owner, Contents(text), "web", now, RANDOM, expires=Expiry.MONTH.after(now))
        assert isinstance(created, Saved)
        assert created.share.object_name == "web"
    assert isinstance(delete(created.share, LATER), Share)
    assert isinstance(create_object(owner, Contents("three"), "web", LATER, RANDOM, expires=None), Saved)


@pytest.mark.django_db
def test_a_watch_sees_an_object_deleted_before_another_one_gets_its_name() -> None:
    owner = workspace()
    first = save(owner, Contents("one"), Identity("Template", "web"), NOW, RANDOM, expires=Expiry.DAY.after(NOW)).share
    other_share = saved(owner, Contents("three"), "other").share
    second = saved(owner, Contents("two"), "web", LATER).share
    first.refresh_from_db()
    assert (first.object_name, first.withdrawn) == (second.object_name, LATER)
    assert other_share.version < first.version < second.version
    other_share.refresh_from_db()
    assert other_share.withdrawn is None


@pytest.mark.django_db
def test_a_random_name_that_is_taken_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    owner, endings = workspace(), iter(("aaaaa", "aaaaa", "bbbbb"))
    monkeypatch.setattr("playground.storage.shares.identity.safe_characters", lambda *_: next(endings))
    names = [saved(owner, Contents(str(number)), "web").share.object_name for number in range(3)]
    assert names == ["web", "web-aaaaa", "web-bbbbb"]


@pytest.mark.parametrize("contents", [Contents("a\0b"), Contents("a\ud800"), Contents("", values={"A": "\0"})])
@pytest.mark.django_db
def test_what_no_database_can_hold_is_refused(contents: Contents) -> None:
    owner = workspace()
    with pytest.raises((ValidationError, UnicodeEncodeError)) as caught:
        saved(owner, contents)
    assert caught.type is ValidationError
    assert Share.objects.count() == 0


@pytest.mark.django_db
def test_every_change_has_a_higher_version() -> None:
    owner = workspace()
    versions = [saved(owner, Contents(str(number))).share.version for number in range(4)]
    assert versions == sorted(set(versions))


@pytest.mark.django_db
@pytest.mark.parametrize("contents", [TEXT, replace(TEXT, text="other")])
def test_a_copy_is_a_new_share_with_its_original_as_parent(contents: Contents) -> None:
    original, owner = saved(workspace()).share, workspace()
    copy = save(owner, contents, Identity(), NOW, RANDOM, parent=original).share
    assert (copy.parent, copy.workspace, contents_of(copy.latest)) == (original, owner, contents)
    assert copy.slug != original.slug


@pytest.mark.django_db
def test_shares_are_created_up_to_the_quota_and_no_further() -> None:
    owner, quota = workspace(), Quota(shares=2)
    for text in ("one", "two"):
        assert save(owner, Contents(text), Identity(), NOW, RANDOM, quota=quota).new
    with pytest.raises(QuotaExceededError), transaction.atomic():
        save(owner, Contents("three"), Identity(), NOW, RANDOM, quota=quota)
    with pytest.raises(QuotaExceededError):
        create_object(owner, Contents("three"), "web", NOW, RANDOM, expires=None, quota=quota)
    assert Share.objects.count() == 2
    assert not save(owner, Contents("two"), Identity(), NOW, RANDOM, quota=quota).new  # a reused Share needs no storage
