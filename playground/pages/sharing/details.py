"""The details page of a Share: differences between Revisions, addresses, title, expiry, deletion."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from playground.pages.draft_evaluation import PageEvaluation, evaluate_draft
from playground.pages.form.draft import Draft
from playground.pages.markup import counted
from playground.pages.playground.responses import refusal_response
from playground.pages.playground.summary import text_description
from playground.pages.rate_limits import limit_previews, limit_saves
from playground.pages.sharing.access import day, owns, revision_number, share_to_change, share_to_read
from playground.pages.sharing.panel import ComparisonPanel, SharePanel, comparison_panel, share_panel
from playground.pages.sharing.saving.answers import SeeOther, changed, is_in_place
from playground.pages.sharing.saving.terms import read_terms
from playground.pages.sharing.using.tools import Link, Tool, link_to, tools
from playground.pages.sharing.views import filled_in
from playground.storage import clock
from playground.storage.models import Revision, Share
from playground.storage.shares.changing import delete as delete_share
from playground.storage.shares.changing import rename as rename_share
from playground.storage.shares.changing import set_expiry
from playground.storage.shares.contents import contents_of
from playground.storage.shares.identity import title_of
from playground.web.requests import public_url

MOST_LISTED = 100  # Revisions; the others are reached by their numbers


@dataclass(frozen=True, slots=True)
class RevisionRow:
    """One Revision in the list."""

    number: int
    saved: datetime
    size: str

    @property
    def previous(self) -> int:
        """The number of the Revision before; 0 for none."""
        return self.number - 1


@dataclass(frozen=True, slots=True)
class DetailsPanel:
    """The page of details."""

    share: SharePanel
    revisions: tuple[RevisionRow, ...]
    tools: tuple[Tool, ...]
    description: str


@require_safe
def details(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of a Share's details; with `?from=1&to=2` it shows the differences between two Revisions."""
    limit_previews(request)
    return _page(request, share_to_read(slug))


@require_POST
def rename(request: HttpRequest, slug: str) -> HttpResponse:
    """Change the title. A Share without a title is named after its Template or object."""
    limit_saves(request)
    share = share_to_change(request, slug)
    title = request.POST.get("title", "").strip()
    if not title:
        title = title_of(evaluate_draft(filled_in(share, share.latest, Draft())).evaluation)
    try:
        rename_share(share, title)
    except ValidationError as error:
        refused = refusal_response(request, error.messages, 400) if is_in_place(request) else None
        return refused or _page(request, share, " ".join(error.messages))
    return changed(request, share, "title", _confirmation(share, "title"))


@require_POST
def expire(request: HttpRequest, slug: str) -> HttpResponse:
    """Change the expiry, counted from now; the empty choice keeps it."""
    limit_saves(request)
    share = share_to_change(request, slug)
    if request.POST.get("expiry"):
        set_expiry(share, read_terms(request.POST).lifetime.after(clock.now()))
    return changed(request, share, "expiry", _confirmation(share, "expiry"))


@require_POST
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete the Share; its URL answers 410 from now on."""
    limit_previews(request)
    share = share_to_change(request, slug)
    delete_share(share, clock.now())
    return SeeOther(f"{reverse('my-shares')}?deleted={share.slug}")


def _confirmation(share: Share, name: str) -> str:
    """The sentence that confirms a change of the title or the expiry; "" for any other ``name``."""
    expiry = f"The link expires on {day(share.expires)}." if share.expires else "The link does not expire."
    return {"title": "The title is saved.", "expiry": expiry}.get(name, "")


def _page(request: HttpRequest, share: Share, error: str = "") -> HttpResponse:
    panel = _panel(request, share)
    context = {
        "page": panel,
        "share": panel.share,
        "confirmation": _confirmation(share, request.GET.get("changed", "")) if panel.share.owned else "",
        "comparison": _comparison(request, share),
        "error": error,
        "unlisted": True,
    }
    return render(request, "sharing/details.html", context, status=400 if error else 200)


def _comparison(request: HttpRequest, share: Share) -> ComparisonPanel | None:
    """The differences between the two Revisions in the query; None unless it names two."""
    numbers = [revision_number(request.GET.get(name, "")) for name in ("from", "to")]
    revisions = {revision.number: revision for revision in share.revisions.filter(number__in=numbers)}
    before, after = (revisions.get(number) for number in numbers)
    if before is None or after is None:
        return None
    return comparison_panel(before.number, contents_of(before), after.number, contents_of(after))


def _panel(request: HttpRequest, share: Share) -> DetailsPanel:
    latest = share.latest
    return details_panel(
        share_panel(share, latest, owned=owns(request, share)),
        tuple(share.revisions.order_by("-number")[:MOST_LISTED]),
        evaluate_draft(filled_in(share, latest, Draft())),
        public_url(request),
        link_to(request, share),
    )


def details_panel(
    share: SharePanel, revisions: Sequence[Revision], evaluated: PageEvaluation, site: str, link: Link
) -> DetailsPanel:
    """The details of the Share at ``link`` on ``site``; ``evaluated`` is its latest Revision."""
    return DetailsPanel(
        share=share,
        revisions=tuple(_revision_row(revision) for revision in revisions),
        tools=tools(evaluated, site, link),
        description=text_description(evaluated.evaluation),
    )


def _revision_row(revision: Revision) -> RevisionRow:
    return RevisionRow(revision.number, revision.created, counted(len(revision.text), "character"))
