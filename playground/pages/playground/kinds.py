"""The fields of each kind of Object, as files for the editor's completion."""

from __future__ import annotations

import gzip
from functools import lru_cache

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from playground.engine import KUBERNETES_VERSIONS, kind_fields, kinds_digest, kinds_list

_MOST_CACHED = 64  # files of some 14 KB


@require_safe
def fields(request: HttpRequest, digest: str, minor: str, api_version: str, kind: str) -> HttpResponse:
    """The fields of a kind in one version of Kubernetes; `[]` for a kind that is not known.

    The digest names the table that the fields come from. So an address has one answer for ever, or none.
    """
    return _file(request, digest, minor, api_version, kind)


@require_safe
def index(request: HttpRequest, digest: str, minor: str) -> HttpResponse:
    """The kinds of one version of Kubernetes, by apiVersion."""
    return _file(request, digest, minor)


def _file(request: HttpRequest, digest: str, minor: str, *kind: str) -> HttpResponse:
    if digest != kinds_digest() or f"1.{minor}" not in KUBERNETES_VERSIONS:
        raise Http404("There is no such table of fields, or no such version of Kubernetes.")
    packed = _packed(int(minor), *kind)
    accepts = "gzip" in request.headers.get("Accept-Encoding", "")
    headers = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding"}
    return HttpResponse(
        packed if accepts else gzip.decompress(packed),
        content_type="application/json",
        headers=headers | ({"Content-Encoding": "gzip"} if accepts else {}),
    )


def kinds_address() -> str:
    """The beginning of the files' addresses; `1.36.json` follows, or with apiVersion and kind `1.36/v1/Pod.json`."""
    return reverse("kinds", args=(kinds_digest(), "36")).removesuffix("1.36.json")


@lru_cache(_MOST_CACHED)
def _packed(minor: int, *kind: str) -> bytes:
    """A file, compressed: to cut a kind out of the table and to compress it takes some 6 ms."""
    return gzip.compress((kind_fields(minor, *kind) if kind else kinds_list(minor)).encode(), mtime=0)
