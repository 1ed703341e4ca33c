"""The WSGI application that gunicorn serves."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication

from django.core.wsgi import get_wsgi_application
from django.db.backends.signals import connection_created
from django.utils.http import parse_header_parameters

from playground.site.watchdog import watched
from playground.storage.patience import limit_waiting
from playground.web.requests import OTHER_CHARSET

_CHARSETS = ("utf-8", "utf8", "us-ascii", "ascii")


def without_other_charsets(application: WSGIApplication) -> WSGIApplication:
    """``application`` behind a layer that removes every charset but UTF-8 and ASCII from a request.

    RFC 9110, section 8.3.2; the WHATWG URL Standard has forms in UTF-8 only. Django decodes with any codec that Python
    has, even ``rot13``, while it creates the request: no middleware is early enough. The layer marks the request, and
    ``only_utf8`` in `site/bodies.py` refuses it.
    """

    def layer(environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        if not is_utf8(environ.get("CONTENT_TYPE", "")):
            environ["CONTENT_TYPE"] = ""
            environ[OTHER_CHARSET] = True
        return application(environ, start_response)

    return layer


def is_utf8(content_type: str) -> bool:
    """Whether a Content-Type has the charset UTF-8 or ASCII, or none; False if Django cannot read the Content-Type.

    >>> is_utf8("text/plain"), is_utf8('text/plain; charset="UTF-8"'), is_utf8("text/plain; charset=rot13")
    (True, True, False)
    """
    try:
        _, parameters = parse_header_parameters(content_type)
    except (ValueError, LookupError):  # an RFC 2231 parameter in a charset that does not decode
        return False
    return str(parameters.get("charset", "utf-8")).lower() in _CHARSETS


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "playground.settings")
connection_created.connect(limit_waiting)

application = watched(without_other_charsets(get_wsgi_application()))
