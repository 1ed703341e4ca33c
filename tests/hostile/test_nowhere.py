"""The server opens no connection: it answers in a network namespace without a network, and does not try.

It runs in a network namespace of its own, which has no interface but an idle loopback; its clients reach it by a socket
that is a file. What it asks Linux to connect to is traced.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.browser.servers import ROOT, START_UP, Server, make_server
from tests.deploy.contained import as_root
from tests.nightly.faults.replicas import UNLIMITED

ELSEWHERE = "http://192.0.2.1/elsewhere"  # an address that nobody has: RFC 5737
# What other programs would fetch: pictures, schemas, documents, tags, images, references.
LEADING = f"""\
# yaml-language-server: $schema={ELSEWHERE}
apiVersion: template.openshift.io/v1
kind: Template
metadata:
  name: web
  annotations: {{iconClass: {ELSEWHERE}, openshift.io/documentation-url: {ELSEWHERE}, openshift.io/icon: {ELSEWHERE}}}
parameters: [{{name: A, value: {ELSEWHERE}, generate: {ELSEWHERE}, from: {ELSEWHERE}}}]
objects:
- $ref: {ELSEWHERE}
  $schema: {ELSEWHERE}
- apiVersion: v1
  kind: Pod
  spec: {{containers: [{{name: web, image: 192.0.2.1/elsewhere, env: [{{name: A, value: "${{A}}"}}]}}]}}
"""
TAGGED = f"!<tag:{ELSEWHERE}> {{a: !include {ELSEWHERE}}}"
FORM = "application/x-www-form-urlencoded"
HEADERS = {"Host": "localhost", "X-Forwarded-For": "192.0.2.1", "Referer": ELSEWHERE}


class Connection(http.client.HTTPConnection):
    """A connection to a server that listens on a file."""

    def __init__(self, file: Path) -> None:
        super().__init__("localhost", timeout=60)
        self.file = file

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(60)
        self.sock.connect(str(self.file))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Server:
    """A server with the mistakes of `tests.nightly.faults.bug_urls`, not yet started."""
    more = {**UNLIMITED, "DJANGO_SETTINGS_MODULE": "tests.nightly.faults.bugs", "LOG_LEVEL": "CRITICAL"}
    return make_server(tmp_path_factory.mktemp("site"), more=more)


@contextmanager
def alone(site: Server, folder: Path) -> Iterator[tuple[Path, Path]]:
    """``site``, run where there is no network: the file on which it listens, and one with all that it connects to."""
    file, log = folder / "socket", folder / "log"
    trace = ("strace", "-f", "-qq", "-s", "200", "-e", "trace=connect,sendto,sendmsg", "-o", str(log))
    gunicorn = (sys.executable, "-m", "gunicorn", "--bind", f"unix:{file}", "playground.wsgi")
    command = (*as_root(), "unshare", "-n", *trace, *gunicorn)
    process = subprocess.Popen(command, cwd=ROOT, env=site.environment, start_new_session=True)
    try:
        end = time.monotonic() + START_UP
        while not _listens(file):
            assert process.poll() is None, "gunicorn has ended"
            assert time.monotonic() < end, "gunicorn does not listen"
            time.sleep(0.05)
        yield file, log
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(60)


def _listens(file: Path) -> bool:
    """Whether somebody does: the file is there a moment before."""
    with closing(Connection(file)) as connection, suppress(OSError):
        connection.connect()
        return True
    return False


def answer_to(
    file: Path, method: str, path: str, body: str = "", **headers: str
) -> tuple[int, http.client.HTTPMessage]:
    """Status and headers of the answer."""
    with closing(Connection(file)) as connection:
        connection.request(method, path, body.encode(), {**HEADERS, **headers})
        answer = connection.getresponse()
        answer.read()
        return answer.status, answer.headers


def used(file: Path) -> set[int]:
    """The statuses of all that a visitor may ask for, with texts full of addresses."""
    status, headers = answer_to(file, "GET", "/")
    token = SimpleCookie(headers["Set-Cookie"])["csrftoken"].value
    cookie = {"Cookie": f"csrftoken={token}", "Content-Type": FORM, "Referer": "http://localhost/"}
    statuses = {status}

    def get(path: str) -> None:
        statuses.add(answer_to(file, "GET", path, **cookie)[0])

    def post(path: str, text: str, **more: str) -> str:
        body = urlencode({"source": text, "csrfmiddlewaretoken": token, **more})
        answered, answer_headers = answer_to(file, "POST", path, body, **cookie)
        statuses.add(answered)
        return str(answer_headers["Location"])

    for path in (f"/?param.A={ELSEWHERE}", "/rules", "/limits", "/examples", "/shares", "/terminal", "/source.tar.gz"):
        get(path)
    for text in (LEADING, TAGGED):
        for path in ("/", "/evaluate", "/download"):
            post(path, text, title=ELSEWHERE)
        share = post("/share", text, action="share-anyway").removeprefix("http://localhost")
        for end in ("", "/raw", "/embed", "/details", ".yaml", "/processed.yaml"):
            get(share + end)
        statuses.add(answer_to(file, "POST", "/api/evaluate", json.dumps({"text": text}))[0])
    for path in ("/openapi/v3", "/apis", "/readyz?verbose"):
        get(path)
    processed = "/apis/template.openshift.io/v1/namespaces/x/processedtemplates"
    statuses.add(answer_to(file, "POST", processed, LEADING, **{"Content-Type": "application/yaml"})[0])
    return statuses


def attempts(log: Path) -> list[str]:
    """What was connected or sent to an address of any network, line by line."""
    return [line for line in log.read_text(errors="replace").splitlines() if re.search(r"sa_family=AF_INET6?\b", line)]


def test_without_a_network_everything_works_and_no_connection_is_tried(site: Server, tmp_path: Path) -> None:
    with alone(site, tmp_path) as (file, log):
        statuses = used(file)
        assert statuses <= {200, 201, 303, 422}, statuses
        assert attempts(log) == []
        status, _ = answer_to(file, "GET", f"/bug/fetch?address={ELSEWHERE}")
        assert status == 500  # who asks somebody fails there, and is noticed
        assert re.search(r'connect\(.*inet_addr\("192\.0\.2\.1"\).*ENETUNREACH', "\n".join(attempts(log)))
