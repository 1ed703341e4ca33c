"""Each command that a page offers is pasted into a real shell, and works.

`kubectl`, `curl` and the Playground's command line are the real ones. There is no cluster: `kubectl apply` prints what
it would apply. `oc` is a script that gives its arguments to the Playground's `process`.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterable
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from playground.engine import evaluate, read_plain
from playground.pages.draft_evaluation import PageEvaluation, evaluate_draft
from playground.pages.form.draft import Draft
from playground.pages.sharing.using.commands import (
    LONGEST_ADDRESS,
    Arguments,
    arguments_of,
    gives_output,
    result_address,
)
from playground.storage.models import Workspace
from tests.api.servers import KUBECTL
from tests.browser.servers import ROOT
from tests.pages.sharing.shares import POD, TEMPLATE, share

NASTY = (
    "it's", "$(exit 1)", "`exit 1`", "${HOME}", 'a "b" c', "back\\slash\\", "two\nlines\n", "  spaces\t", "!!", "~",
    "*", "-p", "--", "a=b,c=d", "%41&x=1#?+", "ünï 🙂", "'", "\\'", "; exit 1", "&& exit 1 #", "", "a,b", "[1-3]{a,b}",
)  # fmt: skip
MANY = f"""\
apiVersion: template.openshift.io/v1
kind: Template
metadata: {{name: shop}}
parameters:
- {{name: ADMIN, generate: expression, from: "[a-z]{{8}}"}}
- {{name: TITLE, required: true}}
- {{name: DB_PASSWORD, value: ""}}
- {{name: HOST, value: db}}
{"".join(f'- {{name: V{number}, value: "the default"}}{chr(10)}' for number in range(len(NASTY)))}
objects:
- apiVersion: v1
  kind: ConfigMap
  metadata: {{name: shop}}
  data:
    admin: "${{ADMIN}}"
    title: "${{TITLE}}"
    password: "${{DB_PASSWORD}}"
    host: "${{HOST}}"
{"".join(f'    v{number}: "${{V{number}}}"{chr(10)}' for number in range(len(NASTY)))}
"""
DEFAULTS = {f"default.V{number}": "the default" for number, _ in enumerate(NASTY)}  # as the page's form sends them
GIVEN = {f"value.V{number}": text for number, text in enumerate(NASTY)} | DEFAULTS
GIVEN |= {"value.DB_PASSWORD": "hunter2 for the db"}
KUBECTL_WITHOUT_CLUSTER = f"""\
#!/bin/sh
[ "$1" = apply ] || exec {KUBECTL} "$@"
shift
exec {KUBECTL} annotate --local -o json "$@" was=applied
"""
OWN = f'#!/bin/sh\nexec {sys.executable} -m playground "$@"\n'
OC = f"""\
#!{sys.executable}
import os, subprocess, sys, urllib.request
words = sys.argv[1:]
if words[0] == "process":
    if "-f" not in words:  # a Template of the API: `kubectl` gets it
        text = subprocess.run(["curl", "-fsS", "-H", "Authorization: Bearer " + os.environ["TOKEN"],
            os.environ["TEMPLATES"] + "/" + words.pop(1)], check=True, capture_output=True).stdout
        open("stored.json", "wb").write(text)
        words[1:1] = ["-f", "stored.json"]
    place = words.index("-f") + 1
    if words[place].startswith("http"):
        words[place], _ = urllib.request.urlretrieve(words[place])
    os.execv(sys.executable, [sys.executable, "-m", "playground", *words])
if words[:1] == ["--kubeconfig"]:
    words = words[2:]
