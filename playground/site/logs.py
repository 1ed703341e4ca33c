"""Logging: one line of JSON per event, without user text. docs/operation.md lists the events.

Paths contain slugs, and exception messages may contain user text. So a line names the route, and the type and place of
an exception, but neither path nor message.
"""

from __future__ import annotations

import json
import logging
import traceback
from collections.abc import ItemsView
from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest
from django.views.debug import SafeExceptionReporterFilter

from playground.web.requests import request_id

# Loggers whose messages have no user text, only our own words and the address on which gunicorn listens.
_OWN_LOGGERS = ("playground", "gunicorn")
_BEFORE_CLIENT = " from ip="  # the client's address and line follow (gunicorn, ``workers/base.py``)
_FIELDS = ("status_code", "seconds", "detail", "frames")  # further data of an event, passed as ``extra``


def lines_of_json(*loggers: str, level: str) -> dict[str, Any]:
    """A configuration for ``dictConfig``: events of ``loggers`` from ``level`` on, and warnings of all others.

    ``level`` is a level's name in upper or lower case. Everything goes to standard error.
    """
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": "playground.site.logs.LineFormatter"}},
        "handlers": {"standard-error": {"class": "logging.StreamHandler", "formatter": "line"}},
        "loggers": {
            name: {"handlers": ["standard-error"], "level": level.upper(), "propagate": False} for name in loggers
        },
        "root": {"handlers": ["standard-error"], "level": "WARNING"},
    }


class LineFormatter(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": _event(record),
        }
        line |= {name: value for name in _FIELDS if (value := getattr(record, name, None)) is not None}
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest):
            line |= {"request": request_id(request), "method": method_of(request), "route": route_of(request)}
        if record.exc_info and record.exc_info[0]:
            line |= {
                "exception": record.exc_info[0].__qualname__,
                "frames": places(traceback.extract_tb(record.exc_info[2])),
            }
        return json.dumps(line)


def _event(record: logging.LogRecord) -> str:
    """The message of our own loggers: complete at INFO, without its arguments at other levels. Else a fixed word.

    Django and gunicorn put paths, hosts and header lines into the arguments of warnings, gunicorn each path at DEBUG.
    gunicorn's message about an unreadable request contains the client's address and line, which are cut off.
    """
    if record.name.partition(".")[0] not in _OWN_LOGGERS:
        return "answered" if hasattr(record, "status_code") else "message"
    message = record.getMessage() if record.levelno == logging.INFO or not record.args else str(record.msg)
    return message.partition(_BEFORE_CLIENT)[0]


def method_of(request: HttpRequest) -> str:
    """The method of ``request``, or ``other``: a client may send any word as the method."""
    return request.method if request.method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS") else "other"


def route_of(request: HttpRequest) -> str:
    """The pattern that the address of ``request`` matched, never the address; empty when there is none."""
    return str(request.resolver_match.route) if request.resolver_match else ""


def places(frames: traceback.StackSummary) -> list[str]:
    """File, line and function of each of the ``frames``, in their order; no source text and no variables."""
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]


class NothingOfTheUser(SafeExceptionReporterFilter):
    """Keeps form fields and the variables of frames out of Django's error reports."""

    def is_active(self, request: HttpRequest | None) -> bool:
        return True

    def get_post_parameters(self, request: HttpRequest | None) -> dict[str, Any]:
        return dict.fromkeys(request.POST if request else (), self.cleansed_substitute)

    def get_traceback_frame_variables(self, request: HttpRequest | None, tb_frame: Any) -> ItemsView[str, Any]:
        return dict.fromkeys(tb_frame.f_locals, self.cleansed_substitute).items()
