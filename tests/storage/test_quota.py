"""What is stored is counted, and never exceeds the quota."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.db import transaction

from playground.storage.contents import Contents
from playground.storage.transactions import Quota, QuotaExceededError, last_version, release
from tests.rows import store

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
TEXT = Contents("x" * 20)
SIZE = TEXT.size

pytestmark = pytest.mark.django_db


def stored() -> tuple[int, int]:
    counter = last_version()
    return counter.bytes, counter.shares


@pytest.fixture(autouse=True)
def two_shares() -> None:
    for letter in "AB":
        store(letter * 22, "", TEXT, NOW)


def test_what_is_stored_is_counted_until_it_is_released() -> None:
    store("C" * 22, "", TEXT, NOW)
    assert stored() == (3 * SIZE, 3)
    release(2 * SIZE, 2)
    assert stored() == (SIZE, 1)


@pytest.mark.parametrize("quota", [Quota(bytes=3 * SIZE), Quota(shares=3)])
def test_the_quota_can_be_used_up_exactly(quota: Quota) -> None:
    store("C" * 22, "", TEXT, NOW, quota=quota)
    assert stored() == (3 * SIZE, 3)


@pytest.mark.parametrize("quota", [Quota(bytes=3 * SIZE - 1), Quota(shares=2)])
def test_what_exceeds_the_quota_is_refused_and_not_counted(quota: Quota) -> None:
    before = last_version().value
    with pytest.raises(QuotaExceededError), transaction.atomic():
        store("C" * 22, "", TEXT, NOW, quota=quota)
    assert (stored(), last_version().value) == ((2 * SIZE, 2), before)
