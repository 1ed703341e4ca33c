"""The addresses of this site, as others reach it."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def public_url(request: HttpRequest, path: str = "") -> str:
    """The absolute URL of ``path``, which begins with a slash; without one, of the site, without a trailing slash.

    It begins with the setting PUBLIC_URL; without that, as the client has addressed this site.
    """
    return f"{settings.PUBLIC_URL or request.build_absolute_uri('/').rstrip('/')}{path}"
