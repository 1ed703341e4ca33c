"""Hundreds of clients that send next to nothing delay nobody behind the deployment's nginx."""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.servers import Server, free_port, make_server
from tests.deploy.nginx import configuration, running

SLOW = 500
GOOD = 40
PATIENCE = 5.0  # seconds


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("site")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    server = make_server(folder)
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def nginx(server: Server, folder: Path) -> Iterator[str]:
    """The address of an nginx in front of ``server``."""
    port = free_port()
    with running(configuration(folder, port, server.url.removeprefix("http://")), folder, port):
        yield f"http://127.0.0.1:{port}"


async def _served(address: str) -> int:
    """How many of ``GOOD`` requests are answered while ``SLOW`` clients have sent half of one."""
    host, port = address.removeprefix("http://").split(":")
    lazy = [await asyncio.open_connection(host, int(port)) for _ in range(SLOW)]
    for number, (_, writer) in enumerate(lazy):
        half = b"POST /evaluate HTTP/1.1\r\nHost: localhost\r\n"
        writer.write(half if number % 2 else half + b"Content-Length: 1000\r\n\r\nsource=")
    await asyncio.sleep(1)  # all of them are waited for by now
    good = 0
    for _ in range(GOOD):
        with contextlib.suppress(TimeoutError, OSError):
            good += b" 200 " in await asyncio.wait_for(_one(host, int(port)), PATIENCE)
        if not good:
            break  # one that waits in vain tells for all
    for _, writer in lazy:
        writer.transport.abort()
    return good


