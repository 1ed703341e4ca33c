"""The details page of a Share: differences between Revisions, addresses, title, expiry, deletion."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from playground import clock
from playground.draft import Draft
from playground.models import Share
from playground.shares.changing import delete as end
from playground.shares.changing import rename as give_title
from playground.shares.changing import set_expiry
from playground.shares.contents import contents_of
from playground.terms import read_terms, revision_number
from playground.views.access import owners, owns, shared
from playground.views.evaluations import evaluated
from playground.views.panels.details import MOST_LISTED, DetailsPanel, details_panel
from playground.views.panels.revisions import ComparisonPanel, comparison_panel
from playground.views.panels.shares import share_panel
from playground.views.rates import previews, saves
from playground.views.shares import SeeOther, filled_in


@require_safe
@shared
def details(request: HttpRequest, share: Share) -> HttpResponse:
    """Everything about a Share, and with `?from=1&to=2` what differs between two Revisions."""
    return _page(request, share)


@require_POST
@saves()
@owners
def rename(request: HttpRequest, share: Share) -> HttpResponse:
    """Give it another title."""
    try:
        give_title(share, request.POST.get("title", "").strip())
    except ValidationError as error:
        return _page(request, share, " ".join(error.messages))
    return _back(share)


@require_POST
@saves()
@owners
def expire(request: HttpRequest, share: Share) -> HttpResponse:
    """Let it live for another while, counted from now."""
    set_expiry(share, read_terms(request.POST).lifetime.after(clock.now()))
    return _back(share)


@require_POST
@previews()
@owners
def delete(_request: HttpRequest, share: Share) -> HttpResponse:
    """End it, whatever its latest Revision; its address says from now on that it is gone."""
    end(share, clock.now())
    return SeeOther(reverse("my-shares"))


def origin(request: HttpRequest) -> str:
    """The site's address as others reach it, without a slash at its end."""
    return settings.PUBLIC_URL or request.build_absolute_uri("/").rstrip("/")


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
    latest, site = share.latest, origin(request)
    return details_panel(
        share_panel(share, latest, owned=owns(request, share)),
        tuple(share.revisions.order_by("-number")[:MOST_LISTED]),
        evaluated(filled_in(share, latest, Draft())).evaluation,
        site + reverse("shared", args=[share.slug]),
        f"{site}{settings.STATIC_URL}badge.svg",
    )


def _comparison(request: HttpRequest, share: Share) -> ComparisonPanel | None:
    """What differs between the two Revisions that the address names; None where it names none."""
    numbers = [revision_number(request.GET.get(name, "")) for name in ("from", "to")]
    found = {one.number: one for one in share.revisions.filter(number__in=numbers)}
    before, after = (found.get(number) for number in numbers)
    if before is None or after is None:
        return None
    return comparison_panel(before.number, contents_of(before), after.number, contents_of(after))
