"""No request takes more than 100 MB above a small one: each view of the largest texts, from a real worker."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

from tests.browser.servers import ROOT, Server, make_server
from tests.nightly.faults.client import cookie_of
from tests.nightly.faults.replicas import UNLIMITED, running

MOST = 100 * 1024 * 1024  # bytes
_WIDE = "\N{GRINNING FACE}"
_OBJECT = "apiVersion: v1\nkind: X\n"
_FLOW_OBJECT = "apiVersion: v1, kind: X"
_TEMPLATE = "apiVersion: template.openshift.io/v1\nkind: Template\nmetadata: {name: t}\n"
_FLUX = "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nspec: {postBuild: {substitute: {A: b}}}\n"
_POD = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n  - name: c\n    image: i\n"


def deep(items: int) -> str:
    """An Object with a list of so many items, 190 levels deep, and a character of four bytes."""
    return f"{_OBJECT}x: {'[' * 190}{'1,' * items}{_WIDE}{']' * 190}\n"


def repeated(text: str, times: int) -> str:
    """An Object with ``text``, which YAML reads between quotes, so many times, through an alias."""
    return f'{_OBJECT}a: &a "{text}"\nb: [{", ".join(["*a"] * times)}]\n'


def substituted(value: str) -> str:
    """A Template whose four texts hold ``value`` fifteen times each."""
    data = ", ".join(f'k{number}: "{"${A}" * 15}"' for number in range(4))
    config_map = f"{{apiVersion: v1, kind: ConfigMap, metadata: {{name: a}}, data: {{{data}}}}}"
    return f"{_TEMPLATE}parameters:\n- {{name: A, value: '{value}'}}\nobjects:\n- {config_map}\n"


def below(text: str, items: int) -> str:
    """A list of ``items`` times ``text``, 180 levels deep."""
    return f"{'[' * 180}{','.join([text] * items)}{']' * 180}"


def inserted(value: str) -> str:
    """A Template that inserts the JSON ``value`` sixty times."""
    lists = ", ".join(["'${{A}}'"] * 60)
    return f"{_TEMPLATE}parameters:\n- {{name: A, value: '{value}'}}\nobjects:\n- {{{_FLOW_OBJECT}, x: [{lists}]}}\n"


TEXTS: Mapping[str, str] = {
    "the longest deep output with a wide character": deep(14_000),
    "a longer one": deep(40_000),
    "many lines": f"{_OBJECT}x: [{'1,' * 120_000}{_WIDE}]\n",
    "aliases of many lines": f"{_OBJECT}a: &a [{'1,' * 10_000}]\nb: [{', '.join(['*a'] * 22)}]\n",
    "escapes": repeated(r"\x01" * 170_000, 47),
    "escapes and wide characters": repeated(r"\x01" * 100_000 + _WIDE, 80),
    "quotes": repeated(r"\"" * 250_000, 32),
    "wide values": substituted("x" * 65_000 + _WIDE),
    "quoted values": substituted('"' * 65_000),
    "variables": f"{_POD}    env:\n    - {{name: A, value: '{'x' * 65_000}{_WIDE}'}}\n    args:\n"
    + f"    - '{'$(A)' * 15}'\n" * 4,
    "variables of one name": f"{_POD}    env:\n" + "    - {name: V, value: $(V)x}\n" * 20_000,
    "deep references": f"{_OBJECT}x: {below('$(A)', 48_000)}\n",
    "deep references of a pod": f"{_POD}    x: {below('$(A)', 48_000)}\n",
    "deep dollars of a Template": f"{_TEMPLATE}objects:\n- {{{_FLOW_OBJECT}, x: {below('$', 70_000)}}}\n",
    "deep dollars beside Flux": f"{_FLUX}---\n{_OBJECT}x: {below('$', 70_000)}\n",
    "inserted dollars": inserted("[" * 100 + ",".join(['"$"'] * 16_000) + "]" * 100),
    "inserted mappings": inserted("[" + ",".join(['{"a":1}'] * 8_000) + "]"),
    "secrets in variables": f"{_POD}    env:\n" + "    - {name: PASSWORD, value: verysecret}\n" * 20_000,
    "lines of a text": f"{_OBJECT}x: |\n" + "  a\n" * 130_000,
}
FORMS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "preview": ("/evaluate", {}),
    "preview of JSON": ("/evaluate", {"syntax": "json", "shape": "list"}),
    "diff": ("/evaluate", {"view": "diff"}),
    "diff of JSON": ("/evaluate", {"view": "diff", "syntax": "json"}),
    "environment": ("/evaluate", {"view": "environment"}),
    "aligned": ("/evaluate", {"shape": "aligned"}),
    "whole": ("/", {"lines": "all"}),
    "whole JSON": ("/", {"lines": "all", "syntax": "json", "shape": "list"}),
    "whole diff": ("/", {"lines": "all", "view": "diff"}),
    "whole aligned": ("/", {"lines": "all", "shape": "aligned"}),
    "download": ("/download", {"action": "download-anyway"}),
    "download of JSON": ("/download", {"action": "download-anyway", "syntax": "json", "shape": "list"}),
    "aligned download": ("/download", {"action": "download-anyway", "shape": "aligned"}),
    "chart": ("/chart", {}),
    "kustomize": ("/kustomize", {}),
}
EMBEDDED = [
    f"/embed?syntax={syntax}&shape={shape}"
    for syntax in ("yaml", "json")
    for shape in ("documents", "list", "template")
]
ENDS = ("", "?lines=all", *EMBEDDED, "/processed.yaml", "/processed.json", ".json", ".yaml", "/raw", "/details")
_GROUP = "/apis/template.openshift.io/v1/namespaces"
_WORKSPACE = (
    "from datetime import UTC, datetime; from random import SystemRandom;"
    "from playground.storage.workspaces import create_workspace;"
    "workspace, token = create_workspace(datetime.now(UTC), SystemRandom()); print(workspace.name, token)"
)


@dataclass(slots=True)
class Visitor:
    """Sends requests to a server with one worker."""

    server: Server
    worker: int  # its process id
    cookie: str
    namespace: str
    token: str
    small: int = 0  # bytes of the worker's memory after small requests

    def send(self, method: str, address: str, body: bytes = b"", media: str = "") -> http.client.HTTPResponse:
        headers = {"Content-Type": media, "Cookie": f"csrftoken={self.cookie}", "Authorization": f"Bearer {self.token}"}
        with closing(http.client.HTTPConnection(urlsplit(self.server.url).netloc, timeout=60)) as connection:
            connection.request(method, address, body, headers)
            answer = connection.getresponse()
            while answer.read(1 << 16):
                pass
        return answer

    def form(self, address: str, text: str, fields: Mapping[str, str]) -> http.client.HTTPResponse:
        body = urlencode({"csrfmiddlewaretoken": self.cookie, "source": text, **fields}).encode()
        return self.send("POST", address, body, "application/x-www-form-urlencoded")

    def memory(self, name: str) -> int:
        """The bytes of memory that the worker has now (VmRSS), or has had at most (VmHWM)."""
        lines = Path(f"/proc/{self.worker}/status").read_text().splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(name))

    def forget_peak(self) -> None:
        Path(f"/proc/{self.worker}/clear_refs").write_text("5")


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[Visitor]:
    """A visitor of a new server: a worker keeps up to 90 MB of what earlier texts took, and uses them again."""
    more = {**UNLIMITED, "GUNICORN_CMD_ARGS": "--max-requests 0", "LOG_LEVEL": "CRITICAL"}
    server = make_server(tmp_path, 1, more)
    with running(server):
        (worker,) = server.workers()
        command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", _WORKSPACE]
        shell = subprocess.run(command, cwd=ROOT, env={**os.environ, **server.environment}, capture_output=True)
        namespace, token = shell.stdout.decode().split()
        visitor = Visitor(server, worker, cookie_of(server), namespace, token)
        for _ in range(2):  # a worker loads some modules with its first requests
            list(requests(visitor, f"{_OBJECT}x: [1]\n"))
        visitor.small = visitor.memory("VmRSS")
        yield visitor


def requests(visitor: Visitor, text: str) -> Iterator[tuple[str, int]]:
    """Send ``text`` to every view; the name and the status of each answer."""
    for name, (address, fields) in FORMS.items():
        yield name, visitor.form(address, text, fields).status
    yield "API", visitor.send("POST", "/api/evaluate", json.dumps({"text": text}).encode(), "application/json").status
    template = text if text.startswith(_TEMPLATE) else f"{_TEMPLATE}objects:\n- " + text.replace("\n", "\n  ")
    for end in ("any/processedtemplates", f"{visitor.namespace}/templates"):
        yield end, visitor.send("POST", f"{_GROUP}/{end}", template.encode(), "application/yaml").status
    shared = visitor.form("/share", text, {"action": "share-anyway"})
    yield "share", shared.status
    address = shared.headers["Location"] or ""
    for end in ENDS if address.startswith("/s/") else ():
        yield f"GET {end}", visitor.send("GET", f"{address}{end}").status


@pytest.mark.parametrize("name", TEXTS)
def test_no_view_takes_much_more_memory_than_a_small_request(
    name: str, visitor: Visitor, capsys: pytest.CaptureFixture[str]
) -> None:
    peaks, kept, statuses = dict[str, int](), 0, set[int]()
    visitor.forget_peak()
    for view, status in requests(visitor, TEXTS[name]):
        peaks[view] = visitor.memory("VmHWM") - visitor.small
        kept = max(kept, visitor.memory("VmRSS") - visitor.small)
        statuses.add(status)
        visitor.forget_peak()
    worst = max(peaks, key=lambda view: peaks[view])
    with capsys.disabled():
        sys.stdout.write(f"\n{name}: {worst} {peaks[worst] / 1e6:.0f} MB, kept {kept / 1e6:.0f} MB\n")
    assert {view: peak for view, peak in peaks.items() if peak > MOST} == {}
    assert {status for status in statuses if status >= 500} == set()
