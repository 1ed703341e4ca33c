"""Who may see and change a Share; checked here and nowhere else.

A browser's Workspace is opened by a token in a cookie that no script can read (OWASP ASVS 5.0, 3.3); a cookie
with an unknown token is ignored. RFC 6265bis: browsers keep a cookie for 400 days at most.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from functools import wraps
from random import Random
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from playground import clock
from playground.models import Share, Workspace
from playground.shares.finding import find_share, owned
from playground.shares.workspaces import create_workspace, first_workspace, open_workspace, token_from
from playground.views.errors import gone

UNLISTED = "noindex, nofollow, noarchive"
_KEPT_FOR = 400 * 86_400  # seconds

_SLUG = re.compile(r"[A-Za-z0-9_-]{22}")

Rest = ParamSpec("Rest")
OfShare = Callable[Concatenate[HttpRequest, Share, Rest], HttpResponse]
OfSlug = Callable[..., HttpResponse]  # which is given the slug by its name


def token_of(request: HttpRequest) -> str:
    """What the browser sent as its token; "" for nothing. Whether it opens anything is another question."""
    return request.COOKIES.get(settings.WORKSPACE_COOKIE_NAME, "")


def workspace_of(request: HttpRequest) -> Workspace | None:
    """The Workspace that this browser has the token of."""
    token = token_of(request)
    return open_workspace(token) if token else None


def own_workspace(request: HttpRequest, now: datetime, random: Random) -> tuple[Workspace, str]:
    """The Workspace of this browser and its token; a new one where it has none that opens.

    The first token follows from the secret in the browser's CSRF cookie, so that a request that is sent again, or
    twice at once, makes no second Workspace.
    """
    workspace = workspace_of(request)
    if workspace:
        return workspace, token_of(request)
    browser = request.META.get("CSRF_COOKIE", "")
    if not browser:
        return create_workspace(now, random)
    return first_workspace(token_from(salted_hmac("workspace", browser, algorithm="sha256").digest()), now, random)


def keep_token(response: HttpResponse, token: str) -> None:
    """Let the browser keep ``token``, out of reach of scripts and of other sites' forms."""
    response.set_cookie(
        settings.WORKSPACE_COOKIE_NAME,
        token,
        max_age=_KEPT_FOR,
        secure=settings.CSRF_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def owns(request: HttpRequest, share: Share) -> bool:
    """Whether this browser may change ``share``."""
    workspace = workspace_of(request)
    return workspace is not None and share.workspace_id == workspace.pk


def share_named(slug: str) -> Share | None:
    """The Share with the slug that a form names, gone or not; None for any other text."""
    return find_share(slug) if _SLUG.fullmatch(slug) else None


def shared(view: OfShare[Rest]) -> OfSlug:
    """Give ``view`` the Share with the slug of its address; 404 where there never was one, 410 where it is gone."""

    @wraps(view)
    def of_slug(request: HttpRequest, slug: str, *arguments: Rest.args, **named: Rest.kwargs) -> HttpResponse:
        share = find_share(slug)
        if share is None:
            raise Http404
        now = clock.now()
        if share.is_gone(now):
            return gone(request, why_gone(share))
        response = view(request, share, *arguments, **named)
        response["X-Robots-Tag"] = UNLISTED
        return response

    return of_slug


def owners(view: OfShare[Rest]) -> OfSlug:
    """Give ``view`` the Share with the slug of its address if this browser may change it; 403 otherwise."""

    @wraps(view)
    def of_owner(request: HttpRequest, share: Share, /, *arguments: Rest.args, **named: Rest.kwargs) -> HttpResponse:
        workspace = workspace_of(request)
        own = owned(workspace, share.slug, clock.now()) if workspace else None
        if own is None:
            raise PermissionDenied
        return view(request, own, *arguments, **named)

    return shared(of_owner)


def why_gone(share: Share) -> str:
    """What became of a Share that is not there any more."""
    if share.deleted is not None:
        return f"What was shared here was deleted by its author on {day(share.deleted)}."
    return f"What was shared here has expired on {day(share.expires)}." if share.expires else ""


def day(moment: datetime) -> str:
    """A day as it is read: ``21 November 2026``, in UTC."""
    return f"{moment.day} {moment:%B %Y}"
