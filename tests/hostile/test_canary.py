"""A marked password, sent through every interface, is found only in the answer to its sender."""

from __future__ import annotations

import base64
import json
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from playground.cli import main
from tests.api.servers import new_workspace
from tests.browser.servers import ROOT, free_port, make_server
from tests.hostile.canary import CANARY, FLOWS, OBJECTS, STORED, TEMPLATE, Visitor, hits

COMMANDS = (
    ("process", "-f", "good", "-p", f"DB_PASSWORD={CANARY}"),
    ("process", "-f", "bad", "-p", f"DB_PASSWORD={CANARY}"),
    ("process", "-f", "good", "--param-file", "values"),
    ("process", "-f", "good", "--param-file", "values", "-p", "NOPE=1"),
    ("process", "-f", "good", "-p", f"DB_PASSWORD={CANARY}", "--explain"),
    ("expand", "-f", "good", "-p", f"DB_PASSWORD={CANARY}", "-o", "name"),
    ("check", "-f", "good", "-p", f"DB_PASSWORD={CANARY}"),
    ("convert", "--to", "helm", "-f", "good", "-o", "chart", "-p", f"DB_PASSWORD={CANARY}"),
    ("convert", "--to", "kustomize", "-f", "good", "-o", "folder", "--set", "test=values"),
    ("convert", "--to", "helm", "-f", "bad", "-o", "chart", "-p", f"DB_PASSWORD={CANARY}"),
    ("template", "objects"),
    ("template", "objects", "--keep-secrets"),
)
PRINTS = {0, 2, 4, 11}  # which of them print the Objects


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    """A visitor of a server of its own that logs all that it ever logs, and makes a mistake if asked to."""
    folder = tmp_path_factory.mktemp("canary")
    log = folder / "log"
    more = {"LOG_LEVEL": "DEBUG", "PREVIEWS_PER_MINUTE": "60", "SAVES_PER_MINUTE": "100", "SAVES_PER_HOUR": "100"}
    more |= {"METRICS_PORT": str(free_port()), "DJANGO_SETTINGS_MODULE": "tests.hostile.impatient"}
    plain_server = make_server(folder, more=more)
    command = ("/bin/sh", "-c", f"exec {sys.executable} -m gunicorn playground.wsgi 2>>'{log}'")
    server = replace(plain_server, command=command)
    server.start()
    try:
        namespace, token = new_workspace(server.environment)
        objects = f"/apis/template.openshift.io/v1/namespaces/{namespace}/templates"
        yield Visitor(server, log, objects=objects, token=token)
    finally:
        server.stop()


def _logs(visitor: Visitor) -> bytes:
    return visitor.log.read_bytes()


def _database(visitor: Visitor) -> bytes:
    files = sorted(visitor.database.parent.glob(f"{visitor.database.name}*"))
    assert visitor.database in files
    return b"".join(file.read_bytes() for file in files).replace(STORED.encode(), b"")


def _files(visitor: Visitor) -> bytes:
    paths = [path for path in visitor.database.parent.rglob("*") if path.is_file()]
    return b"".join(f"{path}\n".encode() + _unless_database(visitor, path) for path in paths)


def _unless_database(visitor: Visitor, path: Path) -> bytes:
    return b"" if path.name.startswith(visitor.database.name) else path.read_bytes()


def _metrics(visitor: Visitor) -> bytes:
    with urllib.request.urlopen(f"http://127.0.0.1:{visitor.server.environment['METRICS_PORT']}/metrics") as answer:
        return bytes(answer.read())


def _headers(visitor: Visitor) -> bytes:
    return b"\n".join(visitor.heads)


def _pages_of_others(visitor: Visitor) -> bytes:
    stranger = Visitor(visitor.server, visitor.log, "127.0.0.7")
    paths = ["/", "/shares", "/rules", "/limits"]
    if visitor.shared:
        paths += [visitor.shared + more for more in ("", "/raw", ".yaml", "/processed.yaml", "/embed", "/details")]
    answers = [stranger.ask("GET", path) for path in paths]
    assert {answer.status for answer in answers} <= {200, 400, 403, 404}
    return b"\n".join((*(answer.body for answer in answers), *stranger.heads))


