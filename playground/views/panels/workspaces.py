"""The list of a Workspace's Shares."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Page

from playground.storage.models import Share, Workspace
from playground.views.panels.shares import called
from playground.views.panels.words import counted


@dataclass(frozen=True, slots=True)
class ShareRow:
    """One Share in the list."""

    slug: str
    title: str
    kind: str
    revisions: str
    updated: datetime
    expires: datetime | None


@dataclass(frozen=True, slots=True)
class SharesPanel:
    """One page of the list of Shares; ``workspace`` is "" for a browser that has none."""

    workspace: str
    search: str
    count: str
    rows: tuple[ShareRow, ...]
    number: int
    pages: int
    before: int  # the number of the page before this one; 0 for none
    after: int
    deleted: str  # what the Share is called that was just deleted; "" for none


def shares_panel(
    page: Page[Share], search: str, workspace: Workspace | None, deleted: Share | None = None
) -> SharesPanel:
    """The list of ``page``, found by ``search``, and a word about the Share that was just ``deleted``."""
    return SharesPanel(
        workspace=workspace.name if workspace else "",
        search=search,
        count=counted(page.paginator.count, "share"),
        rows=tuple(_rows(page.object_list)),
        number=page.number,
        pages=page.paginator.num_pages,
        before=page.previous_page_number() if page.has_previous() else 0,
        after=page.next_page_number() if page.has_next() else 0,
        deleted=called(deleted) if deleted else "",
    )


def _rows(shares: Iterable[Share]) -> Iterable[ShareRow]:
    for share in shares:
        revisions = counted(share.head, "revision")
        yield ShareRow(share.slug, called(share), share.kind, revisions, share.updated or share.created, share.expires)
