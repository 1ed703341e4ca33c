"""The MDN HTTP Observatory grades our pages behind the deployment's nginx, over https; and with a header missing.

https://developer.mozilla.org/en-US/observatory, its scanner as an npm package; `make torture` installs it.
"""

from __future__ import annotations

import json
import re
import ssl
import subprocess
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.browser.servers import free_port, make_server
from tests.deploy.nginx import configuration, running

HERE = Path(__file__).parent
LEAST = 135
# Status and score of each. A page that gives no cookie has no bonus for good ones; nobody is on the browsers' preload
# list here, which is worth 5 more.
PAGES = {
    "/": (200, 140),
    "/rules": (200, 135),
    "/rules/ENV502": (200, 135),
    "/limits": (200, 135),
    "/examples": (200, 135),
    "/nothing-here": (404, 135),
    "/broken": (500, 135),
}
# What is shared: the page, its details; as a file, where there is no script to name; as a frame, which moreover cannot
# keep itself to its own site.
SHARES = {"": 140, "/details": 135, "/raw": 130, "/embed": 120}
# Whatever one of these takes away costs at least what it gave.
WITHOUT = {
    "Content-Security-Policy": "content-security-policy",
    "Referrer-Policy": "referrer-policy",
    "Strict-Transport-Security": "strict-transport-security",
    "X-Content-Type-Options": "x-content-type-options",
    "Cross-Origin-Resource-Policy": "cross-origin-resource-policy",
}
SHARED = "kind: Pod\nmetadata: {name: scanned}\n"


@dataclass(frozen=True, slots=True)
class Site:
    """A site over https on ``https_port``, and over http, which leads there, on ``http_port``."""

    http_port: int
    https_port: int
    certificate: Path
    shared: str = ""

    def scanned(self, *paths: str) -> dict[str, Any]:
        """What the Observatory says of each of ``paths``."""
        command = ["node", "scan.mjs", "localhost", str(self.http_port), str(self.https_port), *paths]
        environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "NODE_EXTRA_CA_CERTS": str(self.certificate)}
        done = subprocess.run(
            command, cwd=HERE, env=environment, capture_output=True, text=True, check=False, timeout=120
        )
        assert done.returncode == 0, done.stderr
        return dict(json.loads(done.stdout))

    def share(self) -> str:
        """The path of a text that was just shared, as a browser does it."""
        context = ssl.create_default_context(cafile=str(self.certificate))
        handlers = (urllib.request.HTTPSHandler(context=context), urllib.request.HTTPCookieProcessor(CookieJar()))
        browser = urllib.request.build_opener(*handlers)
        address = f"https://localhost:{self.https_port}"
        with browser.open(f"{address}/", timeout=20) as page:
            (token,) = set(re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.read().decode()))
        form = urlencode({"source": SHARED, "csrfmiddlewaretoken": token}).encode()
        request = urllib.request.Request(f"{address}/share", form, {"Referer": f"{address}/"})
        with browser.open(request, timeout=20) as shown:
            return str(shown.url).removeprefix(address)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("observatory")


@pytest.fixture(scope="module")
def certificate(folder: Path) -> Path:
    """A certificate for localhost, with its key in the same file; trusted by whoever is told so."""
    file = folder / "localhost.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    command += ["-addext", "subjectAltName=DNS:localhost", "-keyout", str(folder / "key.pem"), "-out", str(file)]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    return file


def with_tls(text: str, port: int, site: Site, more: str = "") -> str:
    """The nginx.conf ``text``, which listens on ``port``, over https; and on ``http_port`` as an ingress does.

    ``more`` are directives for all that is served over https.
    """
    tls = f"listen 127.0.0.1:{port} ssl; ssl_certificate {site.certificate};"
    tls += f" ssl_certificate_key {site.certificate.with_name('key.pem')}; {more}"
    plain = f"""
    server {{
      listen 127.0.0.1:{site.http_port};
      location / {{
        proxy_pass http://playground;
        proxy_set_header Host localhost:{port};
        proxy_set_header X-Forwarded-Proto http;
      }}
    }}
    server {{"""
    assert text.count("server {") == 1
    return text.replace(f"listen 127.0.0.1:{port};", tls).replace("server {", plain.lstrip(), 1)


@pytest.fixture(scope="module")
def upstream(folder: Path, https_port: int) -> Iterator[str]:
    """Where gunicorn listens, as on a production site."""
    more = {
        "DJANGO_SETTINGS_MODULE": "tests.observatory.settings",
        "PUBLIC_URL": f"https://localhost:{https_port}",
        "INSECURE_HTTP": "0",
        "BEHIND_PROXY": "1",
        "HSTS_PRELOAD": "1",
        "LOG_LEVEL": "CRITICAL",
    }
    server = make_server(folder, more=more)
    server.start()
    yield server.url.removeprefix("http://")
    server.stop()


@pytest.fixture(scope="module")
def https_port() -> int:
    return free_port()


@pytest.fixture(scope="module")
def site(folder: Path, certificate: Path, upstream: str, https_port: int) -> Iterator[Site]:
    """The whole: nginx with https, and a text that is shared."""
    site = Site(free_port(), https_port, certificate)
    text = with_tls(configuration(folder, https_port, upstream), https_port, site)
    with running(text, folder, https_port):
        yield Site(site.http_port, https_port, certificate, site.share())


def test_every_page_is_graded_a_plus(site: Site) -> None:
    found = site.scanned(*PAGES)
    assert {path: (answer["status"], answer["score"]) for path, answer in found.items()} == PAGES
    assert {answer["grade"] for answer in found.values()} == {"A+"}
    assert min(score for _, score in PAGES.values()) >= LEAST
    assert [name for answer in found.values() for name, test in answer["tests"].items() if not test["pass"]] == []


def test_a_shared_page_is_graded_a_plus_too(site: Site) -> None:
    found = site.scanned(*(site.shared + path for path in SHARES))
    assert {path.removeprefix(site.shared): answer["score"] for path, answer in found.items()} == SHARES
    assert {answer["grade"] for answer in found.values()} == {"A+"}


@pytest.mark.parametrize("header", WITHOUT)
def test_without_a_header_the_grade_falls(site: Site, upstream: str, tmp_path: Path, header: str) -> None:
    port = free_port()
    less = Site(free_port(), port, site.certificate)
    text = with_tls(configuration(tmp_path, port, upstream), port, less, f"proxy_hide_header {header};")
    with running(text, tmp_path, port):
        found = less.scanned("/limits")["/limits"]
    assert found["score"] < LEAST
    assert found["tests"][WITHOUT[header]]["modifier"] <= 0


def test_a_policy_that_allows_more_would_be_noticed(site: Site, upstream: str, tmp_path: Path) -> None:
    port = free_port()
    less = Site(free_port(), port, site.certificate)
    loose = "proxy_hide_header Content-Security-Policy; "
    loose += """add_header Content-Security-Policy "script-src 'unsafe-inline'" always;"""
    with running(with_tls(configuration(tmp_path, port, upstream), port, less, loose), tmp_path, port):
        found = less.scanned("/limits")["/limits"]
    assert (found["score"] < LEAST, found["tests"]["content-security-policy"]["pass"]) == (True, False)
