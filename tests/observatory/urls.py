"""The addresses of the site, and ``/broken``."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import path

from playground import urls
from playground.urls import handler400, handler403, handler404, handler500


def broken(_request: HttpRequest) -> HttpResponse:
    """A view that raises an exception."""
    raise ValueError


urlpatterns = [*urls.urlpatterns, path("broken", broken)]
__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]
