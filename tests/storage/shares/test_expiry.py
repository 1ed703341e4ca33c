"""A Share lives until its expiry, and may be given a longer life."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from playground.storage.models import Share
from playground.storage.shares.contents import Contents
from playground.storage.shares.expiry import Expiry, later_expiry, unexpired
from tests.rows import store

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def test_an_expiry_counts_from_now_and_never_has_no_date() -> None:
    assert Expiry.MONTH.after(NOW) == NOW + timedelta(days=30)
    assert Expiry.NEVER.after(NOW) is None


@pytest.mark.django_db
def test_a_share_lives_until_its_expiry_and_no_longer() -> None:
    store("A" * 22, "Mine", Contents("a: 1"), NOW)
    for expires, lives in ((None, True), (NOW, False), (NOW + timedelta(seconds=1), True)):
        Share.objects.update(expires=expires)
        assert Share.objects.filter(unexpired(NOW)).exists() is lives


@pytest.mark.django_db
def test_the_later_expiry_wins_and_never_is_the_latest() -> None:
    store("A" * 22, "Mine", Contents("a: 1"), NOW)
    for before, requested, after in ((1, 2, 2), (2, 1, 2), (None, 1, None)):
        Share.objects.update(expires=before and NOW + timedelta(days=before))
        Share.objects.update(expires=later_expiry(NOW + timedelta(days=requested)))
        assert Share.objects.get().expires == (after and NOW + timedelta(days=after))
