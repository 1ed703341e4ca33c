"""Warms up a worker: it answers one request by itself before it accepts any from visitors.

PEP 3333. The first page of a process takes twenty times as long as the second one: templates are read and compiled, and
parts that all pages share are rendered. All visitors of a new worker would wait for that.
"""

from __future__ import annotations

from typing import Any
from wsgiref.types import WSGIApplication
from wsgiref.util import setup_testing_defaults

from django.conf import settings


def answer_once(application: WSGIApplication) -> str:
    """Request the page from ``application``, over https and with an allowed host; return the status of the answer."""
    host = settings.ALLOWED_HOSTS[0].removeprefix(".")
    environ: dict[str, Any] = {"HTTP_HOST": host, "HTTPS": "on", "HTTP_X_FORWARDED_PROTO": "https"}
    setup_testing_defaults(environ)
    found: list[str] = []
    answer = application(environ, lambda status, _headers, _error=None: found.append(status))  # type: ignore[arg-type]
    for _ in answer:
        pass
    getattr(answer, "close", lambda: None)()
    return found[0]
