"""The rows in the list of Shares."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.core.paginator import Paginator

from playground.storage.models import Share
from playground.views.panels.workspaces import shares_panel

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(("title", "name", "shown"), [("T", "n", "T"), ("", "n", "n"), ("", "", "Untitled")])
def test_a_share_is_called_by_its_title_its_name_or_untitled(title: str, name: str, shown: str) -> None:
    share = Share(slug="s", title=title, object_name=name, created=NOW, head=2)
    panel = shares_panel(Paginator([share], 5).page(1), "", None)
    assert [(row.title, row.revisions, row.updated) for row in panel.rows] == [(shown, "2 revisions", NOW)]
    assert (panel.workspace, panel.before, panel.after) == ("", 0, 0)
