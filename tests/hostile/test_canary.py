"""A marked password, sent through every way in, is found nowhere but in the answer to who sent it."""

from __future__ import annotations

import base64
import http.client
import json
import logging
import sqlite3
import subprocess
import sys
import urllib.parse
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from django.test import Client

from playground.logs import LineFormatter
from playground.views import playground as page_views
from tests.browser.servers import ROOT, Server, make_server

CANARY = "Kanarienvogel7b5c9d"
TEMPLATE = """\
apiVersion: template.openshift.io/v1
kind: Template
metadata: {name: canary}
message: open it with ${DB_PASSWORD}
parameters:
- {name: DB_PASSWORD, generate: expression, from: "[a-z]{8}", required: true}
- {name: USER, value: shop}
objects:
- {apiVersion: v1, kind: Secret, metadata: {name: db}, stringData: {password: "${DB_PASSWORD}"}}
- apiVersion: v1
  kind: Pod
  metadata: {name: shop}
  spec:
    containers:
    - name: shop
      image: registry.example/shop:1
      args: ["--password=$(PASSWORD)"]
      env: [{name: PASSWORD, value: "${DB_PASSWORD}"}, {name: URL, value: "db://${USER}:${DB_PASSWORD}@db"}]
"""
SECRET = {"value.DB_PASSWORD": CANARY}
FORM = "application/x-www-form-urlencoded"


def forms_of(mark: str) -> tuple[bytes, ...]:
    """The mark in every form in which it might lie about."""
    plain = mark.encode()
    return (
        plain,
        *(base64.b64encode(b"x" * shift + plain)[4:-4] for shift in range(3)),
        plain.hex().encode(),
        plain[::-1],
    )


def hits(content: bytes) -> list[bytes]:
    """The forms of the canary that are in ``content``."""
    lower = content.lower()
    return [one for one in forms_of(CANARY) if one in content or one.lower() in lower]


@dataclass(slots=True)
class Visitor:
    """Who sends forms as a browser does, and keeps what came back."""

    server: Server
    log: Path
    cookie: str = ""
    heads: list[bytes] = field(default_factory=list)  # status and headers of every answer

    def ask(
        self, method: str, address: str, body: bytes = b"", kind: str = FORM, headers: Mapping[str, str] | None = None
    ) -> tuple[int, bytes, str]:
        """Status, body and Location of an answer."""
        with closing(http.client.HTTPConnection(urllib.parse.urlsplit(self.server.url).netloc, timeout=30)) as line:
            sent = {"Content-Type": kind, "Cookie": f"csrftoken={self.cookie}"} if body else {}
            line.request(method, address, body or None, {**sent, **(headers or {})})
            answer = line.getresponse()
            head = [f"{name}: {value}" for name, value in answer.getheaders()]
            self.heads.append("\n".join((str(answer.status), *head)).encode())
            for name, value in answer.getheaders():
                if name == "Set-Cookie" and value.startswith("csrftoken="):
                    self.cookie = value.removeprefix("csrftoken=").partition(";")[0]
            return answer.status, answer.read(), answer.getheader("Location", "")

    def send(self, address: str, text: str = TEMPLATE, /, *, htmx: bool = False, **more: str) -> tuple[int, bytes, str]:
        """The page's form with the canary in its field."""
        fields = {"source": text, "csrfmiddlewaretoken": self.cookie, **SECRET, **more}
        headers = {"HX-Request": "true"} if htmx else {}
        return self.ask("POST", address, urllib.parse.urlencode(fields).encode(), headers=headers)


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    """A visitor of a server of its own that logs all that it ever logs."""
    folder = tmp_path_factory.mktemp("canary")
    log = folder / "log"
    made = make_server(folder, more={"LOG_LEVEL": "DEBUG", "PREVIEWS_PER_MINUTE": "40", "SAVES_PER_MINUTE": "4"})
    command = ("/bin/sh", "-c", f"exec {sys.executable} -m gunicorn playground.wsgi 2>>'{log}'")
    server = replace(made, command=command)
    server.start()
    yield Visitor(server, log)
    server.stop()


def database_of(visitor: Visitor) -> Path:
    return Path(visitor.server.environment["DATA_DIR"]) / "playground.sqlite3"


def nowhere(visitor: Visitor) -> None:
    """Assert that no file, no line and no header has it."""
    folder = database_of(visitor).parent
    kept = [path for path in folder.rglob("*") if path.is_file()]
    assert database_of(visitor) in kept
    assert visitor.log.stat().st_size > 0
    assert {path.name: found for path in (*kept, visitor.log) if (found := hits(path.read_bytes()))} == {}
    assert [found for head in visitor.heads if (found := hits(head))] == []


def test_the_search_finds_what_it_looks_for() -> None:
    assert hits(b"x" + CANARY.encode()) == [CANARY.encode()]
    assert hits(json.dumps({"a": base64.b64encode(f"ab{CANARY}".encode()).decode()}).encode())
    assert hits(CANARY.encode().hex().upper().encode())
    assert not hits(b"nothing")


