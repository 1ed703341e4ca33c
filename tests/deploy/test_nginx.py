"""Hundreds of clients that send next to nothing keep nobody else waiting: the deployment's own nginx, really run."""

from __future__ import annotations

import asyncio
import contextlib
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


def test_behind_nginx_everybody_else_is_served(nginx: str) -> None:
    assert asyncio.run(_served(nginx)) == GOOD


def test_nginx_passes_on_what_the_visitor_asked_for(nginx: str, server: Server) -> None:
    with (
        urllib.request.urlopen(f"{nginx}/rules", timeout=10) as through,
        urllib.request.urlopen(f"{server.url}/rules", timeout=10) as direct,
    ):
        assert through.status == 200
        for header in ("Content-Security-Policy", "Cache-Control", "Content-Type"):
            assert through.headers[header] == direct.headers[header]


def test_without_it_nobody_would_be(server: Server) -> None:
    assert asyncio.run(_served(server.url)) < GOOD
