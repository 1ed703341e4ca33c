"""The events of a watch pass any nginx at once: one with TLS, and one with TLS in front of the deployment's."""

from __future__ import annotations

import select
import ssl
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from playground.web.api_limits import WATCHES_OF_A_CLIENT
from tests.api.servers import Site, kubectl_command, self_signed, site
from tests.browser.servers import free_port
from tests.deploy.nginx import configuration, running

PATIENCE = 60.0  # seconds; without the header, nothing arrives before the watch ends after an hour
TEMPLATE = "{apiVersion: template.openshift.io/v1, kind: Template, metadata: {name: NAME}, objects: []}"
# With nginx's own defaults: it buffers answers, and gives up a silent server after a minute.
WITH_TLS = """\
pid {folder}/pid;
error_log stderr crit;
events {{}}
http {{
  access_log off;
  client_body_temp_path {folder}/client;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  server {{
    listen 127.0.0.1:{port} ssl http2;
    ssl_certificate {certificate};
    ssl_certificate_key {key};
    location / {{
      proxy_pass http://{upstream};
      proxy_set_header Host $host;
    }}
  }}
}}
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with site(tmp_path_factory.mktemp("site"), workers=1) as running_site:
        yield running_site


@contextmanager
def with_tls(folder: Path, upstream: str) -> Iterator[str]:
    """The https address of an nginx with default settings in front of ``upstream``."""
    folder.mkdir()
    certificate, key = self_signed(folder)
    port = free_port()
    text = WITH_TLS.format(folder=folder, port=port, upstream=upstream, certificate=certificate, key=key)
    with running(text, folder, port):
        yield f"https://127.0.0.1:{port}"


@pytest.fixture(scope="module", params=[pytest.param("one nginx", marks=pytest.mark.nightly), "two nginx"])
def address(request: pytest.FixtureRequest, server: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder, upstream = tmp_path_factory.mktemp("nginx"), server.url.removeprefix("http://")
    if request.param == "one nginx":
        with with_tls(folder / "outer", upstream) as outer:
            yield outer
        return
    port = free_port()
    inner = configuration(folder, port, upstream)
    with running(inner, folder, port), with_tls(folder / "outer", f"127.0.0.1:{port}") as outer:
        yield outer


def next_line(stream: IO[str]) -> str:
    """The next line of ``stream``, whose buffer must be empty; fails after PATIENCE."""
    assert select.select([stream], [], [], PATIENCE)[0], "nothing arrives"
    return stream.readline()


def test_kubectl_prints_each_event_when_it_happens(address: str, server: Site, tmp_path: Path) -> None:
    kubectl = kubectl_command(tmp_path, address, *server.new_workspace())

    def create(name: str) -> None:
        body = TEMPLATE.replace("NAME", name)
        subprocess.run([*kubectl, "create", "-f", "-"], input=body, text=True, check=True, capture_output=True)

    create("first")
    command = [*kubectl, "get", "templates", "--watch", "-o", "name"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, bufsize=1) as watch:
        assert watch.stdout
        try:
            assert next_line(watch.stdout) == "template.template.openshift.io/first\n"
            for name in ("second", "third"):
                create(name)
                assert next_line(watch.stdout) == f"template.template.openshift.io/{name}\n"
        finally:
            watch.terminate()


def watch_request(address: str, server: Site) -> urllib.request.Request:
    namespace, token = server.new_workspace()
    url = f"{address}/apis/template.openshift.io/v1/namespaces/{namespace}/templates?watch=1"
    return urllib.request.Request(url, headers={"Authorization": f"Bearer {token}"})


def status_of(request: urllib.request.Request) -> int:
    """The status of the answer, as soon as its head has arrived; the client then goes away."""
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE, context=ssl._create_unverified_context()) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code


def test_the_head_comes_before_any_event_and_a_client_that_goes_frees_its_place(address: str, server: Site) -> None:
    request, end = watch_request(address, server), time.monotonic() + PATIENCE
    for _ in range(WATCHES_OF_A_CLIENT + 1):
        while (status := status_of(request)) != 200:
            assert (status, time.monotonic() < end) == (429, True)
            time.sleep(0.2)
