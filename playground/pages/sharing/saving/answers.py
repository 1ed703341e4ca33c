"""How a form that shares is answered: with a page, or, for the page's scripts, with the parts that sharing changes."""

from __future__ import annotations

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django_htmx.middleware import HtmxDetails

from playground.pages.draft_evaluation import PageEvaluation
from playground.pages.form.reading import Reading
from playground.pages.playground.responses import page_response
from playground.pages.sharing.panel import share_panel
from playground.pages.storable import LeftOut
from playground.storage.models import Share
from playground.web.requests import public_url

_NOTICE = "left-out"  # the cookie with the names of the values left out, for the sender and the Share's address only
_NOTICE_SECONDS = 3600


class SeeOther(HttpResponseRedirect):
    """The redirect after a form that created something."""

    status_code = 303


def is_in_place(request: HttpRequest) -> bool:
    """Whether the page's scripts have sent the form: the page stays, and only parts of it are replaced."""
    return bool(HtmxDetails(request))


def unsaved(request: HttpRequest, evaluated: PageEvaluation, reading: Reading, **more: object) -> HttpResponse:
    """The page with the form that was not stored, and why."""
    template = "sharing/saving/unsaved.html" if is_in_place(request) else "playground/page.html"
    return page_response(request, evaluated, reading, template=template, **more)


def saved(request: HttpRequest, share: Share, left_out: LeftOut) -> HttpResponse:
    """The answer after ``share`` was stored by its owner; the sender's browser is told which values are left out."""
    path = reverse("shared", args=[share.slug])
    response = _parts(request, share, left_out, address=public_url(request, path)) or SeeOther(path)
    if left_out:
        response.set_cookie(
            _NOTICE,
            signing.dumps(left_out, salt=_NOTICE, compress=True),
            max_age=_NOTICE_SECONDS,
            path=path,
            secure=settings.CSRF_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    return response


def changed(request: HttpRequest, share: Share, name: str, sentence: str) -> HttpResponse:
    """The answer after the owner has changed the title or the expiry, called ``name``; ``sentence`` confirms it."""
    address = f"{reverse('share-details', args=[share.slug])}?changed={name}"
    return _parts(request, share, names_left_out(request), sentence=sentence) or SeeOther(address)


def names_left_out(request: HttpRequest) -> LeftOut:
    """The names that ``saved`` sent to this browser; empty for other browsers."""
    try:
        names, more = signing.loads(request.COOKIES.get(_NOTICE, ""), salt=_NOTICE, max_age=_NOTICE_SECONDS)
    except signing.BadSignature:
        return LeftOut()
    return LeftOut(tuple(names), more)


def _parts(request: HttpRequest, share: Share, left_out: LeftOut, **more: str) -> HttpResponse | None:
    """The parts of the page that tell of ``share``, for the page's scripts; None for any other request."""
    if not is_in_place(request):
        return None
    context = {
        "share": share_panel(share, share.latest, owned=True),
        "left_out": left_out,
        "saved": True,
        "conflict": None,
        "sentence": "",
    }
    return render(request, "sharing/saving/saved.html", context | more)
