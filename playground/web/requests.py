"""A request's random identifier, and the public address of the site."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.http import HttpRequest

HEADER = "X-Request-Id"
# A key in the environment of a request; the request's charset was not UTF-8, and was removed.
OTHER_CHARSET = "playground.other_charset"
_BYTES = 8  # enough to tell all requests in a log apart


def request_id(request: HttpRequest) -> str:
    """Sixteen hexadecimal digits, the same for as long as ``request`` is answered."""
    identifier: str | None = getattr(request, "_request_id", None)
    if identifier is None:
        identifier = secrets.token_hex(_BYTES)
        request._request_id = identifier  # type: ignore[attr-defined]  # of ours
    return identifier


def public_url(request: HttpRequest, path: str = "") -> str:
    """The absolute URL of ``path``, which begins with a slash. "" gives the site's URL, without a slash at its end.

    The URL begins with the setting PUBLIC_URL; without the setting, with the address that the client used.
    """
    return f"{settings.PUBLIC_URL or request.build_absolute_uri('/').rstrip('/')}{path}"
