"""What a request is called and how it reached us: its random identifier, and the site's address as others know it."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.http import HttpRequest

HEADER = "X-Request-Id"
OTHER_CHARSET = "playground.other_charset"  # in the environment of a request whose charset was taken away
_BYTES = 8  # among all requests of the days that a log is kept, hardly two have the same


def request_id(request: HttpRequest) -> str:
    """Sixteen hexadecimal digits, the same for as long as ``request`` is answered."""
    identifier: str | None = getattr(request, "_request_id", None)
    if identifier is None:
        identifier = secrets.token_hex(_BYTES)
        request._request_id = identifier  # type: ignore[attr-defined]  # of ours
    return identifier


def public_url(request: HttpRequest, path: str = "") -> str:
    """The absolute URL of ``path``, which begins with a slash; without one, of the site, without a trailing slash.

    It begins with the setting PUBLIC_URL; without that, as the client has addressed this site.
    """
    return f"{settings.PUBLIC_URL or request.build_absolute_uri('/').rstrip('/')}{path}"
