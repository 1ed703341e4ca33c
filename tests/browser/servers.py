"""Production-like servers: static files collected, gunicorn with its settings, started and killed on demand."""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import cycle, islice
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
START_UP = 120.0  # seconds; a busy machine starts many times slower
PORTS = range(16_000, 32_000)  # from 32,768 on Linux takes them for connections (ip_local_port_range)
PROCESSES = 16
MALLOC = {"MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_THRESHOLD_": "524288", "MALLOC_TRIM_THRESHOLD_": "1048576"}


@dataclass(slots=True)
class Server:
    """A playground with its own port, database and static files."""

    url: str
    environment: Mapping[str, str]
    command: Sequence[str] = (sys.executable, "-m", "gunicorn", "playground.wsgi")
    _process: subprocess.Popen[bytes] | None = field(default=None, init=False)

    def start(self) -> None:
        """Start gunicorn as `make run` does, and wait until it answers."""
        self._process = subprocess.Popen(
            self.command, cwd=ROOT, env=self.environment, stdout=subprocess.DEVNULL, start_new_session=True
        )
        end = time.monotonic() + START_UP
        while not self.answers():
            assert self._process.poll() is None, "gunicorn has ended"
            assert time.monotonic() < end, "gunicorn does not answer"
            time.sleep(0.05)

    def stop(self) -> None:
        """Kill the server, as a crash would."""
        if self._process:
            os.killpg(self._process.pid, signal.SIGKILL)  # its workers too
            self._process.wait(60)
            self._process = None

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to gunicorn's master, as an operator would."""
        assert self._process
        os.kill(self._process.pid, number)

    def wait(self, seconds: float) -> int:
        """Wait until gunicorn has ended by itself; its exit code."""
        assert self._process
        code, self._process = self._process.wait(seconds), None
        return code

    def workers(self) -> set[int]:
        """The process ids of the workers."""
        assert self._process
        children = subprocess.run(["pgrep", "-P", str(self._process.pid)], capture_output=True, text=True, check=False)
        return {int(number) for number in children.stdout.split()}

    def answers(self) -> bool:
        """Whether the server answers."""
        try:
            with urllib.request.urlopen(f"{self.url}/livez", timeout=1) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False


def make_server(folder: Path, workers: int = 1, more: Mapping[str, str] | None = None) -> Server:
    """A server with its data in ``folder``, migrated, its static files collected, not yet started.

    ``more`` are further settings.
    """
    port = free_port()
    environment = {
        "PATH": os.environ["PATH"],
        "DATA_DIR": str(folder / "var"),
        "STATIC_ROOT": static_files(),
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "WORKERS": str(workers),
        "INSECURE_HTTP": "1",
        "LOG_LEVEL": "ERROR",
        **MALLOC,
        **(more or {}),
    }
    if "DATABASE_URL" in environment:
        _manage("migrate", environment)
    else:
        (folder / "var").mkdir(exist_ok=True)
        shutil.copy(prepared_files() / "data" / "playground.sqlite3", folder / "var")
    return Server(f"http://127.0.0.1:{port}", environment)


def static_files() -> str:
    """The folder in which the static files were collected."""
    return str(prepared_files() / "files")


@cache
def prepared_files() -> Path:
    """A folder with collected static files and an empty migrated database, for all processes of one test run.

    Each process holds a shared lock on the folder until it ends. The last one deletes the folder.
    """
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID") or f"{os.getpid()}-{time.monotonic_ns()}"
    folder = Path(tempfile.gettempdir()) / f"playground-tests-{run}"
    folder.mkdir(exist_ok=True)
    lock = os.open(folder, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_SH)
    atexit.register(_delete_unless_shared, folder, lock)
    with (folder / "preparing").open("a") as first:
        fcntl.flock(first, fcntl.LOCK_EX)
        if not (folder / "prepared").exists():
            data = {"DATA_DIR": f"{folder}/data", "STATIC_ROOT": f"{folder}/files"}
            environment = {"PATH": os.environ["PATH"], "INSECURE_HTTP": "1", **data}
            _manage("collectstatic", environment)
            _manage("migrate", environment)
            (folder / "prepared").touch()
    return folder


def _delete_unless_shared(folder: Path, lock: int) -> None:
    """Delete ``folder`` if no other process holds a lock on it."""
    with suppress(BlockingIOError):
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(folder, ignore_errors=True)


def _manage(word: str, environment: Mapping[str, str]) -> None:
    command = [sys.executable, "manage.py", word, "--no-input", "--verbosity", "0"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, timeout=120)


def stat_of(process: int) -> list[str]:
    """The fields of ``/proc/pid/stat`` from the state on (proc(5)); an empty list if the process is gone."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):  # before or after its file was opened
        return []


def processor(processes: Iterable[int]) -> float:
    """Seconds of CPU time that these processes have taken; a process that is gone counts 0."""
    return sum(int(ticks) for process in processes for ticks in stat_of(process)[11:13]) / os.sysconf("SC_CLK_TCK")


def free_port() -> int:
    """A port on loopback that is free, and that no other process of these tests takes before it is used."""
    for port in islice(_own_ports(), len(PORTS) // PROCESSES):
        with socket.socket() as connection, suppress(OSError):
            connection.bind(("127.0.0.1", port))
            return port
    raise OSError("all ports are in use")


@cache
def _own_ports() -> Iterator[int]:
    """The ports of this process of the tests, in turn."""
    process = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    own = PORTS[process % PROCESSES :: PROCESSES]
    return islice(cycle(own), os.getpid() % len(own), None)
