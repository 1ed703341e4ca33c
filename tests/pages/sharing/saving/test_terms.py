"""The terms of a Share, as a form has them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.http import QueryDict

from playground.pages.sharing.saving.terms import Terms, read_terms
from playground.storage.shares.contents import Contents

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


FULL = Contents("text", values={"A": "1"}, expressions={"B": "[a-z]"}, assumed={"C": "3"}, cluster={"D": "4"})


def test_a_form_without_the_choices_has_the_default_terms() -> None:
    assert read_terms(QueryDict("source=a")) == Terms("month", values=True, assumed=True)


def test_a_missing_check_box_means_off() -> None:
    assert read_terms(QueryDict("terms=1")) == Terms(values=False, assumed=False)
    assert read_terms(QueryDict("terms=1&share-values=on")) == Terms(values=True, assumed=False)
    assert read_terms(QueryDict("terms=1&share-assumed=on")) == Terms(values=False, assumed=True)


@pytest.mark.parametrize(
    ("word", "days"), [("day", 1), ("month", 30), ("year", 365), ("", 30), ("century", 30), ("NEVER", 30)]
)
def test_a_share_lives_for_as_long_as_was_chosen_or_30_days(word: str, days: int) -> None:
    lifetime = read_terms(QueryDict(f"expiry={word}")).lifetime
    assert lifetime.after(NOW) == NOW + timedelta(days=days)


def test_a_share_may_have_no_expiry() -> None:
    assert read_terms(QueryDict("expiry=never")).lifetime.after(NOW) is None


def test_values_that_may_not_be_stored_are_left_out() -> None:
    assert Terms().cut(FULL) == FULL
    assert Terms(values=False).cut(FULL) == Contents("text", assumed={"C": "3"}, cluster={"D": "4"})
    assert Terms(assumed=False).cut(FULL) == Contents("text", values={"A": "1"}, expressions={"B": "[a-z]"})
