"""What a view asks for before it does anything: the Share, the right to change it, a client's next request.

A browser's Workspace is opened by a token in a cookie that no script can read (OWASP ASVS 5.0, 3.3); a cookie
with an unknown token is ignored. RFC 6265bis: browsers keep a cookie for 400 days at most.
"""

from __future__ import annotations

import re
from datetime import datetime
from random import Random

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from playground.storage import clock
from playground.storage.finding import find_share
from playground.storage.models import Share, Workspace
from playground.storage.workspaces import create_workspace, first_workspace, open_workspace, token_from
from playground.web.client_rates import wait_for_preview, wait_for_save

_COOKIE_SECONDS = 400 * 86_400
_SLUG = re.compile(r"[A-Za-z0-9_-]{22}")


class GoneError(Exception):
    """A Share was deleted or has expired; the message says which, and when. Answered with 410."""


class TooManyRequestsError(Exception):
    """A client must wait, as many seconds as the argument says. Answered with 429."""

    def __init__(self, wait: float) -> None:
        super().__init__(wait)
        self.wait = wait


def limit_previews(request: HttpRequest) -> None:
    """Count a text that a client sends; TooManyRequestsError after PREVIEWS_PER_MINUTE. A GET is not counted."""
    if request.method not in ("GET", "HEAD"):
        _refuse_while_waiting(wait_for_preview(request))


def limit_saves(request: HttpRequest) -> None:
    """Count a save; TooManyRequestsError after SAVES_PER_MINUTE, SAVES_PER_HOUR or SAVED_BYTES_PER_DAY."""
    _refuse_while_waiting(wait_for_save(request))


def _refuse_while_waiting(seconds: float) -> None:
    if seconds:
        raise TooManyRequestsError(seconds)


def share_to_read(slug: str) -> Share:
    """The Share with the slug in a URL. Raises Http404 if there never was one, GoneError if it is gone."""
    share = find_share(slug)
    if share is None:
        raise Http404
    if share.is_gone(clock.now()):
        raise GoneError(why_gone(share))
    return share


def share_to_change(request: HttpRequest, slug: str) -> Share:
    """As ``share_to_read``; raises PermissionDenied if this browser may not change the Share."""
    share = share_to_read(slug)
    if not owns(request, share):
        raise PermissionDenied
    return share


def share_named(slug: str) -> Share | None:
    """The Share with the slug in a form, gone or not; None if the text is not a slug."""
    return find_share(slug) if _SLUG.fullmatch(slug) else None


def owns(request: HttpRequest, share: Share) -> bool:
    """Whether this browser may change ``share``."""
    workspace = workspace_of(request)
    return workspace is not None and share.workspace_id == workspace.pk


def why_gone(share: Share) -> str:
    """Why a Share is gone: deleted or expired, and when."""
    if share.deleted is not None:
        return f"What was shared here was deleted by its author on {day(share.deleted)}."
    return f"What was shared here has expired on {day(share.expires)}." if share.expires else ""


def day(moment: datetime) -> str:
    """A date in words: ``21 November 2026``, in UTC."""
    return f"{moment.day} {moment:%B %Y}"


def token_of(request: HttpRequest) -> str:
    """The token in the browser's cookie, unchecked; "" without one."""
    return request.COOKIES.get(settings.WORKSPACE_COOKIE_NAME, "")


def workspace_of(request: HttpRequest) -> Workspace | None:
    """The Workspace that this browser's token opens; None if there is none."""
    token = token_of(request)
    return open_workspace(token) if token else None


def own_workspace(request: HttpRequest, now: datetime, random: Random) -> tuple[Workspace, str]:
    """The Workspace of this browser and its token; a new one if the browser has no valid token.

    The first token is derived from the secret in the browser's CSRF cookie, so that a request sent again, or twice at
    once, creates no second Workspace.
    """
    workspace = workspace_of(request)
    if workspace:
        return workspace, token_of(request)
    browser = request.META.get("CSRF_COOKIE", "")
    if not browser:
        return create_workspace(now, random)
    return first_workspace(token_from(salted_hmac("workspace", browser, algorithm="sha256").digest()), now, random)


def keep_token(response: HttpResponse, token: str) -> None:
    """Set the cookie with ``token``, out of reach of scripts and of other sites' forms."""
    response.set_cookie(
        settings.WORKSPACE_COOKIE_NAME,
        token,
        max_age=_COOKIE_SECONDS,
        secure=settings.CSRF_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