def test_a_secret_that_is_typed_is_kept_nowhere(visitor: Visitor) -> None:
    visitor.ask("GET", "/")
    shown = [
        visitor.send("/"),
        visitor.send("/evaluate", htmx=True),
        visitor.send("/evaluate", htmx=True, view="environment"),
        visitor.send("/evaluate", htmx=True, view="diff"),
        visitor.send("/evaluate", TEMPLATE + "\n]", htmx=True),
        visitor.send("/evaluate", htmx=True, encode="DB_PASSWORD"),
        visitor.send("/evaluate", htmx=True, lengthen="DB_PASSWORD"),
        visitor.send("/evaluate", htmx=True, dialect="proposal"),
        visitor.send("/trace", htmx=True, path="0.stringData.password"),
        visitor.send("/download", syntax="json"),
    ]
    assert {status for status, _, _ in shown} <= {200, 400}
    assert hits(shown[0][1])  # the form holds what was typed: the search would notice
    for gone in (
        visitor.send("/evaluate", htmx=True, regenerate="*", **{"value.DB_PASSWORD": ""}),
        visitor.send("/evaluate", htmx=True, reset="DB_PASSWORD"),
        visitor.send("/evaluate", htmx=True, clear="DB_PASSWORD"),
    ):
        assert (gone[0], hits(gone[1])) == (200, [])
    nowhere(visitor)


def test_a_secret_in_a_request_that_is_refused_is_kept_nowhere(visitor: Visitor) -> None:
    visitor.ask("GET", "/")
    form = urllib.parse.urlencode({"source": TEMPLATE, **SECRET})
    refused = {
        403: visitor.ask("POST", "/share", form.encode()),
        413: visitor.send("/evaluate", "x" * 2_100_000, htmx=True),
        415: visitor.ask("POST", "/evaluate", form.encode(), f"{FORM}; charset=latin-1"),
        400: visitor.ask("POST", "/evaluate", form.encode() + b"&value.X=%ff"),
        404: visitor.ask("GET", f"/{CANARY}?value.DB_PASSWORD={CANARY}"),
        405: visitor.ask("PUT", f"/api/evaluate?value.DB_PASSWORD={CANARY}"),
    }
    assert {code: status for code, (status, _, _) in refused.items()} == {code: code for code in refused}
    for code in (413, 404, 405):
        assert hits(refused[code][1]) == [], code
    visitor.ask("GET", "/", headers={"Referer": f"https://example.org/{CANARY}", "User-Agent": CANARY})
    visitor.ask("GET", f"/?param.DB_PASSWORD={CANARY}")
    nowhere(visitor)


def test_a_secret_is_not_shared_with_what_is_shared(visitor: Visitor) -> None:
    visitor.ask("GET", "/")
    status, _, address = visitor.send("/share", title=f"with {CANARY}")
    assert status == 303
    for more in ("", "/raw", ".yaml", ".json", "/processed.yaml", "/embed", "/details"):
        answer = visitor.ask("GET", address + more)
        assert (answer[0] in (200, 403, 404), hits(answer[1])) == (True, []), more
    seen = visitor.ask("GET", f"{address}/processed.yaml?param.DB_PASSWORD={CANARY}")
    assert seen[0] in (200, 400)
    nowhere(visitor)


def test_a_secret_sent_to_the_api_is_kept_nowhere(visitor: Visitor) -> None:
    asked = json.dumps({"text": TEMPLATE, "values": {"DB_PASSWORD": CANARY}}).encode()
    assert hits(visitor.ask("POST", "/api/evaluate", asked, "application/json")[1])
    given = TEMPLATE.replace("required: true", f"value: {CANARY}").encode()
    made = "/apis/template.openshift.io/v1/namespaces/any/processedtemplates"
    assert visitor.ask("POST", made, given, "application/yaml")[0] == 201
    for body, kind in ((asked[:-1], "application/json"), (given + b"\n]", "application/yaml"), (given, "text/html")):
        status, answer, _ = visitor.ask("POST", made, body, kind)
        assert (status in (400, 415), hits(answer)) == (True, [])
    assert visitor.ask("GET", "/api/evaluate", headers={"Authorization": f"Bearer {CANARY}"})[0] == 405
    nowhere(visitor)


def test_a_secret_is_kept_nowhere_while_the_database_is_locked_or_the_visitor_asks_too_often(visitor: Visitor) -> None:
    visitor.ask("GET", "/")
    with closing(sqlite3.connect(database_of(visitor), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert visitor.send("/share")[0] == 503
    answers = [visitor.send("/evaluate", htmx=True) for _ in range(45)]
    refused = [body for status, body, _ in answers if status == 429]
    assert refused
    assert [found for body in refused if (found := hits(body))] == []
    assert visitor.send("/")[0] == 429
    nowhere(visitor)


@pytest.mark.django_db
def test_a_secret_is_not_in_our_own_mistakes(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError(f"broken by {CANARY}")

    monkeypatch.setattr(page_views, "evaluated", broken)
    monkeypatch.setattr(page_views, "mended", broken)
    client.raise_request_exception = False
    records: list[logging.LogRecord] = []
    monkeypatch.setattr(logging.getLogger("django.request"), "handle", records.append)
    answer = client.post("/evaluate", {"source": TEMPLATE, **SECRET}, headers={"HX-Request": "true"})
    assert (answer.status_code, hits(answer.content)) == (500, [])
    logged = "\n".join(map(LineFormatter().format, records))
    assert "RuntimeError" in logged
    assert hits(logged.encode()) == []


def test_on_the_command_line_a_secret_is_only_in_the_output(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.yaml", tmp_path / "bad.yaml"
    good.write_text(TEMPLATE)
    bad.write_text(TEMPLATE + "\n]")
    for words in (
        ["process", "-f", str(good), "-p", f"DB_PASSWORD={CANARY}"],
        ["process", "-f", str(bad), "-p", f"DB_PASSWORD={CANARY}"],
        ["check", "-f", str(good), "-p", f"DB_PASSWORD={CANARY}"],
        ["expand", "-f", str(good), "-p", f"DB_PASSWORD={CANARY}", "-o", "name"],
    ):
        command = [sys.executable, "-m", "playground", *words]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=60, check=False)
        assert hits(done.stderr) == [], words
        assert bool(hits(done.stdout)) is (words[:3] == ["process", "-f", str(good)])
