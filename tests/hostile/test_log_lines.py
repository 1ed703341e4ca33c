"""Two hundred values that try to end, forge or colour a log line: each request has one line of JSON."""

from __future__ import annotations

import json
import logging
import socket
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest

from tests.browser.servers import Server, make_server

MARK = "Zilpzalp9c1e"
FORGED = f'{{"level": "info", "event": "{MARK}"}}'
VALUES = tuple(
    before + FORGED + after
    for before, after in (
        *product(("\n", "\r\n", "\r", "\x0b", "\x85", "\u2028", "\x00"), ("", "\n")),
        *product(("\x1b[31m", "\x1b]0;", "\x1b[2J", "\x9b31m"), ("", "\x1b[0m")),
        *(('", "', '"'), ('"}\n', ""), ("\\", "\\"), ('\\"', "'"), ("\\u000a", ""), ("%0a", "%0d"), ("%s%n", "{0}")),
        *(("\u202e", "\u202c"), ("\u2066", "\u2069"), ("\u200f", ""), ("\ufeff", ""), ("\ud7ff", ""), ("😀", "é")),
        *((MARK * 200, ""), ("\t" * 99, ""), ("\x7f", "\x08" * 20), ("<script>", "</script>"), ("${jndi:ldap://", "}")),
    )
)
FIELDS = ("path", "User-Agent", "X-Forwarded-For", "X-Request-Id", "name")
KEYS = {"time", "level", "logger", "event", "status_code", "request", "method", "route", "exception", "frames"}
LONGEST = 256  # characters of a field


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Path]]:
    """A server that logs all that it ever logs, and its log."""
    folder = tmp_path_factory.mktemp("log-lines")
    log = folder / "log"
    more = {"LOG_LEVEL": "INFO", "DJANGO_SETTINGS_MODULE": "tests.nightly.faults.bugs", "TRUSTED_PROXIES": "127.0.0.1"}
    plain_server = make_server(folder, more=more)
    server = replace(
        plain_server, command=("/bin/sh", "-c", f"exec {sys.executable} -m gunicorn playground.wsgi 2>>'{log}'")
    )
    server.start()
    yield server, log
    server.stop()


def request_of(field: str, value: str) -> bytes:
    """A request that is answered by 404, or 500, with ``value`` in ``field`` as it is, or as addresses write it."""
    if field == "path":
        return f"GET /missing/{quote(value)} HTTP/1.1\r\n".encode()
    if field == "name":
        return f"GET /bug/raise?value.{quote(value)}={quote(value)} HTTP/1.1\r\n".encode()
    return f"GET /missing HTTP/1.1\r\n{field}: {value}\r\n".encode()


def ask(server: Server, head: bytes) -> int:
    """The status of the answer."""
    address = urlsplit(server.url)
    with socket.create_connection(("127.0.0.1", address.port), timeout=30) as line:
        line.sendall(head + f"Host: {address.netloc}\r\nConnection: close\r\n\r\n".encode())
        return int(line.makefile("rb").readline().split()[1])


def lines_of(log: Path, start: int) -> list[bytes]:
    """What was written since the log had ``start`` bytes, line by line."""
    content = log.read_bytes()[start:]
    assert not content or content.endswith(b"\n")
    return content.split(b"\n")[:-1]


def test_there_are_two_hundred_hostile_values() -> None:
    assert len(set(VALUES)) * len(FIELDS) >= 200


@pytest.mark.parametrize("field", FIELDS)
def test_each_request_has_one_line_that_is_json(served: tuple[Server, Path], field: str) -> None:
    server, log = served
    start = log.stat().st_size
    ask(server, request_of(field, "harmless"))
    assert len(lines_of(log, start)) == 1
    for value in VALUES:
        start = log.stat().st_size
        status = ask(server, request_of(field, value))
        assert status in (400, 404, 414, 500)
        lines = lines_of(log, start)
        assert len(lines) == 1, (status, value, lines)
        record = json.loads(lines[0])
        assert set(record) <= KEYS
        assert all(len(str(text)) <= LONGEST for name, text in record.items() if name != "frames")
        assert MARK.encode() not in lines[0]


@pytest.mark.parametrize(
    "head",
    [
        f"GET /s/{MARK} x HTTP/1.1\r\n",
        f"GET /s/{MARK}ä HTTP/1.1\r\n",
        f"GET / HTTP/{MARK}\r\n",
        f"{MARK.lower()}? / HTTP/1.1\r\n",
        f"GET / HTTP/1.1\r\n{MARK} x: 1\r\n",
        f"GET / HTTP/1.1\r\nX-{MARK}: \0\r\n",
        f"GET / HTTP/1.1\r\nExpect: {MARK}\r\n",
    ],
)
def test_of_a_request_that_cannot_be_read_nothing_is_logged_but_that(served: tuple[Server, Path], head: str) -> None:
    server, log = served
    start = log.stat().st_size
    assert ask(server, head.encode()) in (400, 417)
    (line,) = lines_of(log, start)
    assert json.loads(line)["event"] == "Invalid request"
    assert MARK.lower() not in line.decode().lower()


def test_the_default_formatter_would_write_several_lines_or_invalid_json() -> None:
    """The control: the same values as Django itself would write them."""
    forged = 0
    for value in VALUES:
        record = logging.makeLogRecord({"msg": "Not Found: %s", "args": (value,), "levelname": "WARNING"})
        text = logging.Formatter().format(record)
        forged += FORGED in text.splitlines()
        assert MARK in text
    assert forged >= 10
