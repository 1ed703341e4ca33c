"""A marked password, the ways to send it, and a visitor that sends it and keeps the answers."""

from __future__ import annotations

import base64
import http.client
import json
import sqlite3
import urllib.parse
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from playground.pages.form.draft import Draft
from tests.browser.servers import Server

CANARY = "Kanarienvogel7b5c9d"
STORED = "Zaunkoenig4e8a2f"  # a password that its owner stores: only the database may have it
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
TYPO = TEMPLATE.replace("env: ", "envs: ")
OBJECTS = f"""\
{{apiVersion: v1, kind: Secret, metadata: {{name: db}}, stringData: {{password: {CANARY}}}}}
---
{{apiVersion: v1, kind: ConfigMap, metadata: {{name: shop}}, data: {{url: "db://shop:{CANARY}@db"}}}}
"""
WRITTEN = TEMPLATE.replace("required: true", f"value: {CANARY}")
SECRET = {"value.DB_PASSWORD": CANARY}
FORM = "application/x-www-form-urlencoded"
JSON, YAML = "application/json", "application/yaml"


def forms_of(mark: str) -> tuple[bytes, ...]:
    """The mark in every encoding in which it might be stored."""
    plain = mark.encode()
    return (
        plain,
        *(base64.b64encode(b"x" * shift + plain)[4:-4] for shift in range(3)),
        plain.hex().encode(),
        plain[::-1],
    )


def hits(content: bytes, *marks: str) -> list[bytes]:
    """The forms of the canary, or of ``marks``, that are in ``content``."""
    lower = content.lower()
    forms = [form for mark in marks or (CANARY,) for form in forms_of(mark)]
    return [form for form in forms if form in content or form.lower() in lower]


@dataclass(frozen=True, slots=True)
class Answer:
    """The parts of an answer."""

    status: int
    body: bytes
    location: str


