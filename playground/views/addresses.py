"""What is shared as a plain file, for programs; no browser takes it for a page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from playground.models import Share
from playground.views.access import shared

_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"


@require_safe
@shared
def raw(request: HttpRequest, share: Share) -> HttpResponse:
    """The shared text and nothing else."""
    return _plain(share.latest.text)


def _plain(text: str, content_type: str = "text/plain; charset=utf-8", status: int = 200) -> HttpResponse:
    headers = {"Content-Security-Policy": _POLICY, "X-Content-Type-Options": "nosniff"}
    return HttpResponse(text, content_type=content_type, status=status, headers=headers)
