"""Sharing: storing a text under a random slug, and the page filled in with it."""

from __future__ import annotations

from dataclasses import replace
from random import SystemRandom

from django.conf import settings
from django.core import signing
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from playground.draft import Draft
from playground.engine import KUBERNETES_VERSIONS
from playground.forms import Reading, read_draft, read_link
from playground.storage import clock
from playground.storage.changing import set_terms
from playground.storage.described import described
from playground.storage.models import Revision, Share
from playground.storage.retries import with_retries
from playground.storage.saving import save
from playground.terms import read_terms
from playground.views.access import keep_token, own_workspace, owns, share_named, with_share
from playground.views.confirmation import asks_first, replaced
from playground.views.contents import LeftOut, kept, left_out
from playground.views.evaluations import Evaluated, evaluated, mended
from playground.views.panels.shares import share_panel
from playground.views.rates import previews, saves
from playground.views.whole import page_response
from playground.web.limits import storage_quota

_NOTICE = "left-out"  # the cookie with the names of what was left out, for the sender and this address only
_NOTICE_SECONDS = 3600


class SeeOther(HttpResponseRedirect):
    """The redirect after a form that created something."""

    status_code = 303


@require_POST
@saves
def create(request: HttpRequest) -> HttpResponse:
    """Store what the form holds, less its secrets, and go to its address; the page again when that fails."""
    reading = read_draft(request.POST)
    found = evaluated(reading.draft)
    if reading.errors:
        return page_response(request, found, reading)
    if mended_text := replaced(request, found):
        return ask(request, mended_text, reading)
    if request.POST.get("action") == "share" or asks_first(request, found.evaluation, _public(request)):
        return ask(request, found, reading)
    try:
        share, token = _saved(request, found)
    except ValidationError as error:
        return page_response(request, found, Reading(found.draft, tuple(error.messages), 400))
    response = shared_at(share, found)
    keep_token(response, token)
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@previews
@with_share
def show(request: HttpRequest, share: Share) -> HttpResponse:
    """The page, filled in as it was when it was shared, and with what the link adds (`?param.NAME=value`)."""
    return _page(request, share, share.latest)


@require_safe
@with_share
def revision(request: HttpRequest, share: Share, number: str) -> HttpResponse:
    """The page as `show`, of an earlier Revision: what a link to it shows is never another text."""
    found = share.revisions.filter(number=int(number)).first()
    if found is None:
        raise Http404
    return _page(request, share, found)


def ask(request: HttpRequest, found: Evaluated, reading: Reading, **more: object) -> HttpResponse:
    """The page with the confirmation of what will be stored; nothing is stored yet."""
    share, action = _public(request), request.POST.get("action")
    panel = share_panel(share, share.latest, owned=owns(request, share)) if share else None
    asked = {"asks_before_sharing": True, "asks_before_copy": action == "copy", "share": panel}
    return page_response(request, found, reading, unlisted=bool(share), **asked, **more)


def shared_at(share: Share, found: Evaluated) -> SeeOther:
    """The redirect to ``share``, which was just saved, with a notice for its sender of what was left out."""
    response = SeeOther(reverse("shared", args=[share.slug]))
    _notify(response, left_out(found))
    return response


def filled_in(share: Share, stored: Revision, link: Draft) -> Draft:
    """What the page shows for ``stored``, a Revision of ``share``, with the values and choices that the link adds."""
    return replace(
        link,
        source=stored.text,
        title=share.title,
        dialect=stored.dialect if link.dialect == "auto" else link.dialect,
        kubernetes=stored.kubernetes if link.kubernetes == KUBERNETES_VERSIONS[0] else link.kubernetes,
        values={**stored.values, **link.values},
        expressions=stored.expressions,
        assumed=stored.assumed,
    )


def _saved(request: HttpRequest, found: Evaluated) -> tuple[Share, str]:
    """The Share that holds ``found``, in this browser's Workspace, and the token of that."""
    now, random, terms = clock.now(), SystemRandom(), read_terms(request.POST)
    contents, title = kept(found)
    contents, about = terms.cut(contents), described(found.evaluation)
    quota = storage_quota()

    def change() -> tuple[Share, str]:
        workspace, token = own_workspace(request, now, random)
        share = save(
            workspace,
            contents,
            about,
            now,
            random,
            title=title,
            expires=terms.lifetime.after(now),
            parent=_original(request, workspace.pk),
            quota=quota,
        ).share
        set_terms(share, keeps_values=terms.values, keeps_assumed=terms.assumed)
        return share, token

    return with_retries(change)


def _original(request: HttpRequest, workspace: int) -> Share | None:
    """The Share that the form's text came from, if it is another one's, or the button says that this is a copy."""
    original = _public(request)
    if original is None:
        return None
    is_copy = request.POST.get("action", "").startswith("copy") or original.workspace_id != workspace
    return original if is_copy else None


def _public(request: HttpRequest) -> Share | None:
    """The Share whose page the form is on, if it is still there."""
    share = share_named(request.POST.get("of", ""))
    return None if share is None or share.is_gone(clock.now()) else share


def _page(request: HttpRequest, share: Share, stored: Revision) -> HttpResponse:
    """The page of a Share: with ``stored``, or with what was sent by a browser that runs no scripts."""
    panel = share_panel(share, stored, owned=owns(request, share))
    if request.method == "POST":
        reading = read_draft(request.POST)
        return page_response(request, mended(reading.draft), reading, share=panel, unlisted=True)
    reading = read_link(request.GET)
    found = evaluated(filled_in(share, stored, reading.draft), prefilled=reading.draft.values)
    return page_response(request, found, reading, share=panel, left_out=_noticed(request), unlisted=True)


def _notify(response: SeeOther, names: LeftOut) -> None:
    """Let the sender's browser, and no other, know what was left out of what is at the address of ``response``."""
    if not names:
        return
    response.set_cookie(
        _NOTICE,
        signing.dumps(names, salt=_NOTICE, compress=True),
        max_age=_NOTICE_SECONDS,
        path=response.url,
        secure=settings.CSRF_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _noticed(request: HttpRequest) -> LeftOut:
    """What ``_notify`` set for this browser; nothing for others."""
    try:
        names, more = signing.loads(request.COOKIES.get(_NOTICE, ""), salt=_NOTICE, max_age=_NOTICE_SECONDS)
    except signing.BadSignature:
        return LeftOut()
    return LeftOut(tuple(names), more)
