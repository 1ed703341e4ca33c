"""A log line says what happened where, and contains no text of a user."""

from __future__ import annotations

import json
import logging
import sys
from typing import Any

import pytest
from django.test import RequestFactory
from django.views.debug import ExceptionReporter

from playground.site.logs import LineFormatter, NothingOfTheUser
from playground.web.requests import request_id

CANARY = "c4n4ry-pa55word"


def line(logger: str, level: int, message: str, *arguments: object, **extra: Any) -> dict[str, Any]:
    """What is written for an event."""
    failure = sys.exc_info() if sys.exc_info()[0] else None
    record = logging.getLogger(logger).makeRecord(logger, level, "file", 1, message, arguments, failure, None, extra)
    text = LineFormatter().format(record)
    assert "\n" not in text
    record_fields: dict[str, Any] = json.loads(text)
    return record_fields


def failing(text: str) -> int:
    return int(text)


def test_messages_of_the_site_are_logged_in_full() -> None:
    logged = line("playground.pages", logging.INFO, "expired shares deleted: %s", 3)
    assert logged["event"] == "expired shares deleted: 3"
    assert (logged["level"], logged["logger"]) == ("info", "playground.pages")
    assert logged["time"].endswith("+00:00")


def test_the_arguments_of_a_warning_are_not_logged() -> None:
    assert CANARY not in json.dumps(line("gunicorn.error", logging.WARNING, "Invalid request: %s", f"GET /{CANARY}"))
    assert CANARY not in json.dumps(line("django.request", logging.WARNING, "Not Found: %s", f"/s/{CANARY}"))


def test_of_a_request_that_gunicorn_cannot_read_no_line_and_no_address_is_logged() -> None:
    message = f"Invalid request from ip=192.0.2.1: Invalid HTTP request line: 'GET /s/{CANARY} x HTTP/1.1'"
    assert line("gunicorn.error", logging.WARNING, message)["event"] == "Invalid request"


def test_the_address_of_a_share_is_not_logged_even_at_the_lowest_level() -> None:
    assert CANARY not in json.dumps(line("gunicorn.error", logging.DEBUG, "%s %s", "GET", f"/s/{CANARY}"))


def test_messages_formatted_by_other_loggers_are_not_logged() -> None:
    logged = line("django.security.DisallowedHost", logging.ERROR, f"Invalid HTTP_HOST header: '{CANARY}'")
    assert CANARY not in json.dumps(logged)
    assert logged["logger"] == "django.security.DisallowedHost"


def test_a_request_is_logged_with_its_route_not_its_path() -> None:
    request = RequestFactory().post(f"/s/{CANARY}?param.PASSWORD={CANARY}", {"source": CANARY})
    logged = line("django.request", logging.WARNING, "Not Found: %s", request.path, request=request, status_code=404)
    assert CANARY not in json.dumps(logged)
    assert (logged["method"], logged["route"], logged["status_code"]) == ("POST", "", 404)
    assert logged["request"] == request_id(request)  # by which a visitor's report is found


def test_an_unknown_method_is_not_logged() -> None:
    request = RequestFactory().generic(CANARY, "/")
    assert line("django.request", logging.WARNING, "Bad", request=request)["method"] == "other"


def test_an_exception_is_logged_with_type_and_places_but_without_its_message() -> None:
    try:
        failing(CANARY)
    except ValueError:
        logged = line("django.request", logging.ERROR, "Internal Server Error: %s", "/", status_code=500)
    assert CANARY not in json.dumps(logged)
    assert logged["exception"] == "ValueError"
    assert logged["frames"][-1].endswith(" failing")


@pytest.mark.parametrize("form", ["get_traceback_text", "get_traceback_html"])
def test_djangos_error_report_contains_neither_fields_nor_variables(form: str) -> None:
    request = RequestFactory().post("/share", {"source": CANARY, "value.PASSWORD": CANARY})
    request.exception_reporter_filter = NothingOfTheUser()
    text = CANARY  # a variable of this frame

    try:
        failing(text + "x")
    except ValueError as error:
        reporter = ExceptionReporter(request, ValueError, ValueError("hidden"), error.__traceback__)
    report = getattr(reporter, form)()
    assert "failing" in report
    assert CANARY not in report
