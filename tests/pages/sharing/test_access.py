"""Who may read and change a Share is decided in one place; what is no slug or number names nothing."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.test import Client

from playground.pages.sharing.access import day, revision_number, share_named, why_gone
from playground.storage.models import Share
from tests.pages.sharing.shares import POD, share

NOW = datetime(2026, 11, 2, 12, 0, tzinfo=UTC)


def test_why_something_is_gone_is_said_with_the_day() -> None:
    assert day(NOW) == "2 November 2026"
    assert (
        why_gone(Share(deleted=NOW, expires=NOW))
        == "The text at this link was deleted by its author on 2 November 2026."
    )
    assert why_gone(Share(expires=NOW)) == "The text at this link expired on 2 November 2026."


@pytest.mark.django_db
@pytest.mark.parametrize("text", ["", "x", "\0" * 22, "A" * 22, "A" * 23, "ä" * 22, "A" * 22 + "\n"])
def test_what_is_no_slug_names_no_share(text: str) -> None:
    assert share_named(text) is None


@pytest.mark.django_db
def test_a_slug_names_its_share(client: Client) -> None:
    slug = share(client, source=POD).removeprefix("/s/")
    assert share_named(slug) == Share.objects.get()


@pytest.mark.parametrize(("text", "number"), [("12", 12), ("", 0), ("-1", 0), ("1e3", 0), ("٣", 0), ("9" * 7, 0)])
def test_a_number_of_a_revision_is_a_few_digits(text: str, number: int) -> None:
    assert revision_number(text) == number
