"""Requests in another charset than UTF-8: the charset is removed before Django decodes with it.

RFC 9110, section 8.3.2; the WHATWG URL Standard has forms in UTF-8 only.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication

from django.utils.http import parse_header_parameters

OTHER_CHARSET = "playground.other_charset"  # in the environment of a request whose charset was taken away
_CHARSETS = ("utf-8", "utf8", "us-ascii", "ascii")


def without_other_charsets(application: WSGIApplication) -> WSGIApplication:
    """``application``, which sees no charset but UTF-8, of which ASCII is a part.

    Django decodes with any codec that Python has, even ``rot13``, and does so while it makes the request: no
    middleware is early enough. ``middleware.only_utf8`` refuses what was marked here.
    """

    def layer(environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        if not is_utf8(environ.get("CONTENT_TYPE", "")):
            environ["CONTENT_TYPE"] = ""
            environ[OTHER_CHARSET] = True
        return application(environ, start_response)

    return layer


def is_utf8(content_type: str) -> bool:
    """Whether a Content-Type names no charset but UTF-8 or ASCII, as Django reads it; one it cannot read does not.

    >>> is_utf8("text/plain"), is_utf8('text/plain; charset="UTF-8"'), is_utf8("text/plain; charset=rot13")
    (True, True, False)
    """
    try:
        _, parameters = parse_header_parameters(content_type)
    except (ValueError, LookupError):  # an RFC 2231 parameter in a charset that does not decode
        return False
    return str(parameters.get("charset", "utf-8")).lower() in _CHARSETS