@dataclass(slots=True)
class Visitor:
    """A client that sends forms as a browser does, and keeps the answers."""

    server: Server
    log: Path
    source: str = "127.0.0.1"  # the address that the visitor has
    cookies: dict[str, str] = field(default_factory=dict)
    heads: list[bytes] = field(default_factory=list)  # status and headers of every answer
    shared: str = ""  # the address of the Share that was made last
    objects: str = ""  # the address of the Templates in the API
    token: str = ""

    @property
    def database(self) -> Path:
        return Path(self.server.environment["DATA_DIR"]) / "playground.sqlite3"

    @property
    def comparison(self) -> str:
        """The address that compares the Share that was made last."""
        return self.shared.replace("/s/", "/compare/")

    def ask(
        self, method: str, address: str, body: bytes = b"", kind: str = FORM, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """The answer to a request."""
        netloc = urllib.parse.urlsplit(self.server.url).netloc
        with closing(http.client.HTTPConnection(netloc, timeout=30, source_address=(self.source, 0))) as line:
            cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
            cookies = {"Cookie": cookie} if cookie else {}
            line.request(
                method, address, body or None, cookies | ({"Content-Type": kind} if body else {}) | dict(headers or {})
            )
            answer = line.getresponse()
            self.heads.append("\n".join((str(answer.status), *map(": ".join, answer.getheaders()))).encode())
            for name, value in answer.getheaders():
                if name == "Set-Cookie":
                    key, _, text = value.partition(";")[0].partition("=")
                    self.cookies[key] = text
            return Answer(answer.status, answer.read(), answer.getheader("Location", ""))

    def send(self, address: str, text: str = TEMPLATE, /, *, htmx: bool = True, **more: str) -> Answer:
        """Send the page's form, with CANARY as the password, to ``address``."""
        if "csrftoken" not in self.cookies:
            self.ask("GET", "/")
        fields = {"source": text, "csrfmiddlewaretoken": self.cookies["csrftoken"], **SECRET, **more}
        headers = {"HX-Request": "true"} if htmx else {}
        return self.ask("POST", address, urllib.parse.urlencode(fields).encode(), headers=headers)

    def share(self, text: str = TEMPLATE, **more: str) -> Answer:
        """Share ``text`` with the page's form, and remember the address of the Share."""
        answer = self.send("/share", text, htmx=False, **more)
        self.shared = answer.location or self.shared
        return answer

    def call(self, method: str, name: str, body: str = "", kind: str = JSON) -> Answer:
        """The answer of the API to the owner of a Workspace."""
        return self.ask(method, self.objects + name, body.encode(), kind, {"Authorization": f"Bearer {self.token}"})


# What the visitor does, the expected status, the request, and whether even the answer must not contain the password.
Flow = tuple[str, int, Callable[[Visitor], Answer], bool]


def _locked(visitor: Visitor) -> Answer:
    with closing(sqlite3.connect(visitor.database, isolation_level=None)) as database:
        database.execute("BEGIN IMMEDIATE")
        return visitor.send("/share", htmx=False)


def _too_often(visitor: Visitor) -> Answer:
    hasty = Visitor(visitor.server, visitor.log, "127.0.0.9", heads=visitor.heads)
    answers = (
        hasty.send("/evaluate", TEMPLATE[: TEMPLATE.index("objects")]) for _ in range(400)
    )  # one a second comes back
    return next((answer for answer in answers if answer.status == 429), Answer(0, b"", ""))


def _gone(visitor: Visitor) -> Answer:
    visitor.share()
    visitor.send(f"{visitor.shared}/delete", htmx=False)
    answer = visitor.ask("GET", f"{visitor.shared}?param.DB_PASSWORD={CANARY}")
    visitor.share()
    return answer


def _template(text: str, **more: object) -> str:
    parameters = [{"name": "DB_PASSWORD", "value": text}]
    return json.dumps(
        {
            "apiVersion": "template.openshift.io/v1",
            "kind": "Template",
            "metadata": {"name": "canary"},
            "objects": [],
            "parameters": parameters,
            **more,
        }
    )


_FORM = urllib.parse.urlencode({"source": TEMPLATE, **SECRET}).encode()
_ASKED = json.dumps({"text": TEMPLATE, "values": {"DB_PASSWORD": CANARY}})
_EVALUATE = "/api/evaluate"
_MADE = "/apis/template.openshift.io/v1/namespaces/any/processedtemplates"
_PATCH = json.dumps({"parameters": [{"name": "DB_PASSWORD", "value": STORED}]})
_QUERY = f"param.DB_PASSWORD={CANARY}"
_MERGE = "application/merge-patch+json"
_APPLY = "application/apply-patch+yaml"

# In this order: some flows use the Share or object of an earlier flow.
FLOWS: tuple[Flow, ...] = (
    ("the page's form", 200, lambda visitor: visitor.send("/", htmx=False), False),
    ("a preview", 200, lambda visitor: visitor.send("/evaluate"), False),
    ("the environment", 200, lambda visitor: visitor.send("/evaluate", view="environment"), False),
    ("a Template of objects", 200, lambda visitor: visitor.send("/evaluate", view="template"), False),
    ("the difference", 200, lambda visitor: visitor.send("/evaluate", view="diff"), False),
    ("a fix", 200, lambda visitor: visitor.send("/", TYPO, htmx=False, fix="0", shown=Draft(TYPO).digest), False),
    ("a fix of another text", 200, lambda visitor: visitor.send("/", TYPO, htmx=False, fix="0", shown=CANARY), False),
    ("a variable declared", 200, lambda visitor: visitor.send("/", TYPO, htmx=False, define=CANARY), False),
    ("the rules", 200, lambda visitor: visitor.ask("GET", f"/rules?{_QUERY}"), True),
    ("a rule", 200, lambda visitor: visitor.ask("GET", f"/rules/ENV501?{_QUERY}"), True),
    ("the limits", 200, lambda visitor: visitor.ask("GET", f"/limits?{_QUERY}"), True),
    ("an unreadable text", 200, lambda visitor: visitor.send("/evaluate", f"{TEMPLATE}\n]"), False),
    ("the proposal's dialect", 200, lambda visitor: visitor.send("/evaluate", dialect="proposal"), False),
    ("a value encoded", 200, lambda visitor: visitor.send("/evaluate", encode="DB_PASSWORD"), False),
    ("a value reset", 200, lambda visitor: visitor.send("/evaluate", reset="DB_PASSWORD"), True),
    ("a value cleared", 200, lambda visitor: visitor.send("/evaluate", clear="DB_PASSWORD"), True),
    ("a trace", 200, lambda visitor: visitor.send("/trace", at="10:82"), False),
    ("a trace of nothing", 400, lambda visitor: visitor.send("/trace", card=CANARY), False),
    ("a renaming", 200, lambda visitor: visitor.send("/rename", at="10:82", to=CANARY), False),
    ("a new parameter", 200, lambda visitor: visitor.send("/parameter", at="10:82", to=CANARY), False),
    ("the names at a place", 200, lambda visitor: visitor.send("/references", at="10:82"), False),
    ("a kustomization", 200, lambda visitor: visitor.send("/kustomize", htmx=False), False),
    ("a chart", 200, lambda visitor: visitor.send("/chart", htmx=False), False),
    (
        "a chart with a wrong name",
        400,
        lambda visitor: visitor.send("/chart", htmx=False, **{"chart-name": CANARY}),
        False,
    ),
    (
        "the private values of a chart",
        200,
        lambda visitor: visitor.send("/chart", htmx=False, action="download-private"),
        False,
    ),
    ("the use with Helm", 200, lambda visitor: visitor.send("/use", use="helm"), True),
    ("the use with Kustomize", 200, lambda visitor: visitor.send("/use", use="kustomize"), True),
    ("a download", 200, lambda visitor: visitor.send("/download", htmx=False, syntax="json"), False),
    ("a link that fills the form", 200, lambda visitor: visitor.ask("GET", f"/?{_QUERY}"), False),
    ("a share", 303, lambda visitor: visitor.share(title=f"with {CANARY}"), True),
    ("a share after the question", 200, lambda visitor: visitor.share(WRITTEN), False),
    (
        "an update",
        303,
        lambda visitor: visitor.send(f"{visitor.shared}/update", f"{TEMPLATE}\n", htmx=False, based_on="1"),
        True,
    ),
    (
        "a conflict",
        409,
        lambda visitor: visitor.send(f"{visitor.shared}/update", f"{TEMPLATE}#", htmx=False, based_on="1"),
        False,
    ),
    (
        "a fork",
        303,
        lambda visitor: visitor.send("/share", htmx=False, of=visitor.shared[3:], action="copy-anyway"),
        True,
    ),
    ("the frame", 200, lambda visitor: visitor.ask("GET", f"{visitor.shared}/embed?{_QUERY}"), False),
    ("processed.yaml", 200, lambda visitor: visitor.ask("GET", f"{visitor.shared}/processed.yaml?{_QUERY}"), False),
    ("a share with a value", 200, lambda visitor: visitor.ask("GET", f"{visitor.shared}?{_QUERY}"), False),
    ("a comparison with a link", 200, lambda visitor: visitor.send(visitor.comparison, htmx=False), True),
    (
        "a comparison with nothing",
        400,
        lambda visitor: visitor.ask("GET", f"{visitor.comparison}?with={CANARY}"),
        False,
    ),
    ("a title that is refused", 400, lambda visitor: visitor.send(f"{visitor.shared}/rename", title=CANARY * 9), False),
    ("a share that is gone", 410, _gone, True),
    ("an address that is none", 404, lambda visitor: visitor.ask("GET", f"/{CANARY}?value.DB_PASSWORD={CANARY}"), True),
    ("a method that is none", 405, lambda visitor: visitor.ask("PUT", f"{_EVALUATE}?{_QUERY}"), True),
    ("a text that is too long", 413, lambda visitor: visitor.send("/evaluate", "x" * 2_100_000), True),
    ("another charset", 415, lambda visitor: visitor.ask("POST", "/evaluate", _FORM, f"{FORM}; charset=latin-1"), True),
    ("half a character", 400, lambda visitor: visitor.ask("POST", "/evaluate", _FORM + b"&value.X=%ff"), True),
    ("a forged form", 403, lambda visitor: visitor.ask("POST", "/share", _FORM), False),
    (
        "headers",
        200,
        lambda visitor: visitor.ask(
            "GET", "/", headers={"Referer": f"https://a.example/{CANARY}", "User-Agent": CANARY, "X-Request-Id": CANARY}
        ),
        True,
    ),
    ("a request too many", 429, _too_often, True),
    ("a locked database", 503, _locked, False),
    ("a mistake of ours", 500, lambda visitor: visitor.send("/bug/raise", htmx=False), True),
    ("evaluated by the API", 200, lambda visitor: visitor.ask("POST", _EVALUATE, _ASKED.encode(), JSON), False),
    ("half an evaluation", 400, lambda visitor: visitor.ask("POST", _EVALUATE, _ASKED[:-1].encode(), JSON), True),
    ("processed by the API", 201, lambda visitor: visitor.ask("POST", _MADE, WRITTEN.encode(), YAML), False),
    ("unreadable to the API", 400, lambda visitor: visitor.ask("POST", _MADE, f"{WRITTEN}\n]".encode(), YAML), True),
    ("no media type", 415, lambda visitor: visitor.ask("POST", _MADE, WRITTEN.encode(), "text/html"), True),
    ("created", 201, lambda visitor: visitor.call("POST", "", _template(STORED)), False),
    ("created again", 409, lambda visitor: visitor.call("POST", "", _template(CANARY)), True),
    ("created wrongly", 400, lambda visitor: visitor.call("POST", "", _template(CANARY, metadata="canary")), True),
    (
        "created with a wrong name",
        422,
        lambda visitor: visitor.call("POST", "", _template(CANARY, metadata={"name": "A B"})),
        True,
    ),
    ("merged", 200, lambda visitor: visitor.call("PATCH", "/canary", _PATCH, _MERGE), False),
    ("applied", 200, lambda visitor: visitor.call("PATCH", "/canary?fieldManager=a", _template(STORED), _APPLY), False),
    ("patched wrongly", 400, lambda visitor: visitor.call("PATCH", "/canary", f'["{CANARY}"', _MERGE), True),
    ("deleted", 200, lambda visitor: visitor.call("DELETE", f"/canary?{_QUERY}"), False),
    (
        "a stranger's token",
        401,
        lambda visitor: visitor.ask("GET", visitor.objects, headers={"Authorization": f"Bearer {CANARY}"}),
        True,
    ),
)
