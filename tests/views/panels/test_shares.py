"""The bar above a shared text names its Revision and what an update would add."""

from __future__ import annotations

from datetime import UTC, datetime

from playground.storage.models import Revision, Share
from playground.views.panels.shares import share_panel

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def test_an_earlier_revision_is_not_the_latest_and_an_update_follows_the_latest() -> None:
    panel = share_panel(Share(slug="s", head=3), Revision(number=1, text="a"), owned=True)
    assert (panel.is_latest, panel.number, panel.previous, panel.next) == (False, 1, 2, 4)
    assert (panel.parent, panel.expires, panel.text) == ("", None, "a")


def test_the_first_revision_is_the_latest_of_a_new_share_and_has_none_before() -> None:
    original = Share(slug="original")
    share = Share(slug="s", head=1, parent=original, expires=NOW)
    panel = share_panel(share, Revision(number=1), owned=False)
    assert (panel.is_latest, panel.previous, panel.parent, panel.expires) == (True, 1, "original", NOW)
