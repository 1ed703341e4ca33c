"""A client that disconnects, or never gets the answer, can retry without a duplicate."""

from __future__ import annotations

import http.client
import json
import os
import random
import socket
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlencode, urlsplit

import psycopg
import pytest
import urllib3.exceptions
from kubernetes import client, dynamic
from kubernetes.dynamic.exceptions import ConflictError

from tests.api.calls import template
from tests.api.servers import new_workspace
from tests.browser.servers import Server
from tests.nightly.faults.client import cookie_of
from tests.nightly.faults.replicas import PostgreSQL, Replicas

TRIES = int(os.environ.get("TRIES", "12"))
RESET = struct.pack("ii", 1, 0)  # SO_LINGER: close with a reset


def form(cookie: str, text: str) -> bytes:
    """A whole request, as a browser sends it."""
    body = urlencode({"source": text, "csrfmiddlewaretoken": cookie}).encode()
    head = (
        f"POST /share HTTP/1.1\r\nHost: localhost\r\nCookie: csrftoken={cookie}\r\nContent-Length: {len(body)}\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n\r\n"
    )
    return head.encode() + body


def hang_up(server: Server, request: bytes, share: float, wait: float) -> None:
    """Send a ``share`` of ``request`` and break the connection off after ``wait`` seconds."""
    host, port = urlsplit(server.url).netloc.split(":")
    with socket.create_connection((host, int(port))) as connection:
        connection.sendall(request[: int(len(request) * share)])
        time.sleep(wait)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)


def save(server: Server, request: bytes) -> str:
    """Send ``request`` and wait; the address of what was saved."""
    host, port = urlsplit(server.url).netloc.split(":")
    with socket.create_connection((host, int(port))) as connection:
        connection.sendall(request)
        with closing(http.client.HTTPResponse(connection)) as answer:
            answer.begin()
            assert answer.status == 303
            return str(answer.headers["Location"])


def stored(database: PostgreSQL, text: str) -> list[str]:
    """The addresses of Shares with ``text`` in them."""
    with psycopg.connect(database.url) as connection:
        rows = connection.execute(
            "SELECT slug FROM playground_share s JOIN playground_revision r ON r.share_id = s.id WHERE text LIKE %s",
            [f"{text}%"],
        )
        return [f"/s/{slug}" for (slug,) in rows]


def test_after_a_lost_answer_a_retry_gives_the_same_link(replicas: Replicas, shared_database: PostgreSQL) -> None:
    for number in range(TRIES):
        server, text = replicas.servers[number % 2], f"# hung up {number} " + "x" * 2000
        request = form(cookie_of(server), text)
        for share in (0.1, 0.6, 1.0, 1.0):
            hang_up(server, request, share, random.random() * 0.03)
        address = save(replicas.servers[1 - number % 2], request)
        assert save(server, request) == address
        assert stored(shared_database, f"# hung up {number} ") == [address]


def test_two_browsers_with_the_same_text_get_two_links(replicas: Replicas, shared_database: PostgreSQL) -> None:
    server = replicas.servers[0]
    assert len({save(server, form(cookie_of(server), "# of two browsers")) for _ in range(2)}) == 2
    assert len(stored(shared_database, "# of two browsers")) == 2  # so one that was stored twice would be noticed


@contextmanager
def swallowing(url: str) -> Iterator[str]:
    """The address of a proxy before ``url`` that passes all requests on, and keeps the answers to POST for itself."""

    class Proxy(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            with closing(http.client.HTTPConnection(urlsplit(url).netloc, timeout=30)) as behind:
                behind.request(self.command, self.path, body, dict(self.headers))
                answer = behind.getresponse()
                content = answer.read()
            if self.command == "POST" and answer.status == 201:
                self.close_connection = True
                return
            self.send_response(answer.status)
            self.send_header("Content-Type", answer.headers["Content-Type"])
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_POST = do_GET  # noqa: N815

        def log_message(self, *_: object) -> None:
            return

    with ThreadingHTTPServer(("127.0.0.1", 0), Proxy) as proxy:
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{proxy.server_port}"
        proxy.shutdown()


@pytest.fixture
def templates(replicas: Replicas) -> Iterator[tuple[Any, str]]:
    """The Templates of a new Workspace as the real client of Kubernetes sees them, whose creation is never answered."""
    namespace, token = new_workspace(replicas.balancer.environment)
    with swallowing(replicas.balancer.url) as address:
        settings = client.Configuration()
        settings.host, settings.retries = address, False
        settings.api_key = {"authorization": f"Bearer {token}"}
        cluster: Any = dynamic.DynamicClient(client.ApiClient(settings))  # type: ignore[no-untyped-call]
        yield cluster.resources.get(api_version="template.openshift.io/v1", kind="Template"), namespace


def create(templates: Any, namespace: str, body: dict[str, Any]) -> None:
    """Create as a client that tries again when no answer comes: three times."""
    for _ in range(3):
        with pytest.raises((urllib3.exceptions.ProtocolError, ConflictError)) as caught:
            templates.create(body=body, namespace=namespace)
        if isinstance(caught.value, ConflictError):
            assert json.loads(str(caught.value.body))["reason"] == "AlreadyExists"
            return


def test_a_retried_creation_makes_no_duplicate(templates: tuple[Any, str]) -> None:
    resource, namespace = templates
    names = [f"web-{number}" for number in range(TRIES)]
    for name in names:
        create(resource, namespace, template(name))
    assert sorted(item.metadata.name for item in resource.get(namespace=namespace).items) == sorted(names)


def test_with_generate_name_it_would(templates: tuple[Any, str]) -> None:
    resource, namespace = templates
    create(resource, namespace, {**template(), "metadata": {"generateName": "web-"}})
    assert len(resource.get(namespace=namespace).items) > 1