# The seventh place is the command line's standard error, below.
PLACES: dict[str, Callable[[Visitor], bytes]] = {
    "log": _logs,
    "database": _database,
    "other files": _files,
    "metrics": _metrics,
    "headers": _headers,
    "pages of others": _pages_of_others,
}


def test_the_search_finds_the_canary(visitor: Visitor) -> None:
    assert hits(b"x" + CANARY.encode()) == [CANARY.encode()]
    assert hits(json.dumps({"a": base64.b64encode(f"ab{CANARY}".encode()).decode()}).encode())
    assert hits(CANARY.encode().hex().upper().encode())
    assert not hits(b"nothing")
    assert hits(visitor.send("/", htmx=False).body)  # the form holds what was typed
    assert all(content(visitor) for content in PLACES.values())


def test_a_leak_in_each_place_would_be_noticed(visitor: Visitor) -> None:
    """The control: a mark that is shared, and stands in a file and a header, is found there."""
    mark = "Rotkehlchen1f3e5d"
    other_visitor = replace(visitor, cookies={}, heads=[], source="127.0.0.3")
    assert other_visitor.share(f"a: {mark}\n", **{"value.DB_PASSWORD": ""}).status == 303
    file = visitor.database.parent / "left"
    file.write_text(mark)
    other_visitor.heads.append(mark.encode())
    places = {place for place, content in PLACES.items() if hits(content(other_visitor), mark)}
    file.unlink()
    assert places == {"database", "other files", "headers", "pages of others"}


def test_there_are_more_than_twenty_five_flows() -> None:
    assert len({name for name, *_ in FLOWS}) == len(FLOWS) >= 25
    assert {200, 400, 404, 409, 410, 413, 429, 500, 503} <= {status for _, status, *_ in FLOWS}


def test_a_secret_appears_only_in_the_answer_to_its_sender(visitor: Visitor) -> None:
    for name, status, ask, silent in FLOWS:  # one test, because some need what those before have stored
        shared_before = visitor.shared
        answer = ask(visitor)
        assert answer.status == status, (name, answer.body[:300])
        assert not (silent and hits(answer.body, CANARY, STORED)), name
        assert not hits(answer.location.encode(), CANARY, STORED), name
        # Pages of others change with a Share, and take longest.
        places = {place for place in PLACES if place != "pages of others" or visitor.shared != shared_before}
        assert {place for place in places if hits(PLACES[place](visitor), CANARY, STORED)} == set(), name
    assert not hits(PLACES["pages of others"](visitor), CANARY, STORED)


def test_our_own_mistake_was_logged(visitor: Visitor) -> None:
    visitor.send("/bug/raise", htmx=False)
    assert "RuntimeError" in visitor.log.read_text()


@pytest.mark.parametrize("number", range(len(COMMANDS)))
def test_on_the_command_line_a_secret_is_only_in_the_output(
    tmp_path: Path, number: int, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "objects").write_text(OBJECTS)
    (tmp_path / "good").write_text(TEMPLATE)
    (tmp_path / "bad").write_text(TEMPLATE + "\n]")
    (tmp_path / "values").write_text(f"DB_PASSWORD={CANARY}\n")
    with suppress(SystemExit):  # where an option is wrong
        main(COMMANDS[number])
    output, errors = capfdbinary.readouterr()
    assert hits(errors) == []
    assert bool(hits(output)) is (number in PRINTS)


def test_while_a_file_is_watched_a_secret_is_only_in_the_output(tmp_path: Path) -> None:
    file = tmp_path / "good"
    file.write_text(TEMPLATE)
    command = [sys.executable, "-m", "playground", "process", "-f", str(file), "-p", f"DB_PASSWORD={CANARY}", "--watch"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout
        assert running.stderr
        first = running.stdout.readline()
        file.write_text(f"{TEMPLATE}\n]")
        error_lines = [running.stderr.readline() for _ in range(2)]
        running.send_signal(signal.SIGINT)
        out, err = running.stdout.read(), running.stderr.read()
    assert hits(first + out)
    assert "changed" in error_lines[0].decode()
    assert hits(b"".join([*error_lines, err])) == []
    assert [path.name for path in tmp_path.iterdir()] == ["good"]
