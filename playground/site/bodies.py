"""Middleware for the bodies of requests: their size, their encoding, and the fields of forms.

WHATWG URL Standard, §5.1, for the fields of forms.
"""

from __future__ import annotations

import re
from binascii import a2b_qp
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import TooManyFieldsSent
from django.http import HttpRequest, QueryDict, UnreadablePostError
from django.http.response import HttpResponseBase

from playground.pages.error_pages import (
    bad_request,
    body_compressed,
    body_too_large,
    length_required,
    not_utf8,
    other_charset,
)
from playground.web.requests import OTHER_CHARSET

GetResponse = Callable[[HttpRequest], HttpResponseBase]

_FORM = "application/x-www-form-urlencoded"
_LONGEST_NUMBER = 18  # digits of a Content-Length; to convert thousands of digits takes long
_MOST_DRAINED = 16  # times REQUEST_BYTES
_LONE_PERCENT = re.compile(rb"%(?![0-9A-Fa-f]{2})")


def body_limit(get_response: GetResponse) -> GetResponse:
    """Refuse a body that is larger than REQUEST_BYTES, chunked or compressed, and keep nothing of it in memory."""

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


def _drain(request: HttpRequest, size: int) -> None:
    """Read and drop a body of ``size`` bytes, up to a limit: a browser shows no answer before it has sent its body."""
    remaining = min(size, _MOST_DRAINED * settings.REQUEST_BYTES)
    while remaining > 0:
        chunk = request.read(min(remaining, 65_536))
        if not chunk:
            return
        remaining -= len(chunk)


def only_utf8(get_response: GetResponse) -> GetResponse:
    """Read a form; refuse a form that is not UTF-8: Django would replace its wrong bytes by other characters."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.method != "POST":
            return get_response(request)
        if OTHER_CHARSET in request.META:
            return other_charset(request)
        try:
            if request.content_type == _FORM:
                request.POST = form_fields(request.body)  # type: ignore[assignment]  # WSGIRequest's can be set
            elif request.content_type == "multipart/form-data":
                request.body.decode()  # only checks the encoding: Django reads the fields of this format
        except UnicodeDecodeError:
            if request.content_type == _FORM:  # the refusal shows the text again
                request.POST = form_fields(request.body, "replace")  # type: ignore[assignment]
            return not_utf8(request)
        except UnreadablePostError as error:  # the client has disconnected; nobody will read this
            return bad_request(request, error)
        return get_response(request)

    return middleware


def form_fields(body: bytes, errors: str = "strict") -> QueryDict:
    """The fields of a form as Django would read them from ``body``, in UTF-8.

    ``errors`` says what happens to bytes that are not UTF-8, as in ``bytes.decode``. Raises TooManyFieldsSent; if
    ``errors`` is "strict", also UnicodeDecodeError.
    """
    if body.count(b"&") >= settings.DATA_UPLOAD_MAX_NUMBER_FIELDS:
        raise TooManyFieldsSent
    form = QueryDict(mutable=True)
    for field in filter(None, body.split(b"&")):
        name, _, value = field.partition(b"=")
        form.appendlist(_unescape(name).decode("utf-8", errors), _unescape(value).decode("utf-8", errors))
    form._mutable = False
    return form


def _unescape(encoded: bytes) -> bytes:
    """Decode `+` as a space and `%41` as `A`.

    Quoted-printable (RFC 2045) writes `=41` in place of `%41`, and Python decodes it in C.
    """
    return a2b_qp(_escape_lone_percents(encoded).replace(b"+", b" ").replace(b"=", b"%3D").replace(b"%", b"="))


def _escape_lone_percents(encoded: bytes) -> bytes:
    """Replace each `%` without two digits after it by `%25`. Browsers do not send such a `%`."""
    escaped, end = bytearray(), 0
    for lone in _LONE_PERCENT.finditer(encoded):
        escaped += encoded[end : lone.end()] + b"25"
        end = lone.end()
    return bytes(escaped + encoded[end:]) if end else encoded
