"""The targets of the Makefile work, and say what is missing."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

import pytest

from tests.browser.servers import ROOT, free_port

CLEAN = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}  # the tests' own settings are not
TEXT = "kind: Pod\nmetadata: {name: kept}\n"


def make(*arguments: str) -> subprocess.CompletedProcess[str]:
    """What `make` did and said."""
    command = ["make", "--no-print-directory", *arguments]
    return subprocess.run(command, cwd=ROOT, env=CLEAN, capture_output=True, text=True, check=False, timeout=120)


def settings_below(folder: Path) -> list[str]:
    """The settings with which `make run` finds its environment, as if installed before, and keeps its files there."""
    environment = folder / "environment"
    environment.mkdir(exist_ok=True)
    for entry in Path(sys.prefix).iterdir():
        if not entry.name.startswith("installed") and not (environment / entry.name).exists():
            (environment / entry.name).symlink_to(entry)
    (environment / "installed").touch()
    data, static = folder / "data", folder / "static"
    return [f"VENV={environment}", f"DATA_DIR={data}", f"STATIC_ROOT={static}", f"PORT={free_port()}"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the data of the servers of this module."""
    return tmp_path_factory.mktemp("run")


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    """The address of a server that all tests of this module share."""
    with running(folder, signal.SIGKILL) as address:  # unfinished requests would be waited for
        yield address


@contextmanager
def running(folder: Path, how_to_end: signal.Signals = signal.SIGINT) -> Iterator[str]:
    """`make run` until the block ends; yields the address that it prints, once it has printed it."""
    command = ["make", "run", *settings_below(folder)]
    with subprocess.Popen(
        command, cwd=ROOT, env=CLEAN, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdout is not None
        try:
            matches = (re.search(r"http://\S+", line) for line in process.stdout)
            yield next(match.group() for match in matches if match)
            os.killpg(process.pid, how_to_end)
            process.wait(timeout=40)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


def browser() -> OpenerDirector:
    """Something that keeps cookies and follows redirects."""
    return build_opener(HTTPCookieProcessor(CookieJar()))


def read(visitor: OpenerDirector, address: str, **fields: str) -> tuple[str, str]:
    """Where the browser ends up, and what it reads there."""
    with visitor.open(address, urlencode(fields).encode() if fields else None, timeout=60) as response:
        return response.url, response.read().decode()


def test_every_target_is_listed_with_what_it_does() -> None:
    targets = re.findall(r"^make (\w+) +\S+", make("help").stdout, re.MULTILINE)
    assert targets == [
        "run",
        "test",
        "torture",
        "check",
        "fix",
        "build",
        "schema",
        "conformance",
        "bench",
        "pin",
        "help",
    ]
    assert make().stdout == make("help").stdout


def test_run_serves_the_page_and_a_second_run_still_has_the_shares(folder: Path, address: str) -> None:
    visitor = browser()
    _, page = read(visitor, f"{address}/")
    for file in re.findall(r'(?:src|href)="(/static/[^"]+)"', page):
        assert re.search(r"\.[0-9a-f]{12}\.", file)
        assert read(visitor, address + file)[1] != ""
    token = re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[0]
    shared, _ = read(visitor, f"{address}/share", source=TEXT, csrfmiddlewaretoken=token)
    with running(folder) as second_address:
        assert read(browser(), f"{second_address}{shared.removeprefix(address)}/raw")[1] == TEXT


def test_the_server_answers_while_many_requests_stay_unfinished(address: str) -> None:
    host, port = address.removeprefix("http://").split(":")
    slow = [socket.create_connection((host, int(port)), timeout=60) for _ in range(20)]
    for connection in slow:
        connection.sendall(b"POST /evaluate HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nsource=")
    assert read(browser(), f"{address}/livez")[1] == "ok\n"
    for connection in slow:
        connection.close()


def test_the_server_does_not_reveal_its_software(address: str) -> None:
    with pytest.raises(HTTPError) as refused:
        browser().open(f"{address}/nothing-here", timeout=60)
    with refused.value as answer:
        assert not re.search(r"\d|django|python", answer.headers["Server"], re.IGNORECASE)
        assert "Traceback" not in answer.read().decode()


def test_when_the_static_files_cannot_be_collected_nothing_is_served(tmp_path: Path) -> None:
    (tmp_path / "static").write_text("in the way")
    failed = make("run", *settings_below(tmp_path))
    assert failed.returncode != 0
    assert "http://" not in failed.stdout


@pytest.mark.parametrize(
    ("fails_at", "message"), [("version_info", "Python 3.11 or newer"), ("ensurepip", "python3-venv")]
)
def test_on_a_machine_that_lacks_something_make_says_what_to_install(
    tmp_path: Path, fails_at: str, message: str
) -> None:
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\ncase "$2" in *{fails_at}*) exit 1;; esac\n')
    python.chmod(0o755)
    failed = make("run", f"PYTHON={python}", f"VENV={tmp_path / 'environment'}")
    assert failed.returncode != 0
    assert message in failed.stderr


def test_ci_runs_the_same_targets() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert "make test" in script.read_text()


def test_requirements_are_pinned_by_hash_and_name_no_address() -> None:
    for file in ROOT.glob("requirements*.txt"):
        text = file.read_text()
        pins = re.findall(r"^[a-z0-9._-]+(?:\[[a-z,]+\])?==", text, re.MULTILINE)
        assert len(pins) > 3
        assert len(re.findall(r"==\S+ \\\n    --hash=sha256:", text)) == len(pins)
        assert "://" not in text


def test_all_requirements_pin_the_same_versions() -> None:
    runtime, development, fuzz, package = (
        dict(re.findall(r"^([a-z0-9._-]+)(?:\[[a-z,]+\])?==(\S+)", (ROOT / name).read_text(), re.MULTILINE))
        for name in ("requirements.txt", "requirements-dev.txt", "requirements-fuzz.txt", "requirements-package.txt")
    )
    assert runtime.items() < development.items()
    assert fuzz.keys() - runtime.keys() == {"atheris"}
    assert package.items() < development.items()
