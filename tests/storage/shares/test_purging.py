"""Purging deletes what was written, and for a while the Share still says why it is gone."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier

import pytest
from django.core.management import call_command
from django.db import connection

from playground.storage.counter import last_version, release
from playground.storage.models import Counter, Revision, Share
from playground.storage.shares.contents import Contents
from playground.storage.shares.purging import END_TOLD_FOR, TEXT_KEPT_FOR, purge
from tests.rows import store

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
MOMENT = timedelta(seconds=1)

pytestmark = pytest.mark.django_db


def share(number: int, **columns: object) -> Share:
    stored = store(f"{number:022}", "A title", Contents(f"text {number}"), NOW - timedelta(days=200))
    Share.objects.filter(pk=stored.pk).update(**columns)
    return stored


def texts() -> list[str]:
    return sorted(Revision.objects.values_list("text", flat=True))


def test_live_shares_stay() -> None:
    share(1)
    share(2, expires=NOW + MOMENT)
    share(3, expires=NOW - TEXT_KEPT_FOR + MOMENT)
    assert purge(NOW) == 0
    assert texts() == ["text 1", "text 2", "text 3"]


def test_the_text_is_deleted_first_and_the_share_still_says_why() -> None:
    expired, deleted = (
        share(1, expires=NOW - TEXT_KEPT_FOR, saved_as="a"),
        share(2, deleted=NOW - TEXT_KEPT_FOR, words="a title"),
    )
    live = Share.objects.filter(pk=share(3, words="a title", saved_as="b").pk)
    before = live.values().get()
    assert purge(NOW) == 2
    assert texts() == ["text 3"]
    for over in (expired, deleted):
        over.refresh_from_db()
        assert over.is_gone(NOW)
        assert (over.title, over.words, over.saved_as) == ("", "", None)
    assert live.values().get() == before
    assert purge(NOW) == 0


def test_after_ninety_days_the_share_is_deleted() -> None:
    share(1, expires=NOW - END_TOLD_FOR)
    share(2, deleted=NOW - END_TOLD_FOR + MOMENT)
    assert purge(NOW) == 2
    assert list(Share.objects.values_list("slug", flat=True)) == [f"{2:022}"]


def test_a_copy_outlives_its_original() -> None:
    parent = share(1, expires=NOW - END_TOLD_FOR)
    copy = share(2, parent=parent)
    purge(NOW)
    copy.refresh_from_db()
    assert copy.parent is None
    assert texts() == ["text 2"]


def test_watches_from_older_versions_have_to_list_again() -> None:
    share(1, deleted=NOW - TEXT_KEPT_FOR)
    share(2)
    purge(NOW)
    assert last_version().forgotten == last_version().value == Counter.objects.get().value


def test_shares_are_purged_in_batches() -> None:
    Share.objects.bulk_create(
        Share(slug=f"{number:022}", created=NOW, expires=NOW - END_TOLD_FOR - MOMENT) for number in range(600)
    )
    assert [purge(NOW), purge(NOW), purge(NOW)] == [500, 100, 0]


def test_the_command_purges_until_nothing_is_left() -> None:
    Share.objects.bulk_create(
        Share(slug=f"{number:022}", created=NOW, expires=datetime(2020, 1, 1, tzinfo=UTC)) for number in range(501)
    )
    call_command("purge")
    assert not Share.objects.exists()


def test_purging_releases_the_storage_once() -> None:
    share(1)
    before = Counter.objects.get()
    share(2, expires=NOW - TEXT_KEPT_FOR)
    share(3, expires=NOW - END_TOLD_FOR)
    assert Counter.objects.get().shares == 3
    for moment in (NOW, NOW + END_TOLD_FOR):
        purge(moment)
        after = Counter.objects.get()
        assert (after.shares, after.bytes) == (1, before.bytes)


def test_texts_that_were_never_counted_release_no_storage() -> None:
    share(1)
    before = Counter.objects.get()
    old = Share.objects.create(slug="o" * 22, created=NOW, expires=NOW - TEXT_KEPT_FOR)
    Revision.objects.create(share=old, number=1, text="old", dialect="auto", created=NOW)
    release(-2000, 0)  # a newer server adds to it
    Revision.objects.create(share=old, number=2, text="new", dialect="auto", created=NOW, size=2000)
    assert purge(NOW) == 1
    after = Counter.objects.get()
    assert (after.shares, after.bytes) == (1, before.bytes)


@pytest.mark.django_db(transaction=True)
def test_concurrent_purges_release_the_storage_once() -> None:
    for number in range(40):
        share(number, expires=NOW - TEXT_KEPT_FOR)
    start = Barrier(4)

    def run(_number: int) -> None:
        start.wait()
        try:
            purge(NOW)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(run, range(4)))
    assert (Counter.objects.get().shares, Counter.objects.get().bytes) == (0, 0)
