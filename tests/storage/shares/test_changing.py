"""Changes of a Share by its owner: one after the other, and none is lost to another one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from random import SystemRandom
from threading import Barrier
from time import sleep

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.db.models import F

from playground.storage.counter import UNLIMITED, Quota, QuotaExceededError, last_version, release
from playground.storage.models import Counter, Revision, Share, Workspace
from playground.storage.shares import changing
from playground.storage.shares.changing import (
    Conflict,
    Full,
    Gone,
    Revised,
    delete,
    rename,
    revise,
    set_expiry,
    set_terms,
)
from playground.storage.shares.contents import Contents
from playground.storage.shares.finding import objects, shares_of
from playground.storage.shares.identity import Identity
from playground.storage.shares.saving import save
from playground.storage.workspaces import create_workspace

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
RANDOM = SystemRandom()
TEMPLATE = Identity("Template", "web")
WRITERS = 16


def share_of(owner: Workspace, text: str = "one", identity: Identity = TEMPLATE) -> Share:
    return save(owner, Contents(text), identity, NOW, RANDOM).share


def made(text: str = "one", identity: Identity = TEMPLATE) -> Share:
    return share_of(create_workspace(NOW, RANDOM)[0], text, identity)


def revised(share: Share, based_on: int, text: str, identity: Identity = TEMPLATE, quota: Quota = UNLIMITED) -> object:
    return revise(share, based_on, Contents(text), identity, NOW, RANDOM, quota)


@pytest.mark.django_db
def test_a_revision_is_added_and_earlier_ones_stay_unchanged() -> None:
    share = made()
    result = revised(share, 1, "two")
    assert isinstance(result, Revised)
    assert (result.new, result.share.head, result.share.latest.text) == (True, 2, "two")
    assert [(revision.number, revision.text) for revision in share.revisions.order_by("number")] == [
        (1, "one"),
        (2, "two"),
    ]
    assert result.share.version == result.share.latest.version > share.version


@pytest.mark.django_db
def test_an_update_of_an_older_revision_is_a_conflict_with_the_latest() -> None:
    share = made()
    revised(share, 1, "two")
    result = revised(share, 1, "mine")
    assert isinstance(result, Conflict)
    assert (result.share.head, result.share.latest.text, share.revisions.count()) == (2, "two", 2)


@pytest.mark.django_db
def test_a_repeated_update_succeeds_without_a_change() -> None:
    share = made()
    first, again = revised(share, 1, "two"), revised(share, 1, "two")
    assert isinstance(first, Revised)
    assert isinstance(again, Revised)
    assert (first.new, again.new, again.share.head, again.share.version) == (True, False, 2, first.share.version)


@pytest.mark.django_db
def test_an_update_of_a_revision_that_does_not_exist_is_a_conflict() -> None:
    for number in (0, 2, 7):
        assert isinstance(revised(made(), number, "two"), Conflict)


@pytest.mark.django_db
def test_a_share_that_is_gone_cannot_be_revised_or_deleted() -> None:
    share = made()
    assert isinstance(delete(share, NOW), Share)
    assert revised(share, 1, "two") == delete(share, NOW) == Gone()
    expired = made()
    set_expiry(expired, NOW)
    assert revised(expired, 1, "two") == Gone()


@pytest.mark.django_db
def test_a_share_without_a_workspace_cannot_be_changed() -> None:
    nobodys = Share.objects.create(slug="A" * 22, created=NOW)
    assert revised(nobodys, 1, "two") == delete(nobodys, NOW) == Gone()


@pytest.mark.django_db
def test_a_share_that_has_changed_since_is_not_deleted() -> None:
    share = made()
    revised(share, 1, "two")
    assert isinstance(delete(share, NOW, based_on=1), Conflict)
    gone = delete(share, NOW, based_on=2)
    assert isinstance(gone, Share)
    assert (gone.deleted, gone.withdrawn, gone.is_gone(NOW), gone.latest.text) == (NOW, NOW, True, "two")
    assert gone.version == last_version().value


@pytest.mark.django_db
def test_a_share_that_was_revised_after_it_was_read_is_not_deleted(monkeypatch: pytest.MonkeyPatch) -> None:
    share = made()
    states = [Share.objects.get(pk=share.pk)]  # what the first attempt reads, while another request adds a Revision
    revised(share, 1, "two")
    states.append(Share.objects.get(pk=share.pk))
    monkeypatch.setattr(changing, "reload_live", lambda *_: states.pop(0))
    assert isinstance(delete(share, NOW, based_on=1), Conflict)
    assert Share.objects.get(pk=share.pk).deleted is None


@pytest.mark.django_db
def test_the_number_of_revisions_is_limited() -> None:
    share, quota = made(), Quota(revisions=2)
    assert isinstance(revised(share, 1, "two", quota=quota), Revised)
    assert revised(share, 2, "three", quota=quota) == Full()


@pytest.mark.django_db
def test_a_revision_one_byte_over_quota_changes_nothing() -> None:
    share, size = made(), Contents("twö").size
    stored = Counter.objects.get().bytes
    with pytest.raises(QuotaExceededError):
        revised(share, 1, "twö", quota=Quota(bytes=stored + size - 1))
    share.refresh_from_db()
    assert (share.head, share.latest.text, Counter.objects.get().bytes) == (1, "one", stored)
    assert isinstance(revised(share, 1, "twö", quota=Quota(bytes=stored + size)), Revised)
    assert (Counter.objects.get().bytes, Counter.objects.get().shares) == (stored + size, 1)


@pytest.mark.django_db
def test_an_object_keeps_its_name_while_its_text_is_a_template() -> None:
    share = made()
    result = revised(share, 1, "two", Identity("Template", "other"))
    assert isinstance(result, Revised)
    assert (result.share.object_name, result.share.uid, result.share.withdrawn) == ("web", share.uid, None)


@pytest.mark.django_db
def test_a_revision_is_found_by_its_kind_and_name() -> None:
    share = made("one", Identity("Pod"))
    owner = share.workspace
    assert owner is not None
    revised(share, 1, "two")
    results = [list(shares_of(owner, NOW, word)) for word in ("template", "web", "pod")]
    assert results == [[share], [share], []]


@pytest.mark.django_db
def test_a_text_is_saved_as_the_share_that_had_it_first() -> None:
    owner, _token = create_workspace(NOW, RANDOM)
    first, second = share_of(owner, "one"), share_of(owner, "two")
    made("three")
    revised(second, 1, "one")
    assert share_of(owner, "one") == first
    revised(first, 1, "three")
    assert share_of(owner, "three") == first


@pytest.mark.django_db
def test_a_share_stops_and_starts_being_an_object_with_its_text() -> None:
    share = made()
    owner = share.workspace
    assert owner is not None
    revised(share, 1, "two", Identity("Pod"))
    share.refresh_from_db()
    assert (share.kind, share.withdrawn, share.is_gone(NOW), list(objects(owner, NOW))) == ("Pod", NOW, False, [])
    other_share = share_of(owner, "of the same name")
    assert other_share.object_name == "web"
    revised(share, 2, "three")
    uid, since = share.uid, share.object_since
    share.refresh_from_db()
    assert share.withdrawn is None
    assert share.object_name.startswith("web-")
    assert share.uid != uid
    assert share.object_since == share.version > since


@pytest.mark.django_db
def test_a_new_title_adds_no_revision_and_is_found() -> None:
    share = made()
    rename(share, "Überschrift")
    owner = share.workspace
    assert owner is not None
    assert [found_share.title for found_share in shares_of(owner, NOW, "überSCHRIFT")] == ["Überschrift"]
    assert share.revisions.count() == 1
    for title in ("x" * 101, "a\0b", "\ud800"):
        with pytest.raises(ValidationError):
            rename(share, title)


@pytest.mark.django_db
def test_what_stands_beside_the_text_is_changed_alone() -> None:
    share, later = made(), NOW + timedelta(days=1)
    stale = [Share.objects.get() for _ in range(3)]
    revised(share, 1, "two")
    rename(stale[0], "title")
    set_expiry(stale[1], later)
    set_terms(stale[2], keeps_values=not share.keeps_values, keeps_assumed=share.keeps_assumed)
    now = Share.objects.get()
    assert (now.head, now.title, now.expires, now.keeps_values) == (2, "title", later, not share.keeps_values)


@pytest.mark.django_db
def test_an_expiry_is_set_and_removed() -> None:
    share = made()
    set_expiry(share, NOW + timedelta(days=1))
    assert Share.objects.get().expires == NOW + timedelta(days=1)
    set_expiry(share, None)
    assert Share.objects.get().expires is None


@pytest.mark.django_db
@pytest.mark.parametrize("contents", [Contents("a\0b"), Contents("x", dialect="y" * 17)])
def test_what_cannot_be_stored_is_refused_and_changes_nothing(contents: Contents) -> None:
    share = made()
    with pytest.raises(ValidationError):
        revise(share, 1, contents, TEMPLATE, NOW, RANDOM)
    share.refresh_from_db()
    assert (share.head, share.revisions.count()) == (1, 1)


def at_once(actions: Sequence[Callable[[], object]]) -> list[object]:
    """The results of ``actions``, each begun at the same moment in a thread with a connection of its own."""
    barrier = Barrier(len(actions))

    def run(action: Callable[[], object]) -> object:
        try:
            connection.ensure_connection()
            barrier.wait()
            return action()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(actions)) as pool:
        return list(pool.map(run, actions))


@pytest.mark.django_db(transaction=True)
def test_of_concurrent_updates_one_succeeds_and_all_others_are_conflicts() -> None:
    share = made()
    for number in range(1, 4):
        actions = [partial(revised, share, number, f"{number}.{writer}") for writer in range(WRITERS)]
        results = at_once(actions)
        kinds = sorted(type(result).__name__ for result in results)
        assert kinds == [*["Conflict"] * (WRITERS - 1), "Revised"]
    assert [writer.number for writer in share.revisions.order_by("number")] == [1, 2, 3, 4]


@pytest.mark.django_db(transaction=True)
def test_concurrent_saves_of_one_text_give_one_share() -> None:
    owner, _ = create_workspace(NOW, RANDOM)
    shares = at_once([lambda: share_of(owner)] * WRITERS)
    assert (len(set(shares)), Share.objects.count()) == (1, 1)


@pytest.mark.django_db(transaction=True)
def test_concurrent_saves_get_different_names() -> None:
    owner, _ = create_workspace(NOW, RANDOM)
    shares = at_once([partial(share_of, owner, str(number)) for number in range(WRITERS)])
    names = {share.object_name for share in shares if isinstance(share, Share)}
    assert (len(names), "web" in names) == (WRITERS, True)
    versions = [share.version for share in Share.objects.order_by("version")]
    assert len(set(versions)) == WRITERS


@pytest.mark.django_db
def test_what_is_stored_beside_the_text_applies_to_later_revisions() -> None:
    share = made()
    assert (share.keeps_values, share.keeps_assumed) == (True, True)
    set_terms(share, keeps_values=False, keeps_assumed=True)
    revised(share, 1, "two")
    share.refresh_from_db()
    assert (share.keeps_values, share.keeps_assumed) == (False, True)


SIZE = Contents("0").size


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("quota", [Quota(shares=5), Quota(bytes=5 * SIZE + SIZE - 1)])
def test_concurrent_saves_never_exceed_the_quota(quota: Quota) -> None:
    owners = [create_workspace(NOW, RANDOM)[0] for _ in range(WRITERS)]

    def one(number: int) -> object:
        try:
            return save(owners[number], Contents("0"), Identity(), NOW, RANDOM, quota=quota)
        except QuotaExceededError as error:
            return error

    outcomes = at_once([partial(one, number) for number in range(WRITERS)])
    assert sum(isinstance(outcome, QuotaExceededError) for outcome in outcomes) == WRITERS - 5
    assert Share.objects.count() == Revision.objects.count() == 5
    assert (Counter.objects.get().shares, Counter.objects.get().bytes) == (5, 5 * SIZE)


def quota_taken_wrongly(quota: Quota) -> None:
    """Look, then count: how it must not be done."""
    if Counter.objects.get().shares >= quota.shares:
        raise QuotaExceededError
    sleep(0.02)
    Counter.objects.update(shares=F("shares") + 1)


@pytest.mark.django_db(transaction=True)
def test_checking_before_counting_would_exceed_the_quota() -> None:
    made()
    release(0, -3)
    at_once([partial(suppressed, partial(quota_taken_wrongly, Quota(shares=5))) for _ in range(WRITERS)])
    assert Counter.objects.get().shares > 5


def suppressed(action: Callable[[], None]) -> None:
    with suppress(QuotaExceededError):
        action()
