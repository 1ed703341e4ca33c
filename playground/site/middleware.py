"""Middleware for every answer: security headers, compression, probes, and the answers to refused requests.

Content Security Policy Level 3, with Trusted Types.
"""

from __future__ import annotations

import gc
import logging
import secrets
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.functional import SimpleLazyObject

from playground.pages.error_pages import gone, not_allowed, overtaken, storage_full, too_many_requests, unavailable
from playground.pages.health import PROBES
from playground.pages.rate_limits import TooManyRequestsError
from playground.pages.sharing.access import GoneError
from playground.storage.counter import QuotaExceededError
from playground.storage.transactions import StaleError, is_full
from playground.web.requests import HEADER, request_id
from playground.web.status import is_for_the_api

GetResponse = Callable[[HttpRequest], HttpResponseBase]

_log = logging.getLogger(__name__)

# The Trusted Types policies that scripts may create: only that of htmx's extension.
TRUSTED_TYPES = "htmx"
PERMISSIONS = "camera=(), geolocation=(), microphone=(), browsing-topics=()"
# Django's middleware also sets the last three, but not on an answer that an earlier middleware gives.
EVERYWHERE = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Permissions-Policy": PERMISSIONS,
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": settings.SECURE_CROSS_ORIGIN_OPENER_POLICY,
    "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
}
# The pages of a Share and of a browser's Workspace, which only those who have the address should find. `/terminal`
# tells how to use the Workspace from a shell.
_UNLISTED = ("/s/", "/compare/", "/shares", "/terminal", "/workspace/")
_LARGE = 256 * 1024  # bytes of a request and its answer together
# Names of URL patterns. The list of Shares is not among them: beside secret addresses it repeats a search, which may be
# another site's.
_COMPRESSED = (
    *("playground", "evaluate", "share", "update-share"),
    *("shared", "shared-revision", "shared-embed", "share-details"),
)


def security_headers(get_response: GetResponse) -> GetResponse:
    """Set the security headers of every answer; a header that a view has set is kept.

    ``request.csp_nonce`` is the nonce of this answer for style sheets (the editor creates one), never for scripts.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        nonce = secrets.token_urlsafe(16)
        used = False

        # Only a page that reads the nonce has it in its policy.
        def use() -> str:
            nonlocal used
            used = True
            return nonce

        request.csp_nonce = SimpleLazyObject(use)  # type: ignore[attr-defined]  # our own attribute
        response = get_response(request)
        headers = response.headers
        headers.setdefault("Content-Security-Policy", page_policy(nonce if used else ""))
        for name, value in EVERYWHERE.items():
            headers.setdefault(name, value)
        headers[HEADER] = request_id(request)
        if not response.streaming:  # static files are streamed, and have their own Cache-Control
            headers.setdefault("Cache-Control", "no-store")
        if response.status_code >= 400 or request.path_info.startswith(_UNLISTED):
            headers.setdefault("X-Robots-Tag", "noindex, nofollow, noarchive")
        return response

    return middleware


def page_policy(nonce: str) -> str:
    """The Content-Security-Policy of a page: its own files, the editor's style sheet by ``nonce``, nothing else."""
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            f"style-src 'self' 'nonce-{nonce}'" if nonce else "style-src 'self'",
            "img-src 'self' data:",  # the editor's marks are pictures inside its style sheet
            "font-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'",
            f"trusted-types {TRUSTED_TYPES}",
        )
    )


def compressed(get_response: GetResponse) -> GetResponse:
    """Compress the large answers, for browsers that accept it: the playground, the answers to each change, Shares.

    This is safe against BREACH, although the page contains a token and values from the link: the token is masked anew
    for each answer, Django adds random bytes to compressed answers, and typed text is sent only with a form's
    valid token. An answer to a change contains no token. An attacker who makes a visitor open a Share knows the Share's
    address already.
    """
    gzip = GZipMiddleware(get_response)

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        is_large = request.resolver_match is not None and request.resolver_match.url_name in _COMPRESSED
        return gzip.process_response(request, response) if is_large else response

    return middleware


def without_body(get_response: GetResponse) -> GetResponse:
    """Answer HEAD with the headers of GET and no body (RFC 9110, 9.3.2); gunicorn warns of each body that it drops."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if request.method == "HEAD" and isinstance(response, HttpResponse):
            response.headers.setdefault("Content-Length", str(len(response.content)))
            response.content = b""
        return response

    return middleware


def without_leftovers(get_response: GetResponse) -> GetResponse:
    """Free the memory of a large page at once.

    Django's template context refers to itself, so only the garbage collector frees the page in it. The collector counts
    objects, not bytes: without this, twenty pages with a few long texts took a gigabyte. To collect takes some 5 ms.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        received = request.META.get("CONTENT_LENGTH") or "0"
        answered = len(response.content) if isinstance(response, HttpResponse) else 0
        if answered + (int(received) if received.isdecimal() else 0) > _LARGE:
            gc.collect()
        return response

    return middleware


def without_cookies(get_response: GetResponse) -> GetResponse:
    """Remove the cookies from requests to the API.

    The API accepts tokens only, so a page of another site gains nothing from a visitor's cookies.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if is_for_the_api(request):
            request.META.pop("HTTP_COOKIE", None)
        return get_response(request)

    return middleware


def real_port(get_response: GetResponse) -> GetResponse:
    """Answer 400 to a `Host` with a port that cannot exist. Without PUBLIC_URL, links and redirects repeat the port."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        _, colon, port = request.META.get("HTTP_HOST", "").rpartition(":")
        # The length comes first: Python refuses to convert thousands of digits.
        if colon and port.isascii() and port.isdigit() and not (len(port) <= len("65535") and 0 < int(port) <= 65535):
            raise DisallowedHost(f"The port {port[:20]} in the header `Host` cannot exist.")
        return get_response(request)

    return middleware


def probes(get_response: GetResponse) -> GetResponse:
    """Answer the probes before the host is checked: Kubernetes uses the pod's address as host."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        probe = PROBES.get(request.path_info)
        return probe(request) if probe else get_response(request)

    return middleware


def wrong_methods(get_response: GetResponse) -> GetResponse:
    """Replace Django's empty 405 answer by a page that names the allowed methods."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        return not_allowed(request, response["Allow"]) if isinstance(response, HttpResponseNotAllowed) else response

    return middleware


class Refusals:
    """Answers 410 or 429 if a view refuses a request; 503 or 507 if the database is silent, busy or full."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Pass the request on: only ``process_exception`` does something."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponseBase | None:
        """The answer to a refused request, or if the database is silent, busy or full; None for our own bugs."""
        if isinstance(exception, GoneError):
            return gone(request, str(exception))
        if isinstance(exception, TooManyRequestsError):
            return too_many_requests(request, exception.wait)
        if isinstance(exception, QuotaExceededError) or is_full(exception):
            _log.warning("the storage is full", extra={"request": request})
            return storage_full(request)
        if isinstance(exception, StaleError):
            _log.warning("all attempts to make a change were overtaken", exc_info=exception, extra={"request": request})
            return overtaken(request)
        if not _does_not_answer(exception):
            return None
        _log.warning("the database does not answer", exc_info=exception, extra={"request": request})
        return unavailable(request)


def _does_not_answer(exception: Exception) -> bool:
    """Whether a database is unreachable, locked or read-only (PostgreSQL's 25006, for example a replica)."""
    read_only = getattr(exception.__cause__, "sqlstate", None) == "25006"
    return read_only or isinstance(exception, OperationalError | InterfaceError)
