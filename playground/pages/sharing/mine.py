"""The list of the Shares of this browser's Workspace."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from playground.pages.markup import counted
from playground.pages.sharing.access import owns, share_named
from playground.pages.sharing.panel import display_title
from playground.pages.sharing.workspace_cookie import workspace_of
from playground.storage import clock
from playground.storage.models import Share, Workspace
from playground.storage.shares.finding import LONGEST_SEARCH, shares_of

_PAGE_SIZE = 50  # Shares


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
    deleted: str  # the title or name of the Share that was just deleted; "" for none


@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """The Shares of this browser that are not gone, last changed first.

    `?search=` looks through titles, kinds and names.
    `?deleted=` is the slug of the Share that was just deleted.
    """
    workspace, search = workspace_of(request), request.GET.get("search", "")[:LONGEST_SEARCH]
    shares = shares_of(workspace, clock.now(), search) if workspace else Share.objects.none()
    page = Paginator(shares, _PAGE_SIZE).get_page(request.GET.get("page"))
    share = share_named(request.GET.get("deleted", ""))
    deleted = share if share and share.deleted and owns(request, share) else None  # the address may name any Share
    context = {"panel": shares_panel(page, search, workspace, deleted), "unlisted": True}
    return render(request, "sharing/mine.html", context)


def shares_panel(
    page: Page[Share], search: str, workspace: Workspace | None, deleted: Share | None = None
) -> SharesPanel:
    """The list of ``page``, found by ``search``; ``deleted`` is the Share that was just deleted."""
    return SharesPanel(
        workspace=workspace.name if workspace else "",
        search=search,
        count=counted(page.paginator.count, "share"),
        rows=tuple(share_rows(page.object_list)),
        number=page.number,
        pages=page.paginator.num_pages,
        before=page.previous_page_number() if page.has_previous() else 0,
        after=page.next_page_number() if page.has_next() else 0,
        deleted=display_title(deleted) if deleted else "",
    )


def share_rows(shares: Iterable[Share]) -> Iterator[ShareRow]:
    """``shares`` as a list shows them."""
    for share in shares:
        revisions = counted(share.head, "revision")
        title, updated = display_title(share), share.updated or share.created
        yield ShareRow(share.slug, title, share.kind, revisions, updated, share.expires)
