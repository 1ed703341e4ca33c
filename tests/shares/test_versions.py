"""Each change has a version of its own, later than all before."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.db import IntegrityError, transaction

from playground.models import Counter
from playground.shares.contents import Contents
from playground.shares.versions import last_version, next_version
from tests.rows import store

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)

pytestmark = pytest.mark.django_db


def test_versions_only_grow_and_a_lost_counter_is_made_again() -> None:
    first, second = next_version(), next_version()
    assert last_version().value == second == first + 1
    Counter.objects.all().delete()
    assert (last_version().value, next_version(), last_version().value) == (0, 1, 1)


def test_a_version_is_given_back_with_its_change() -> None:
    store("A" * 22, "", Contents(""), NOW)
    before = next_version()
    with pytest.raises(IntegrityError), transaction.atomic():
        store("A" * 22, "", Contents(""), NOW)
    assert last_version().value == before
