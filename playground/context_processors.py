"""Template context that every page gets beside its own panel."""

from __future__ import annotations

from functools import cache

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse


def site(_request: HttpRequest) -> dict[str, object]:
    """The address of the source code, which the AGPL requires on every page."""
    return {"source_url": settings.SOURCE_URL or _ours()}


@cache
def _ours() -> str:
    return reverse("source")
