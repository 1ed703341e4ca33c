"""Sharing: a text stored under a random address, and the page filled in with it again."""

from __future__ import annotations

import secrets
from dataclasses import replace

from django.conf import settings
from django.core import signing
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from playground.engine import KUBERNETES_VERSIONS
from playground.forms import Draft, Reading, read_draft
from playground.models import Share, create_share, find_share
from playground.views.contents import LeftOut, contents, left_out, stored_title
from playground.views.errors import gone
from playground.views.evaluations import evaluated
from playground.views.playground import from_link
from playground.views.rates import saves
from playground.views.whole import page_response

UNLISTED = "noindex, nofollow, noarchive"
_RAW_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"
_TOLD = "left-out"  # the cookie with the names of what was left out: for the sender, and for this address alone
_TOLD_FOR = 3600  # seconds


class SeeOther(HttpResponseRedirect):
    """The answer to a form that made something: look there, with GET."""

    status_code = 303


@require_POST
@saves()
def create(request: HttpRequest) -> HttpResponse:
    """Store what the form holds, less its secrets, and go to its address; the page again when that fails."""
    reading = read_draft(request.POST)
    found = evaluated(reading.draft)
    if reading.errors:
        return page_response(request, found, reading)
    try:
        share = create_share(secrets.token_urlsafe(16), stored_title(found), contents(found), timezone.now())
    except ValidationError as error:
        return page_response(request, found, Reading(found.draft, tuple(error.messages), 400))
    response = SeeOther(reverse("shared", args=[share.slug]))
    _tell(response, left_out(found))
    return response


@require_safe
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """The page, filled in as it was when it was shared, and with what the link adds (`?param.NAME=value`)."""
    share = _share(slug)
    if share.is_gone(timezone.now()):
        return gone(request)
    reading = read_draft(from_link(request.GET))
    found = evaluated(filled_in(share, reading.draft), prefilled=reading.draft.values)
    response = page_response(request, found, reading, share=share, left_out=_told(request), unlisted=True)
    response["X-Robots-Tag"] = UNLISTED
    return response


@require_safe
def raw(request: HttpRequest, slug: str) -> HttpResponse:
    """The shared text and nothing else; no browser takes it for a page."""
    share = _share(slug)
    if share.is_gone(timezone.now()):
        return gone(request)
    headers = {
        "Content-Security-Policy": _RAW_POLICY,
        "X-Content-Type-Options": "nosniff",
        "X-Robots-Tag": UNLISTED,
    }
    return HttpResponse(share.latest.text, content_type="text/plain; charset=utf-8", headers=headers)


def filled_in(share: Share, link: Draft) -> Draft:
    """What the page shows for the latest Revision of ``share``, with the values and choices that the link adds."""
    latest = share.latest
    return replace(
        link,
        source=latest.text,
        title=share.title,
        dialect=latest.dialect if link.dialect == "auto" else link.dialect,
        kubernetes=latest.kubernetes if link.kubernetes == KUBERNETES_VERSIONS[0] else link.kubernetes,
        values={**latest.values, **link.values},
        expressions=latest.expressions,
        assumed=latest.assumed,
    )


def _share(slug: str) -> Share:
    share = find_share(slug)
    if share is None:
        raise Http404
    return share


def _tell(response: SeeOther, names: LeftOut) -> None:
    """Let the sender's browser, and no other, know what was left out of what is at the address of ``response``."""
    if not names:
        return
    response.set_cookie(
        _TOLD,
        signing.dumps(names, salt=_TOLD, compress=True),
        max_age=_TOLD_FOR,
        path=response.url,
        secure=settings.CSRF_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _told(request: HttpRequest) -> LeftOut:
    """What ``_tell`` told this browser; nothing for everybody else."""
    try:
        names, more = signing.loads(request.COOKIES.get(_TOLD, ""), salt=_TOLD, max_age=_TOLD_FOR)
    except signing.BadSignature:
        return LeftOut()
    return LeftOut(tuple(names), more)
