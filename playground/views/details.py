"""The details page of a Share: differences between Revisions, addresses, title, expiry, deletion."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from playground.draft import Draft
from playground.storage import clock
from playground.storage.changing import delete as delete_share
from playground.storage.changing import rename as rename_share
from playground.storage.changing import set_expiry
from playground.storage.contents import contents_of
from playground.storage.models import Share
from playground.terms import read_terms, revision_number
from playground.views.access import owner_only, owns, with_share
from playground.views.evaluations import evaluated
from playground.views.panels.details import MOST_LISTED, DetailsPanel, details_panel
from playground.views.panels.revisions import ComparisonPanel, comparison_panel
from playground.views.panels.shares import share_panel
from playground.views.rates import previews, saves
from playground.views.shares import SeeOther, filled_in
from playground.web.requests import public_url


@require_safe
@with_share
def details(request: HttpRequest, share: Share) -> HttpResponse:
    """Everything about a Share; with `?from=1&to=2` the differences between two Revisions."""
    return _page(request, share)


@require_POST
@saves
@owner_only
def rename(request: HttpRequest, share: Share) -> HttpResponse:
    """Change the title."""
    try:
        rename_share(share, request.POST.get("title", "").strip())
    except ValidationError as error:
        return _page(request, share, " ".join(error.messages))
    return _back(share)


@require_POST
@saves
@owner_only
def expire(request: HttpRequest, share: Share) -> HttpResponse:
    """Change the expiry, counted from now."""
    set_expiry(share, read_terms(request.POST).lifetime.after(clock.now()))
    return _back(share)


@require_POST
@previews
@owner_only
def delete(_request: HttpRequest, share: Share) -> HttpResponse:
    """Delete the Share, whatever its latest Revision; its URL answers 410 from now on."""
    delete_share(share, clock.now())
    return SeeOther(f"{reverse('my-shares')}?deleted={share.slug}")


def _back(share: Share) -> HttpResponse:
    return SeeOther(reverse("share-details", args=[share.slug]))


def _page(request: HttpRequest, share: Share, error: str = "") -> HttpResponse:
    context = {
        "page": _panel(request, share),
        "comparison": _comparison(request, share),
        "error": error,
        "unlisted": True,
    }
    return render(request, "shares/details.html", context, status=400 if error else 200)


def _panel(request: HttpRequest, share: Share) -> DetailsPanel:
    latest = share.latest
    return details_panel(
        share_panel(share, latest, owned=owns(request, share)),
        tuple(share.revisions.order_by("-number")[:MOST_LISTED]),
        evaluated(filled_in(share, latest, Draft())).evaluation,
        public_url(request, reverse("shared", args=[share.slug])),
        public_url(request, f"{settings.STATIC_URL}badge.svg"),
    )


def _comparison(request: HttpRequest, share: Share) -> ComparisonPanel | None:
    """The differences between the two Revisions in the query; None unless it names two."""
    numbers = [revision_number(request.GET.get(name, "")) for name in ("from", "to")]
    found = {one.number: one for one in share.revisions.filter(number__in=numbers)}
    before, after = (found.get(number) for number in numbers)
    if before is None or after is None:
        return None
    return comparison_panel(before.number, contents_of(before), after.number, contents_of(after))
