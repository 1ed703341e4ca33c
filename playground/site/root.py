"""The root of the site: the page for browsers, the list of paths for clients of the API."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from playground.api.discovery import paths
from playground.pages.playground.views import playground


def root(request: HttpRequest) -> HttpResponse:
    """The page, or the paths of the API for a client that prefers JSON.

    `oc login` sends a HEAD request without `Accept`, and refuses a server that answers with HTML (oc
    ``pkg/cli/login/helpers.go``).
    """
    if request.method in ("GET", "HEAD") and _wants_json(request):
        return paths(request)
    response = playground(request)
    patch_vary_headers(response, ["Accept"])
    return response


def _wants_json(request: HttpRequest) -> bool:
    if "Accept" not in request.headers:
        return request.method == "HEAD"
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"
