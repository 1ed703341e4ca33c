"""Two servers on one PostgreSQL behind a load balancer, as the deployment has them."""

from __future__ import annotations

import http.client
import os
import re
import signal
import subprocess
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import SplitResult, unquote, urlsplit

import psycopg
from django.db import connection
from psycopg import sql

from tests.browser.servers import ROOT, Server, free_port, make_server, stat_of
from tests.deploy import nginx

UNLIMITED = dict.fromkeys(("PREVIEWS_PER_MINUTE", "SAVES_PER_MINUTE", "SAVES_PER_HOUR", "SAVED_BYTES_PER_DAY"), "0")
VISITOR = ("127.0.0.2", 0)  # where the clients of these tests are, so that they are none of the proxies

_BALANCER = """
worker_processes 1; pid {folder}/balancer.pid; error_log {folder}/balancer.log error;
events {{ worker_connections 1024; }}
http {{
  access_log off; client_body_temp_path {folder}/b1; proxy_temp_path {folder}/b2; fastcgi_temp_path {folder}/b3;
  uwsgi_temp_path {folder}/b4; scgi_temp_path {folder}/b5;
  {upstreams}
  server {{
    listen 127.0.0.1:{port};
    location / {{
      set $replicas all;
      {exceptions}
      proxy_pass http://$replicas; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_connect_timeout 2s;
    }}
  }}
}}
"""


@dataclass(frozen=True, slots=True)
class PostgreSQL:
    """A separate PostgreSQL server, which tests may stop and kill."""

    url: str

    @property
    def folder(self) -> Path:
        return Path(unquote(re.search(r"@([^/]+)/", self.url)[1]))  # type: ignore[index]

    @property
    def pid(self) -> int:
        return int((self.folder / "data" / "postmaster.pid").read_text().splitlines()[0])

    def processes(self) -> list[int]:
        """The process ids of the server and of its children."""
        children = subprocess.run(["pgrep", "-P", str(self.pid)], capture_output=True, text=True, check=False).stdout
        return [self.pid, *(int(number) for number in children.split())]

    def control(self, *arguments: str) -> None:
        programs = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))[-1]
        # Only processes are killed here, not the machine; with fsync a start takes seconds longer.
        options = f"-k '{self.folder}' -c listen_addresses='' -c fsync=off"
        command = [str(programs), "-D", str(self.folder / "data"), "-w", "-l", str(self.folder / "log"), "-o", options]
        if os.geteuid() == 0:
            command = ["runuser", "-u", self.folder.owner(), "--", *command]
        subprocess.run([*command, *arguments], cwd="/", check=True, stdout=subprocess.DEVNULL, timeout=60)

    def kill(self) -> None:
        """Kill all of its processes at once, as the kernel does without memory; then start it again."""
        os.kill(self.pid, signal.SIGSTOP)  # so that it starts no further processes
        killed = self.processes()
        for process in killed:
            os.kill(process, signal.SIGKILL)
        while any(_lives(process) for process in killed):  # until their shared memory is released
            time.sleep(0.01)
        for lock in (self.folder / "data" / "postmaster.pid", self.folder / ".s.PGSQL.5432.lock"):
            lock.unlink()  # nobody may have noticed yet that its process has ended
        self.control("start")


def _lives(process: int) -> bool:
    """Whether a process exists and is not a zombie."""
    return stat_of(process)[:1] not in ([], ["Z"], ["X"])


