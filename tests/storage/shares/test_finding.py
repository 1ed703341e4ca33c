"""Each Share is found by who may find it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from random import SystemRandom

import pytest

from playground.storage.counter import last_version
from playground.storage.models import Share, Workspace
from playground.storage.shares.changing import delete, revise
from playground.storage.shares.contents import Contents
from playground.storage.shares.finding import (
    changed_objects,
    expired_objects,
    find_share,
    objects,
    owned,
    revision_at,
    shares_of,
)
from playground.storage.shares.identity import Identity
from playground.storage.shares.purging import TEXT_KEPT_FOR, purge
from playground.storage.shares.saving import save
from playground.storage.workspaces import create_workspace

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
RANDOM = SystemRandom()

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> Workspace:
    return create_workspace(NOW, RANDOM)[0]


def saved(owner: Workspace, text: str, name: str | None = None, title: str = "", minutes: int = 0) -> Share:
    moment = NOW + timedelta(minutes=minutes)
    return save(owner, Contents(text), Identity("Template" if name else "Pod", name), moment, RANDOM, title=title).share


def test_only_the_owner_finds_a_share_to_change(owner: Workspace) -> None:
    share = saved(owner, "one")
    stranger, _ = create_workspace(NOW, RANDOM)
    assert owned(owner, share.slug, NOW) == share
    assert owned(stranger, share.slug, NOW) is None
    assert owned(owner, "A" * 22, NOW) is None
    delete(share, NOW)
    assert owned(owner, share.slug, NOW) is None


def test_the_share_that_changed_last_comes_first(owner: Workspace) -> None:
    first, second = saved(owner, "one"), saved(owner, "two", minutes=1)
    saved(create_workspace(NOW, RANDOM)[0], "not mine")
    assert list(shares_of(owner, NOW)) == [second, first]
    revise(first, 1, Contents("three"), Identity("Pod"), NOW + timedelta(minutes=2), RANDOM)
    assert list(shares_of(owner, NOW)) == [first, second]


@pytest.mark.parametrize(
    ("search", "count"),
    [
        ("", 2),
        ("  ", 2),
        ("GROẞE", 1),
        ("große db", 1),
        ("db große", 1),
        ("große pod", 0),
        ("pod", 1),
        ("template", 1),
        ("%", 0),
        ("_", 0),
        ("\\", 0),
        ("q\0b", 0),
        ("\ud800", 0),
        ("x" * 10_000, 0),
    ],
)
def test_a_search_looks_for_every_word(owner: Workspace, search: str, count: int) -> None:
    saved(owner, "one", "db", "Die große Datenbank")
    saved(owner, "two", None, "Something else")
    assert len(shares_of(owner, NOW, search)) == count


def test_live_objects_are_listed_by_name(owner: Workspace) -> None:
    last, first, gone = (saved(owner, name, name) for name in ("zeta", "alpha", "gone"))
    saved(owner, "a pod")
    delete(gone, NOW)
    assert list(objects(owner, NOW)) == [first, last]
    Share.objects.filter(pk=last.pk).update(expires=NOW)
    assert list(objects(owner, NOW)) == [first]
    assert list(expired_objects(owner, NOW - timedelta(seconds=1), NOW)) == [last]
    assert list(expired_objects(owner, NOW, NOW + timedelta(days=1))) == []


def test_only_own_objects_that_have_expired_are_found(owner: Workspace) -> None:
    share, pod, later = saved(owner, "one", "one"), saved(owner, "a pod"), saved(owner, "later", "later")
    withdrawn = saved(owner, "two", "two")
    revise(withdrawn, 1, Contents("a second pod"), Identity("Pod"), NOW, RANDOM)
    of_other_owner = saved(create_workspace(NOW, RANDOM)[0], "three", "three")
    Share.objects.filter(pk__in=[expired_share.pk for expired_share in (share, pod, withdrawn, of_other_owner)]).update(
        expires=NOW
    )
    Share.objects.filter(pk=later.pk).update(expires=NOW + timedelta(seconds=1))
    assert list(expired_objects(owner, NOW - timedelta(seconds=1), NOW)) == [share]


def test_changes_are_listed_once_in_their_order(owner: Workspace) -> None:
    first_share, two = saved(owner, "one", "one"), saved(owner, "two", "two")
    before = last_version().value
    revise(first_share, 1, Contents("three"), Identity("Template", "one"), NOW, RANDOM)
    delete(two, NOW)
    saved(owner, "a pod")
    saved(create_workspace(NOW, RANDOM)[0], "three", "three")
    assert list(changed_objects(owner, before)) == [first_share, two]
    assert list(changed_objects(owner, last_version().value)) == []
    assert list(changed_objects(owner, 0)) == [first_share, two]


def test_the_revision_of_an_earlier_version_is_found(owner: Workspace) -> None:
    share = saved(owner, "one", "one")
    first = last_version().value
    revise(share, 1, Contents("two"), Identity("Template", "one"), NOW, RANDOM)
    texts = [
        revision and revision.text for revision in (revision_at(share, version) for version in (0, first, first + 9))
    ]
    assert texts == [None, "one", "two"]


def test_an_unknown_slug_is_not_found(owner: Workspace) -> None:
    share = saved(owner, "one")
    assert find_share(share.slug) == share
    assert find_share("A" * 22) is None


def test_a_share_is_found_with_its_latest_revision(
    owner: Workspace, django_assert_num_queries: Callable[[int], AbstractContextManager[object]]
) -> None:
    share = saved(owner, "one")
    for number in range(1, 12):  # as texts, 10 and 11 would be before 9
        revise(share, number, Contents(f"text {number + 1}"), Identity("Pod"), NOW, RANDOM)
    with django_assert_num_queries(1):
        result = find_share(share.slug)
        assert result is not None
        assert (result.latest.text, result.latest.number, result.latest.share) == ("text 12", 12, result)


def test_a_share_whose_texts_were_purged_is_found(owner: Workspace) -> None:
    share = saved(owner, "one")
    delete(share, NOW - TEXT_KEPT_FOR)
    assert purge(NOW) == 1
    assert not share.revisions.exists()
    assert find_share(share.slug) == share


def test_slugs_differ_in_upper_and_lower_case(owner: Workspace) -> None:
    slug = saved(owner, "one").slug
    assert find_share(slug.swapcase()) is None


def test_a_revision_that_was_found_with_a_share_is_the_latest_only_until_the_next(owner: Workspace) -> None:
    share = find_share(saved(owner, "one").slug)
    assert share is not None
    revise(share, 1, Contents("two"), Identity("Pod"), NOW, RANDOM)
    share.refresh_from_db()
    assert share.latest.text == "two"
