"""A log line says what happened where, and contains no text of a user; docs/logs.md lists every event."""

from __future__ import annotations

import ast
import json
import logging
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import RequestFactory
from django.views.debug import ExceptionReporter

from playground.site.logs import _FIELDS, LineFormatter, NothingOfTheUser
from playground.web.requests import request_id

CANARY = "c4n4ry-pa55word"
ROOT = Path(__file__).resolve().parents[2]
SERVER = ROOT / "gunicorn.conf.py"  # logs as gunicorn does
DOCUMENTED = re.compile(r"^\| `(.+?)` \| (\w+) \| `([\w.]+)` \| (.+?) \| .+ \|$", re.MULTILINE)
LEVELS = ("debug", "info", "warning", "error", "exception", "critical", "log")
REQUEST = RequestFactory().get("/")


def line(logger: str, level: int, message: str, *arguments: object, **extra: Any) -> dict[str, Any]:
    """What is written for an event."""
    failure = sys.exc_info() if sys.exc_info()[0] else None
    record = logging.getLogger(logger).makeRecord(logger, level, "file", 1, message, arguments, failure, None, extra)
    written = LineFormatter().format(record)
    assert "\n" not in written
    found: dict[str, Any] = json.loads(written)
    return found


def logging_calls() -> Iterator[tuple[str, ast.Call]]:
    """Every call in the site's code that logs something, with the name of its logger."""
    for file in [SERVER, *sorted((ROOT / "playground").rglob("*.py"))]:
        module = ".".join(file.relative_to(ROOT).with_suffix("").parts)
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in LEVELS:
                receiver = ast.unparse(node.func.value)
                if receiver.rpartition(".")[2] in ("_log", "log", "logger", "logging"):
                    yield "gunicorn.error" if file == SERVER else module, node


def event_of(logger: str, call: ast.Call) -> tuple[str, str, str, tuple[str, ...]]:
    """What a call writes: event, level, logger and the fields that not every line has."""
    assert isinstance(call.func, ast.Attribute)
    given: dict[str, Any] = {}
    for keyword in call.keywords:
        if keyword.arg == "extra":
            names = ast.unparse(keyword.value)
            given |= {name: REQUEST if name == "request" else ["x"] for name in re.findall(r"'(\w+)':", names)}
    level, event = logging.getLevelNamesMapping()[call.func.attr.upper()], ast.literal_eval(call.args[0])
    if any(keyword.arg == "exc_info" for keyword in call.keywords):
        try:
            failing(CANARY)
        except ValueError:
            found = line(logger, level, event, **given)
    else:
        found = line(logger, level, event, **given)
    return found["event"], found["level"], logger, tuple(sorted({*found} - {"time", "level", "logger", "event"}))


def failing(text: str) -> int:
    return int(text)


def test_every_event_of_the_site_is_documented_with_its_level_logger_and_fields() -> None:
    section = (ROOT / "docs" / "logs.md").read_text().partition("## Events of the playground")[2].partition("\n## ")[0]
    documented = [
        (event, level, logger, tuple(re.findall(r"`(\w+)`", fields)))
        for event, level, logger, fields in DOCUMENTED.findall(section)
    ]
    assert sorted(documented) == sorted(event_of(logger, call) for logger, call in logging_calls())


def test_every_field_is_documented() -> None:
    section = (ROOT / "docs" / "logs.md").read_text().partition("## Fields")[2].partition("\n## ")[0]
    documented = set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`.+?) \|", section, re.MULTILINE))))
    try:
        failing(CANARY)
    except ValueError:
        found = line("playground", logging.ERROR, "x", request=REQUEST, **dict.fromkeys(_FIELDS, "x"))
    assert documented == set(found)


def test_messages_of_the_site_are_logged_in_full() -> None:
    found = line("playground.pages", logging.INFO, "expired shares deleted: %s", 3)
    assert found["event"] == "expired shares deleted: 3"
    assert (found["level"], found["logger"]) == ("info", "playground.pages")
    assert found["time"].endswith("+00:00")


def test_the_arguments_of_a_warning_are_not_logged() -> None:
    assert CANARY not in json.dumps(line("gunicorn.error", logging.WARNING, "Invalid request: %s", f"GET /{CANARY}"))
    assert CANARY not in json.dumps(line("django.request", logging.WARNING, "Not Found: %s", f"/s/{CANARY}"))


def test_of_a_request_that_gunicorn_cannot_read_no_line_and_no_address_is_logged() -> None:
    said = f"Invalid request from ip=192.0.2.1: Invalid HTTP request line: 'GET /s/{CANARY} x HTTP/1.1'"
    assert line("gunicorn.error", logging.WARNING, said)["event"] == "Invalid request"


def test_the_address_of_a_share_is_not_logged_even_at_the_lowest_level() -> None:
    assert CANARY not in json.dumps(line("gunicorn.error", logging.DEBUG, "%s %s", "GET", f"/s/{CANARY}"))


def test_messages_formatted_by_other_loggers_are_not_logged() -> None:
    found = line("django.security.DisallowedHost", logging.ERROR, f"Invalid HTTP_HOST header: '{CANARY}'")
    assert CANARY not in json.dumps(found)
    assert found["logger"] == "django.security.DisallowedHost"


def test_a_request_is_logged_with_its_route_not_its_path() -> None:
    request = RequestFactory().post(f"/s/{CANARY}?param.PASSWORD={CANARY}", {"source": CANARY})
    found = line("django.request", logging.WARNING, "Not Found: %s", request.path, request=request, status_code=404)
    assert CANARY not in json.dumps(found)
    assert (found["method"], found["route"], found["status_code"]) == ("POST", "", 404)
    assert found["request"] == request_id(request)  # by which a visitor's report is found


def test_an_unknown_method_is_not_logged() -> None:
    request = RequestFactory().generic(CANARY, "/")
    assert line("django.request", logging.WARNING, "Bad", request=request)["method"] == "other"


def test_an_exception_is_logged_with_type_and_places_but_without_its_message() -> None:
    try:
        failing(CANARY)
    except ValueError:
        found = line("django.request", logging.ERROR, "Internal Server Error: %s", "/", status_code=500)
    assert CANARY not in json.dumps(found)
    assert found["exception"] == "ValueError"
    assert found["frames"][-1].endswith(" failing")


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
