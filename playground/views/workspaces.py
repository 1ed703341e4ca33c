"""The list of what this browser's Workspace has shared."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from playground.storage import clock
from playground.storage.finding import LONGEST_SEARCH, shares_of
from playground.storage.models import Share
from playground.views.access import UNLISTED, owns, share_named, workspace_of
from playground.views.panels.workspaces import shares_panel

_A_PAGE = 50  # Shares


@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """What this browser has shared and is not gone, those changed last first; `?search=` looks through titles.

    `?deleted=` is the slug of the Share that was just deleted.
    """
    workspace, search = workspace_of(request), request.GET.get("search", "")[:LONGEST_SEARCH]
    found = shares_of(workspace, clock.now(), search) if workspace else Share.objects.none()
    page = Paginator(found, _A_PAGE).get_page(request.GET.get("page"))
    deleted = share_named(request.GET.get("deleted", ""))
    own = deleted if deleted and deleted.deleted and owns(request, deleted) else None
    context = {"panel": shares_panel(page, search, workspace, own), "unlisted": True}
    response = render(request, "shares/mine.html", context)
    response["X-Robots-Tag"] = UNLISTED
    return response
