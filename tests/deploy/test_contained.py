"""The deployment runs without root, without capabilities, and writes only to its mounts."""

from __future__ import annotations

import http.client
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest

from tests.browser.servers import START_UP, free_port, static_files
from tests.deploy.contained import USER, start, writable
from tests.deploy.nginx import configuration
from tests.deploy.test_playground import only
from tests.nightly.faults.replicas import PostgreSQL, postgresql

IMAGE = {"PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1"}  # as the Dockerfile says
FORM = "application/x-www-form-urlencoded"
VISITOR = {"Host": "playground.example.org", "X-Forwarded-Proto": "https", "Referer": "https://playground.example.org/"}


@pytest.fixture(scope="module")
def database() -> Iterator[PostgreSQL]:
    with postgresql() as started:
        yield started


def spec_of(kind: str) -> dict[str, Any]:
    specification: dict[str, Any] = only(kind)["spec"]["template"]["spec"]
    return specification


def container(kind: str, name: str) -> dict[str, Any]:
    (description,) = (candidate for candidate in spec_of(kind)["containers"] if candidate["name"] == name)
    return dict(description)


def environment(described: dict[str, Any], **more: str) -> dict[str, str]:
    """What the cluster would set for the container, with ``more`` in the place of what differs here."""
    secret = only("Secret")["stringData"]
    return {
        **IMAGE,
        **{
            variable["name"]: variable["value"]
            if "value" in variable
            else secret[variable["valueFrom"]["secretKeyRef"]["key"]]
            for variable in described.get("env", [])
        },
        **more,
    }


def here(database: PostgreSQL) -> tuple[dict[str, str], dict[str, str]]:
    """What differs here: the database is behind a socket; and what is mounted for that."""
    url = f"postgres://tests@{quote('/srv/postgresql', safe='')}/postgres"
    return {"DATABASE_URL": url}, {"/srv/postgresql/.s.PGSQL.5432": str(database.folder / ".s.PGSQL.5432")}


@contextmanager
def ending(process: subprocess.Popen[str]) -> Iterator[subprocess.Popen[str]]:
    try:
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=60)


@pytest.fixture(scope="module")
def folder(database: PostgreSQL, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the containers keep what they are made of; the Job has migrated the database."""
    folder, job = tmp_path_factory.mktemp("image"), container("Job", "migrate")
    different, binds = here(database)
    process = start(
        folder,
        job["command"],
        environment(job, **different),
        empty=writable(spec_of("Job"), job),
        binds=binds,
    )
    output, _ = process.communicate(timeout=120)
    assert process.returncode == 0, output
    return folder


def serving(folder: Path, database: PostgreSQL, port: int, empty: list[str]) -> subprocess.Popen[str]:
    """The deployment's server, with a new file system at each path of ``empty``."""
    different, binds = here(database)
    ports = {"HOST": "127.0.0.1", "PORT": str(port), "METRICS_PORT": str(free_port())}
    described = container("Deployment", "playground")
    return start(
        folder,
        described["command"],
        environment(described, **different, **ports),
        empty=empty,
        binds={**binds, "/srv/playground/staticfiles": static_files()},
    )


def answered(port: int, method: str, path: str, cookie: str = "", **form: str) -> http.client.HTTPResponse:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
        body = urlencode({**form, "csrfmiddlewaretoken": cookie}) if method == "POST" else None
        headers = {**VISITOR, "Cookie": f"__Host-csrftoken={cookie}", "Content-Type": FORM}
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        answer.read()
        return answer


def wait_for(port: int, process: subprocess.Popen[str]) -> None:
    end = time.monotonic() + START_UP
    while True:
        try:
            if answered(port, "GET", "/readyz").status == 200:
                return
        except OSError:
            time.sleep(0.1)
        assert process.poll() is None, process.communicate()[0]
        assert time.monotonic() < end


def rights(pid: int) -> dict[str, str]:
    """What Linux says of a process and those it started: who it is and what it may."""
    text = Path(f"/proc/{pid}/status").read_text()
    return {
        name: value.split()[0] for name, value in re.findall(r"^(Uid|Gid|CapEff|CapBnd|NoNewPrivs):\t(.*)", text, re.M)
    }


def family(pid: int) -> list[int]:
    children = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False).stdout
    return [pid, *(int(number) for number in children.split())]


@pytest.mark.nightly
def test_it_runs_unprivileged_on_a_read_only_root(folder: Path, database: PostgreSQL) -> None:
    port, outside = free_port(), free_port()
    described = container("Deployment", "playground")
    config = folder / "nginx.conf"
    config.write_text(configuration(Path("/tmp"), outside, f"127.0.0.1:{port}"))
    nginx = [*container("Deployment", "nginx")["command"]]
    nginx[nginx.index("-c") + 1] = "/srv/nginx.conf"
    where = writable(spec_of("Deployment"), container("Deployment", "nginx"))
    with (
        ending(serving(folder, database, port, writable(spec_of("Deployment"), described))) as server,
        ending(start(folder, nginx, {}, empty=where, binds={"/srv/nginx.conf": str(config)})) as proxy,
    ):
        wait_for(port, server)
        wait_for(outside, proxy)
        for process in (*family(server.pid), *family(proxy.pid)):
            assert rights(process) == {
                "Uid": USER,
                "Gid": USER,
                "CapEff": "0" * 16,
                "CapBnd": "0" * 16,
                "NoNewPrivs": "1",
            }
        cookie = answered(outside, "GET", "/").headers["Set-Cookie"].split(";")[0].partition("=")[2]
        assert answered(outside, "POST", "/evaluate", cookie, source="kind: Pod").status == 200
        saved = answered(outside, "POST", "/share", cookie, source="kind: Pod")
        assert saved.status == 303
        assert answered(outside, "GET", f"{saved.headers['Location']}/raw").status == 200


@pytest.mark.parametrize("path", ["/x", "/srv/playground/x", "/srv/playground/playground/x", "/etc/x", "/var/x"])
def test_a_write_elsewhere_fails(folder: Path, path: str) -> None:
    attempt = start(folder, ["touch", path], {}, empty=["/tmp"])
    output, _ = attempt.communicate(timeout=60)
    assert attempt.returncode == 1
    assert "Read-only file system" in output


def test_without_its_writable_mounts_it_does_not_start_and_says_why(folder: Path, database: PostgreSQL) -> None:
    server = serving(folder, database, free_port(), [])
    output, _ = server.communicate(timeout=120)
    assert server.returncode != 0
    assert "No usable temporary directory found" in output