os.execvp("kubectl", ["kubectl", *words])
"""

pytestmark = pytest.mark.django_db


@pytest.fixture
def site(live_server: LiveServer, settings: Settings) -> str:
    """The address of a running server, which its pages name."""
    settings.PUBLIC_URL = live_server.url
    return str(live_server.url)


@pytest.fixture
def paste(tmp_path: Path) -> Callable[..., str]:
    """Runs a line in a shell in ``tmp_path``; its output."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, script in (("kubectl", KUBECTL_WITHOUT_CLUSTER), ("oc", OC), ("template-playground", OWN)):
        (programs / name).write_text(script)
        (programs / name).chmod(0o755)

    def paste(line: str, **more: str) -> str:
        path = f"{programs}:{os.environ['PATH']}"
        process = subprocess.run(
            ["sh", "-c", line],
            cwd=tmp_path,
            env={"PATH": path, "HOME": str(tmp_path), "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", **more},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert process.returncode == 0, (line, process.stderr)
        return process.stdout

    return paste


def lines(page: str) -> list[str]:
    """The lines that the page offers to copy."""
    return [unescape(line) for line in re.findall(r'data-copy-text="([^"]*)"', page)]


def commands(page: str) -> list[str]:
    """The lines for a terminal."""
    return [line for line in lines(page) if not line.startswith(("[", "<"))]


def used(client: Client, **form: str) -> str:
    """The contents of "Use it" for the ``form``; `__` in a name stands for a dot."""
    answer = client.post("/use", {name.replace("__", "."): text for name, text in form.items()})
    assert answer.status_code == 200
    return answer.content.decode()


def download(client: Client, folder: Path, page: str, form: dict[str, str]) -> None:
    """Save both files that the ``page`` offers in ``folder``."""
    for action, address in re.findall(r'name="action" value="(download-[a-z]+)"\s+formaction="([^"]*)"', page):
        answer = client.post(unescape(address), {**form, "action": action})
        name = re.fullmatch(r'attachment; filename="([^"]+)"', answer["Content-Disposition"])
        assert name
        assert name[1] in page
        (folder / name[1]).write_bytes(answer.content)


def data(output: str) -> dict[str, Any]:
    """The data of the ConfigMap in what a command printed: YAML, or JSON of an object, a List or a Template."""
    value = read_plain(output)
    for key in ("items", "objects"):
        value = value.get(key, [value])[0]
    assert value["kind"] == "ConfigMap"
    return dict(value["data"])


def check(found: dict[str, Any], nasty: Iterable[str] = NASTY, left_out: str = "VALUE") -> None:
    """Assert that the values of the form arrived, without the secret one and the missing one."""
    assert [found[f"v{number}"] for number, _ in enumerate(NASTY)] == [*nasty]
    assert (found["title"], found["password"], found["host"]) == (left_out, left_out, "db")
    assert re.fullmatch("[a-z]{8}", found["admin"])


def test_values_reach_oc_and_the_command_line_whatever_they_hold(
    client: Client, site: str, paste: Callable[..., str], tmp_path: Path
) -> None:
    form = {"source": MANY, **GIVEN}
    page = used(client, **form)
    assert "hunter2" not in page
    assert "<code>TITLE</code>, <code>DB_PASSWORD</code> are secret or missing." in page
    assert "<code>ADMIN</code> is generated: each run generates new ones." in page
    download(client, tmp_path, page, form)
    assert {path.name for path in tmp_path.glob("shop*")} == {"shop.yaml", "shop-source.yaml"}
    oc, own = commands(page)
    assert oc.startswith("oc process --local -f shop-source.yaml -p 'TITLE=VALUE' -p 'DB_PASSWORD=VALUE' -p 'V0=it")
    assert oc.endswith(" | oc apply -f -")
    assert own.startswith("template-playground process -f shop-source.yaml -p ")
    generated = [data(paste(line)) for line in (oc, oc, own)]
    for found in generated:
        check(found)
    assert len({found["admin"] for found in generated}) == 3
    assert shlex.split(oc)[-9:-5] == ["-p", "V21=a,b", "-p", "V22=[1-3]{a,b}"]


def test_the_links_of_a_share_give_what_the_share_does_not(
    client: Client, site: str, paste: Callable[..., str], tmp_path: Path
) -> None:
    address = share(client, source=MANY, **GIVEN)
    stored = commands(client.get(f"{address}/details").content.decode())
    kubectl, oc, _, _, save = stored
    query = "?param.TITLE=VALUE&param.DB_PASSWORD=VALUE"
    assert kubectl == f"kubectl apply -f '{site}{address}/processed.yaml{query}'"
    for line in stored[:-1]:
        check(data(paste(line)))
    assert oc.startswith(f"oc process --local -f {site}{address}.yaml -p ")
    assert save == f"curl -f -o shop-source.yaml {site}{address}/raw"
    paste(save)
    assert (tmp_path / "shop-source.yaml").read_text() == MANY
    # On its page, with values that differ from those of the Share.
    others = [*NASTY[1:], NASTY[0]]
    form = {"source": MANY, "of": address.removeprefix("/s/"), "value.TITLE": "a title", **DEFAULTS}
    form |= {f"value.V{number}": text for number, text in enumerate(others)}
    page = used(client, **form)
    for line in commands(page):
        if site in line and "processed" in line:
            found = data(paste(line))
            assert [found[f"v{number}"] for number, _ in enumerate(NASTY)] == others
            assert found["title"] == "a title"
    assert "/embed" in page
    changed = used(client, **form | {"source": f"{MANY}# more\n"})
    assert not [line for line in commands(changed) if site in line]
    assert "Share the changes" in changed
    assert "/embed" in changed


def test_a_text_without_a_template_is_applied(
    client: Client, site: str, paste: Callable[..., str], tmp_path: Path
) -> None:
    form = {"source": POD, "of": share(client, source=POD).removeprefix("/s/")}
    page = used(client, **form)
    download(client, tmp_path, page, form)
    offered = commands(page)
    assert {"kubectl apply -f web.yaml", "oc apply -f web.yaml"} < set(offered)
    assert len(offered) == 7
    for line in offered[:-1]:
        value = read_plain(paste(line))
        assert (value.get("items") or [value])[0]["metadata"]["name"] == "web"
    paste(offered[-1])
    assert (tmp_path / "web-source.yaml").read_text() == POD


@pytest.mark.parametrize("version", ["v1", "template.openshift.io/v1"])
@pytest.mark.parametrize("syntax", [pytest.param("json", marks=pytest.mark.nightly), "yaml"])
def test_a_template_is_processed_by_the_api_before_it_is_shared(
    client: Client, site: str, paste: Callable[..., str], tmp_path: Path, version: str, syntax: str
) -> None:
    source = TEMPLATE.replace("template.openshift.io/v1", version).replace('value: ""', "value: x")
    form = {"source": json.dumps(read_plain(source)) if syntax == "json" else source, "shape": "list"}
    page = used(client, **form)
    download(client, tmp_path, page, form)
    offered = commands(page)
    assert [line.split()[0] for line in offered] == [
        "kubectl",
        *(["oc"] if "/" in version else []),
        "template-playground",
        "curl",
    ]
    for line in offered:
        assert data(paste(line))["host"] == "db", line
    assert ("`oc` processes only" in page.replace("<code>", "`").replace("</code>", "`")) is (version == "v1")


def test_the_commands_of_the_terminal_page_work(
    client: Client, site: str, paste: Callable[..., str], tmp_path: Path
) -> None:
    share(client, source=MANY, **GIVEN)
    page = client.get("/terminal").content.decode()
    (tmp_path / "Downloads").mkdir()
    (tmp_path / "Downloads" / "playground.kubeconfig").write_bytes(client.post("/workspace/kubeconfig").content)
    (tmp_path / "template.yaml").write_text(TEMPLATE)
    namespace, token = Workspace.objects.get().name, client.cookies["workspace"].value
    templates = f"{site}/apis/template.openshift.io/v1/namespaces/{namespace}/templates"
    processed, applied, use_config, *others = commands(page)
    assert data(paste(processed))["host"] == "db"
    check(data(paste(applied)))
    # `kubectl` sends no token over http: `tests/api/test_clients.py` runs these two over https.
    assert others[:2] == ["kubectl get templates", "kubectl create -f template.yaml"]
    read_token, login, listed, process = others[2:]
    both = f"{use_config}; {read_token}; "
    assert paste(f'{both} printf %s "$TOKEN"') == token
    assert shlex.split(login) == ["oc", "login", "--token=$TOKEN", site]
    assert json.loads(paste(both + listed))["items"][0]["metadata"]["name"] == "shop"
    check(data(paste(f"{both} export TOKEN; {process}", TEMPLATES=templates)))


def evaluated(text: str, **values: str) -> PageEvaluation:
    from_form = Draft(text, values=values)
    return PageEvaluation(from_form, evaluate(text))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "kind: [",
        "services: {}\n",
        "kind: Pod\napiVersion: v1\n",  # has no name
        TEMPLATE.replace('"[a-z]{8}"', '"[z-a]{8}"'),
        TEMPLATE.replace('value: ""', "required: true").replace('"[a-z]{8}"', '"[z-a]{8}"'),
    ],
)
def test_no_command_is_offered_for_what_no_cluster_takes(client: Client, text: str) -> None:
    assert not gives_output(evaluate(text))
    page = used(client, source=text)
    assert lines(page) == []
    assert "The text has no objects that a cluster can take." in page


