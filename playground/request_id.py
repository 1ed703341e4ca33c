"""A random identifier for each request, which links a visitor's report to the log; never one from the visitor."""

from __future__ import annotations

import secrets

from django.http import HttpRequest

HEADER = "X-Request-Id"
_BYTES = 8  # among all requests of the days that a log is kept, hardly two have the same


def request_id(request: HttpRequest) -> str:
    """Sixteen hexadecimal digits, the same for as long as ``request`` is answered."""
    found: str | None = getattr(request, "_request_id", None)
    if found is None:
        found = secrets.token_hex(_BYTES)
        request._request_id = found  # type: ignore[attr-defined]  # of ours
    return found
