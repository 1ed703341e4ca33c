"""`/.well-known/security.txt`: where to report a vulnerability (RFC 9116)."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

_VALID = timedelta(days=180)


@require_safe
def contact(_request: HttpRequest) -> HttpResponse:
    """`security.txt` of this site; 404 without a SECURITY_CONTACT."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = (timezone.now() + _VALID).replace(microsecond=0).isoformat().replace("+00:00", "Z")
    lines = [f"Contact: {settings.SECURITY_CONTACT}", f"Expires: {expires}", "Preferred-Languages: en"]
    if settings.PUBLIC_URL:
        lines.append(f"Canonical: {settings.PUBLIC_URL}/.well-known/security.txt")
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")