def test_a_parameter_that_no_shell_can_name_is_in_no_command(client: Client) -> None:
    page = used(client, source=TEMPLATE.replace('{name: DB_PASSWORD, value: ""}', '{name: "$(rm)", required: true}'))
    assert "oc process" not in page


def test_values_too_long_for_an_address_are_in_no_address() -> None:
    short, long = (Arguments((("A", "x" * size),)) for size in (10, LONGEST_ADDRESS))
    assert result_address("https://h/s/x", "yaml", short, {}) == "'https://h/s/x/processed.yaml?param.A=xxxxxxxxxx'"
    assert result_address("https://h/s/x", "yaml", long, {}) == ""
    assert result_address("https://h/s/x", "yaml", short, {"A": "x" * 10}) == "https://h/s/x/processed.yaml"


def test_a_note_lists_a_few_names() -> None:
    note = str(Arguments(left_out=tuple("ABCDEFG")).note)
    assert note.endswith("<code>E</code> and 2 more are secret or missing.")


def test_without_a_template_there_are_no_arguments() -> None:
    assert arguments_of(evaluated(POD)) == Arguments()


def test_a_command_gives_the_values_of_the_chosen_set() -> None:
    sets = {"prod": {"HOST": "db.example", "DB_PASSWORD": "hunter2"}, "dev": {"HOST": "x"}}
    draft = Draft(source=TEMPLATE, values={"HOST": "mine", "REPLICAS": "3"}, sets=sets, set="prod")
    options = " -p 'HOST=db.example' -p 'DB_PASSWORD=VALUE' -p 'REPLICAS=3'"
    assert arguments_of(evaluate_draft(draft)).options == options