@contextmanager
def postgresql() -> Iterator[PostgreSQL]:
    """A PostgreSQL server that runs until the block ends."""
    holder = subprocess.Popen(
        ["tests/tools/with-postgresql", "sh", "-c", "echo $DATABASE_URL; exec cat"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert holder.stdin is not None
    assert holder.stdout is not None
    try:
        yield PostgreSQL(next(line for line in holder.stdout if line.startswith("postgres://")).strip())
    finally:
        holder.stdin.close()
        holder.wait(60)
        holder.stdout.close()


def new_database(name: str) -> dict[str, str]:
    """Settings of a server on a new database of the kind that the tests run on; for SQLite there are none."""
    if connection.vendor != "postgresql":
        return {}
    own, address = f"{name}_{uuid.uuid4().hex[:12]}", urlsplit(os.environ["DATABASE_URL"])
    with psycopg.connect(address.geturl(), autocommit=True) as database:
        database.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(own)))
    return {"DATABASE_URL": address._replace(path=f"/{own}").geturl(), "SECRET_KEY": "only-for-tests-" * 4}


@dataclass(frozen=True, slots=True)
class Replicas:
    """Servers that share a database, and the address of the load balancer in front."""

    balancer: Server  # by its address
    servers: tuple[Server, ...]

    def connect(self) -> closing[http.client.HTTPConnection]:
        """A visitor's connection to the balancer."""
        address = urlsplit(self.balancer.url).netloc
        return closing(http.client.HTTPConnection(address, timeout=30, source_address=VISITOR))


def twin(server: Server, **more: str) -> Server:
    """Another server on the database and with the files of ``server``."""
    port = free_port()
    return replace(
        server, url=f"http://127.0.0.1:{port}", environment={**server.environment, "PORT": str(port), **more}
    )


@contextmanager
def running(*servers: Server) -> Iterator[None]:
    """``servers``, started; killed in the end."""
    try:
        with ThreadPoolExecutor(len(servers)) as pool:
            list(pool.map(Server.start, servers))
        yield
    finally:
        for server in servers:
            server.stop()


@dataclass(frozen=True, slots=True)
class Balancer:
    """A load balancer, and the folder in which a file for a server says that it gets no new request."""

    url: str
    folder: Path

    @contextmanager
    def without(self, address: str) -> Iterator[None]:
        """Send the server at ``address`` nothing new, as Kubernetes does with a pod that is to end."""
        mark = self.folder / f"without-{urlsplit(address).port}"
        mark.touch()
        yield
        mark.unlink()


@contextmanager
def balanced(folder: Path, *addresses: str) -> Iterator[Balancer]:
    """A load balancer in front of ``addresses``, at least two."""
    port, servers = free_port(), [urlsplit(address) for address in addresses]
    own = folder / f"balancer-{port}"
    own.mkdir()
    groups = {"all": servers} | {
        f"without-{server.port}": [replica for replica in servers if replica != server] for server in servers
    }
    configuration = _BALANCER.format(
        folder=own,
        port=port,
        upstreams="\n  ".join(f"upstream {name} {{ {_upstreams(group)} }}" for name, group in groups.items()),
        exceptions="\n      ".join(
            f"if (-e {own}/{name}) {{ set $replicas {name}; }}" for name in groups if name != "all"
        ),
    )
    with nginx.running(configuration, own, port):
        yield Balancer(f"http://127.0.0.1:{port}", own)


def _upstreams(servers: Sequence[SplitResult]) -> str:
    return " ".join(f"server {server.netloc} max_fails=0;" for server in servers)


@contextmanager
def sidecar(folder: Path, server: Server, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """The deployment's nginx in front of ``server``, listening on ``port``."""
    own = folder / f"sidecar-{port}"
    own.mkdir(exist_ok=True)
    with nginx.running(nginx.configuration(own, port, urlsplit(server.url).netloc), own, port) as process:
        yield process


def make_replica(folder: Path, database: PostgreSQL, more: Mapping[str, str] | None = None) -> Server:
    """A server with two workers on ``database``, not yet started, with the addresses of `bug_urls`."""
    settings = {"DJANGO_SETTINGS_MODULE": "tests.nightly.faults.bugs", "SECRET_KEY": "only-for-tests-" * 4}
    proxies = {"TRUSTED_PROXIES": "127.0.0.1"}
    return make_server(folder, 2, {**settings, **proxies, "DATABASE_URL": database.url, **(more or {})})