async def _one(host: str, port: int) -> bytes:
    reader, writer = await asyncio.open_connection(host, port)
    try:
        writer.write(b"GET /rules HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        return await reader.readline()
    finally:
        writer.transport.abort()


@pytest.mark.nightly
def test_behind_nginx_slow_clients_delay_nobody(nginx: str) -> None:
    assert asyncio.run(_served(nginx)) == GOOD


def test_nginx_passes_on_host_scheme_and_address(nginx: str, server: Server) -> None:
    with (
        urllib.request.urlopen(f"{nginx}/rules", timeout=60) as through,
        urllib.request.urlopen(f"{server.url}/rules", timeout=60) as direct,
    ):
        assert through.status == 200
        for header in ("Content-Security-Policy", "Cache-Control", "Content-Type"):
            assert through.headers[header] == direct.headers[header]


@pytest.mark.nightly
def test_without_nginx_slow_clients_would_block_all_others(server: Server) -> None:
    assert asyncio.run(_served(server.url)) < GOOD


SLUG = "slug-that-nobody-else-knows"


def logged(folder: Path, level: str) -> str:
    """What nginx logs from this ``level`` on of two requests that its upstream, which is not there, cannot answer."""
    port, upstream = free_port(), f"127.0.0.1:{free_port()}"
    text = configuration(folder, port, upstream)
    assert "error_log stderr crit;" in text
    with (
        (folder / "log").open("w+b") as log,
        running(text.replace("error_log stderr crit;", f"error_log stderr {level};"), folder, port, log),
    ):
        for body in (None, b"x" * 500_000):
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/s/{SLUG}", body, timeout=60)
            with refused.value:
                assert refused.value.code == 503
        return (folder / "log").read_text()


def test_nginx_logs_neither_addresses_of_shares_nor_of_clients(tmp_path: Path) -> None:
    log = logged(tmp_path, "crit")
    assert SLUG not in log
    assert "client: " not in log


@pytest.mark.parametrize("level", ["error", "warn"])
def test_at_a_lower_level_nginx_would_log_both(tmp_path: Path, level: str) -> None:
    log = logged(tmp_path, level)
    assert SLUG in log
    assert "client: " in log


SMUGGLED = b"GET /limits HTTP/1.1\r\nHost: localhost\r\n\r\n"
CHUNKED = b"0\r\n\r\n" + SMUGGLED
LENGTHS = b"Content-Length: %d\r\n" % len(CHUNKED)
# Requests of which two programs could think differently where they end, or for whom they are.
AMBIGUOUS = {
    "both lengths": b"POST / HTTP/1.1\r\nHost: localhost\r\n"
    + LENGTHS
    + b"Transfer-Encoding: chunked\r\n\r\n"
    + CHUNKED,
    "two lengths": b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n" + LENGTHS + b"\r\n" + CHUNKED,
    "a length and a sign": b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: +0\r\n\r\n" + SMUGGLED,
    "another encoding": b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: xchunked\r\n\r\n" + CHUNKED,
    "two hosts": b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: elsewhere.example\r\n\r\n",
    "another host": b"GET / HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n",
    "a host with a path": b"GET / HTTP/1.1\r\nHost: localhost/elsewhere\r\n\r\n",
    "a name with a space": b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length : 0\r\n\r\n",
    "a name with NUL": b"GET / HTTP/1.1\r\nHost: localhost\r\nX\0: 1\r\n\r\n",
    "a folded line": b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding:\r\n chunked\r\n\r\n" + CHUNKED,
    "a list of lengths": b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0, 0\r\n\r\n" + SMUGGLED,
    "a length in hexadecimal": b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0x0\r\n\r\n" + SMUGGLED,
    "two encodings": b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked, chunked\r\n\r\n" + CHUNKED,
    "chunks in HTTP/1.0": b"POST / HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" + CHUNKED,
    "a CR in a value": b"GET / HTTP/1.1\r\nHost: localhost\r\nX: 1\rContent-Length: 5\r\n\r\n",
    "a preface of HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "a user in the host": b"GET / HTTP/1.1\r\nHost: localhost@elsewhere.example\r\nConnection: close\r\n\r\n",
}


def spoken(address: str, request: bytes) -> bytes:
    """All that is answered to the very bytes ``request`` until the connection is closed, or quiet for a while.

    The while is long where the bytes ask for the close: on a busy machine an answer may come in parts.
    """
    host, port = address.removeprefix("http://").split(":")
    heard = b""
    with socket.create_connection((host, int(port)), timeout=60) as connection, contextlib.suppress(TimeoutError):
        connection.sendall(request)
        while part := connection.recv(65_536):
            heard += part
            connection.settimeout(60 if b"Connection: close" in request else 1)
    return heard


# What gunicorn would take from any client of a trusted proxy that passes such names, as nginx does not.
CLAIMED = b"PATH_INFO: /limits\r\nSCRIPT_NAME: /elsewhere\r\nREMOTE_USER: root\r\nX_Forwarded_For: 1.1.1.1\r\n"


def test_no_header_becomes_a_variable_of_the_server(server: Server) -> None:
    plain = b"GET /rules HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    heard = spoken(server.url, plain.replace(b"Connection", CLAIMED + b"Connection"))
    assert heard.startswith(b"HTTP/1.1 200")
    assert heard.partition(b"\r\n\r\n")[2] == spoken(server.url, plain).partition(b"\r\n\r\n")[2]


def line_of(length: int) -> bytes:
    """A request whose first line has so many bytes before its end."""
    return b"GET /limits?" + b"a" * (length - 21) + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


def fields_of(count: int, longest: int = 10) -> bytes:
    """A request with so many header fields, one of so many bytes with its end."""
    more = [b"X-0: " + b"a" * (longest - 7)] + [b"X-%d: 1" % number for number in range(1, count - 2)]
    return b"GET /limits HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + b"\r\n".join(more) + b"\r\n\r\n"


@pytest.mark.parametrize(
    ("longest", "longer", "status"),
    [
        (line_of(4094), line_of(4095), b"414"),
        (fields_of(100), fields_of(101), b"431"),
        (fields_of(3, 8190), fields_of(3, 8191), b"431"),
    ],
    ids=["line", "fields", "field"],
)
def test_the_longest_head_is_read_and_a_longer_one_is_refused(
    server: Server, longest: bytes, longer: bytes, status: bytes
) -> None:
    assert spoken(server.url, longest).startswith(b"HTTP/1.1 200")
    assert spoken(server.url, longer).split(maxsplit=2)[1] == status


@pytest.mark.parametrize("way", ["through nginx", "to the server"])
@pytest.mark.parametrize("ambiguity", AMBIGUOUS)
def test_an_ambiguous_request_is_refused(nginx: str, server: Server, ambiguity: str, way: str) -> None:
    heard = spoken(nginx if way == "through nginx" else server.url, AMBIGUOUS[ambiguity])
    assert heard.count(b"HTTP/1.1 ") == 1
    assert heard.split(maxsplit=2)[1] in (b"400", b"501")
    assert not re.search(rb"Server: \S*\d", heard)


def test_a_request_without_a_host_does_not_get_through_nginx(nginx: str) -> None:
    assert spoken(nginx, b"GET / HTTP/1.1\r\n\r\n").startswith(b"HTTP/1.1 400")


def test_two_well_formed_requests_are_both_answered(nginx: str, server: Server) -> None:
    last = SMUGGLED.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    for address in (nginx, server.url):
        assert spoken(address, SMUGGLED + last).count(b"HTTP/1.1 200") == 2


def test_a_forged_host_header_is_not_repeated_through_nginx(nginx: str) -> None:
    claimed = b"".join(b"%s: evil-host.example\r\n" % name for name in (b"X-Forwarded-Host", b"Forwarded", b"X-Host"))
    for path in (b"/", b"/limits", b"/nothing-here", b"/api/openapi.json", b"/apis"):
        heard = spoken(nginx, b"GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%s\r\n" % (path, claimed))
        assert heard.startswith(b"HTTP/1.1 ")
        assert b"evil-host" not in heard


def headers_of(heard: bytes) -> list[tuple[str, str]]:
    """The headers of the one answer in ``heard``, names in small letters."""
    lines = heard.partition(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")[1:]
    return [(name.lower(), value.strip()) for name, _, value in (line.partition(":") for line in lines)]


OWN = {
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
    "strict-transport-security": "max-age=31536000; includeSubDomains",
}
TOO_LARGE = b"POST / HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-Proto: https\r\nContent-Length: 99999999\r\n\r\n"


@pytest.mark.parametrize("content", [TOO_LARGE, AMBIGUOUS["two hosts"], b"nonsense\r\n\r\n"])
def test_nginxs_own_answers_have_the_headers_too(nginx: str, content: bytes) -> None:
    heard = spoken(nginx, content)
    headers = dict(headers_of(heard))
    secure = set() if content is TOO_LARGE else {"strict-transport-security"}
    assert heard.split(maxsplit=2)[1] in (b"400", b"413")
    assert {name: headers.get(name) for name in OWN.keys() - secure} == {
        name: value for name, value in OWN.items() if name not in secure
    }
    assert "retry-after" not in headers


def test_without_a_server_nginx_answers_503_with_retry_after(folder: Path) -> None:
    alone, port, nobody = folder / "alone", free_port(), f"127.0.0.1:{free_port()}"
    alone.mkdir()
    with running(configuration(alone, port, nobody), alone, port):
        for path in (b"/", b"/api"):
            heard = spoken(f"http://127.0.0.1:{port}", b"GET %s HTTP/1.0\r\nHost: localhost\r\n\r\n" % path)
            headers = dict(headers_of(heard))
            assert heard.startswith(b"HTTP/1.1 503")
            assert (headers["retry-after"], headers["cache-control"]) == ("5", "no-store")
            assert headers["content-security-policy"] == OWN["content-security-policy"]


def test_every_header_passes_nginx_exactly_once(nginx: str, server: Server) -> None:
    for path in (b"/", b"/limits", b"/livez", b"/static/badge.svg", b"/nothing-here", b"/apis"):
        request = b"GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" % path
        through, direct = headers_of(spoken(nginx, request)), headers_of(spoken(server.url, request))
        names = [name for name, _ in through]
        assert {name for name, _ in direct} - set(names) <= {"transfer-encoding"}
        assert [name for name in names if names.count(name) > 1] == []
        assert dict(through)["server"] == "nginx"
