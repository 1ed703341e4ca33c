"""The cookie that opens a browser's Workspace.

It holds a token and no script can read it (OWASP ASVS 5.0, 3.3); an unknown token is ignored. RFC 6265bis: browsers
keep a cookie for 400 days at most.
"""

from __future__ import annotations

from datetime import datetime
from random import Random

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from playground.storage.models import Workspace
from playground.storage.random_text import token_from
from playground.storage.workspaces import create_workspace, first_workspace, open_workspace

_COOKIE_SECONDS = 400 * 86_400


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
