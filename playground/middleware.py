"""Middleware for every request: security headers, probes, size and encoding of bodies, database errors.

Content Security Policy Level 3, with Trusted Types; the rules for answers that hold a user's text.
"""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Callable
from urllib.parse import unquote_to_bytes

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponseNotAllowed, UnreadablePostError
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.functional import SimpleLazyObject

from playground.allowances import is_full
from playground.charset import OTHER_CHARSET
from playground.request_id import HEADER, request_id
from playground.shares.room import NoRoomError
from playground.statuses import is_for_the_api
from playground.views.errors import (
    bad_request,
    body_compressed,
    body_too_large,
    length_required,
    no_room,
    not_allowed,
    not_utf8,
    other_charset,
    unavailable,
)
from playground.views.health import PROBES

GetResponse = Callable[[HttpRequest], HttpResponseBase]

_log = logging.getLogger(__name__)

# One policy for each script that makes one: htmx's extension, and nothing else.
TRUSTED_TYPES = "htmx"
_COMPRESSED = "playground"
_BEYOND_ASCII = re.compile(rb"%[89A-Fa-f]")
_LONGEST_NUMBER = 18  # digits; no body is that long, and what has thousands of them is no number to reckon with
PERMISSIONS = "camera=(), geolocation=(), microphone=(), browsing-topics=()"
# Django's middleware says the last three, and what is refused before it is asked does not.
EVERYWHERE = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Permissions-Policy": PERMISSIONS,
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": settings.SECURE_CROSS_ORIGIN_OPENER_POLICY,
    "Referrer-Policy": settings.SECURE_REFERRER_POLICY,
}


def security_headers(get_response: GetResponse) -> GetResponse:
    """Give each answer the headers that no view has to think of; a view that sets one itself keeps its own.

    ``request.csp_nonce`` is the nonce of this answer's style sheets (the editor makes one); never of scripts.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        nonce = secrets.token_urlsafe(16)
        used = False

        def use() -> str:
            nonlocal used
            used = True
            return nonce

        request.csp_nonce = SimpleLazyObject(use)  # type: ignore[attr-defined]  # of ours
        response = get_response(request)
        headers = response.headers
        headers.setdefault("Content-Security-Policy", page_policy(nonce if used else ""))
        for name, value in EVERYWHERE.items():
            headers.setdefault(name, value)
        headers[HEADER] = request_id(request)
        if not response.streaming:  # static files are streamed, and say themselves how long they may be kept
            headers.setdefault("Cache-Control", "no-store")
        if response.status_code >= 400:
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
    """Compress the playground's page, for browsers that take it; it is large, and nothing else is.

    It may be compressed though it holds a token and repeats a link's values (BREACH): the token is masked anew for each
    answer, Django adds random bytes to what it compresses, and what was typed comes only with a form's own token.
    """
    gzip = GZipMiddleware(get_response)

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        is_page = request.resolver_match is not None and request.resolver_match.url_name == _COMPRESSED
        return gzip.process_response(request, response) if is_page else response

    return middleware


def without_cookies(get_response: GetResponse) -> GetResponse:
    """Take the cookies away from requests to the API.

    It knows tokens only, so a page of another site gains nothing from a visitor's cookies.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if is_for_the_api(request):
            request.META.pop("HTTP_COOKIE", None)
        return get_response(request)

    return middleware


def probes(get_response: GetResponse) -> GetResponse:
    """Answer ``/livez`` and ``/readyz`` before hosts are checked; Kubernetes asks by the pod's address."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        probe = PROBES.get(request.path_info)
        return probe(request) if probe else get_response(request)

    return middleware


def wrong_methods(get_response: GetResponse) -> GetResponse:
    """Say in words how an address is asked, where its view only said how it is not."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        return not_allowed(request, response["Allow"]) if isinstance(response, HttpResponseNotAllowed) else response

    return middleware


class WithoutDatabase:
    """Answers for views whose database does not, or is full: 503 or 507, and when to come back; no mistake of ours."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Nothing to do before; the view may never ask."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponseBase | None:
        """The answer, where the database is full, locked, gone or too slow; other exceptions go on."""
        if isinstance(exception, NoRoomError) or is_full(exception):
            _log.warning("there is no room for what is to be saved", extra={"request": request})
            return no_room(request)
        if not _does_not_answer(exception):
            return None
        _log.warning("the database does not answer", exc_info=exception, extra={"request": request})
        return unavailable(request)


def _does_not_answer(exception: Exception) -> bool:
    """Whether a database is away or locked, or takes nothing (PostgreSQL's 25006, as of one that only follows)."""
    read_only = getattr(exception.__cause__, "sqlstate", None) == "25006"
    return read_only or isinstance(exception, OperationalError | InterfaceError)


def body_limit(get_response: GetResponse) -> GetResponse:
    """Refuse a body that is larger than REQUEST_BYTES, or does not say how large it is or becomes, unread."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if "chunked" in request.headers.get("Transfer-Encoding", "").lower():
            return length_required(request)
        if request.headers.get("Content-Encoding", "identity").strip().lower() not in ("", "identity"):
            return body_compressed(request)
        size = request.headers.get("Content-Length", "")
        if size.isascii() and size.isdigit():
            number = int(size[:_LONGEST_NUMBER])
            if number > settings.REQUEST_BYTES or len(size) > _LONGEST_NUMBER:
                _drain(request, number)
                return body_too_large(request)
        return get_response(request)

    return middleware


def only_utf8(get_response: GetResponse) -> GetResponse:
    """Refuse a form that is not in UTF-8. Django would put other characters in place of what it cannot read."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.method != "POST":
            return get_response(request)
        if OTHER_CHARSET in request.META:
            return other_charset(request)
        try:
            _form_bytes(request).decode()
        except UnicodeDecodeError:
            return not_utf8(request)
        except UnreadablePostError as error:  # the sender left; nobody will read this
            return bad_request(request, error)
        return get_response(request)

    return middleware


def _form_bytes(request: HttpRequest) -> bytes:
    """What a form says, before anything is decoded; nothing where all of it is ASCII for sure, as most are."""
    if request.content_type == "multipart/form-data":
        return request.body
    if request.content_type != "application/x-www-form-urlencoded":
        return b""
    plain = request.body.isascii() and not _BEYOND_ASCII.search(request.body)
    return b"" if plain else unquote_to_bytes(request.body)


def _drain(request: HttpRequest, size: int) -> None:
    """Read what is still being sent, within reason: a browser that is cut off while sending never sees the answer."""
    left = min(size, 16 * settings.REQUEST_BYTES)
    while left > 0:
        chunk = request.read(min(left, 65_536))
        if not chunk:
            return
        left -= len(chunk)
