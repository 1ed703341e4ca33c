"""A worker that hangs, runs out of memory or dies loses its own request and no other."""

from __future__ import annotations

import http.client
import json
import os
import signal
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlsplit

import pytest

from tests.browser.servers import Server, free_port, make_server
from tests.nightly.faults.client import cookie_of, get, post
from tests.nightly.faults.replicas import UNLIMITED, running, sidecar, twin
from tests.nightly.faults.test_postgresql import eventually

REQUESTS = int(os.environ.get("REQUESTS", "1000"))
MEGABYTE = 1024 * 1024
START = 10  # seconds in which a worker starts on a busy machine; one that is blocked for so long is ended
ALLOCATED = 6 * MEGABYTE  # by the allocator for threads that are started late; all else is 1 MB in 5,000 requests


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Server:
    """A server that each test starts as it needs it, with the mistakes of `tests.nightly.faults.bug_urls`."""
    more = {**UNLIMITED, "DJANGO_SETTINGS_MODULE": "tests.nightly.faults.bugs", "LOG_LEVEL": "CRITICAL"}
    return make_server(tmp_path_factory.mktemp("site"), 2, more)


def status_of(address: str) -> int:
    """The status of the answer; 0 if the connection is closed without one."""
    try:
        with urllib.request.urlopen(address, timeout=60) as answer:
            return int(answer.status)
    except HTTPError as error:
        error.close()
        return error.code
    except (OSError, http.client.HTTPException):
        return 0


def while_it_hangs(address: str, bug: str) -> tuple[int, list[int]]:
    """The status of a request that hangs, and of other requests meanwhile."""
    statuses: list[int] = []
    with ThreadPoolExecutor(1) as pool:
        stuck = pool.submit(status_of, f"{address}/bug/{bug}")
        while not stuck.done():
            statuses.append(status_of(f"{address}/rules"))
            time.sleep(0.05)
    return stuck.result(), statuses


# `spin` lets its worker shut down; `hold` blocks all of its threads, so one more request may be lost.
@pytest.mark.parametrize(("bug", "lost"), [("spin", 0), ("hold", 1)])
def test_the_worker_of_an_endless_request_is_ended(site: Server, tmp_path: Path, bug: str, lost: int) -> None:
    server, port = twin(site, REQUEST_SECONDS="2", GUNICORN_CMD_ARGS=f"--timeout {START}"), free_port()
    with running(server), sidecar(tmp_path, server, port):
        eventually(lambda: len(server.workers()) == 2)
        before = server.workers()
        status, other_statuses = while_it_hangs(f"http://127.0.0.1:{port}", bug)
        assert status == 503
        assert len(other_statuses) - other_statuses.count(200) <= lost
        eventually(lambda: len(server.workers()) == 2 and server.workers() != before)
        assert len(before - server.workers()) == 1


def test_a_client_of_the_api_gets_a_status(site: Server, tmp_path: Path) -> None:
    port = free_port()
    with sidecar(tmp_path, site, port):  # before a server that is not there
        for path, kind in (("/apis/x", "application/json"), ("/rules", "text/html")):
            with pytest.raises(HTTPError) as refused, closing(urllib.request.urlopen(f"http://127.0.0.1:{port}{path}")):
                pass
            with refused.value as answer:
                assert (answer.code, answer.headers["Content-Type"]) == (503, kind)
                assert answer.headers["Retry-After"] == "5"
                text = answer.read().decode()
            assert "<h1>Not just now" in text if kind == "text/html" else json.loads(text)["code"] == 503


def test_without_the_watchdog_it_would_never_end(site: Server) -> None:
    server = twin(site, REQUEST_SECONDS="0")
    with running(server):
        stuck = threading.Thread(target=status_of, args=(f"{server.url}/bug/spin",), daemon=True)
        stuck.start()
        stuck.join(4.5)  # with the limit of a second it would have at most three
        assert stuck.is_alive()
    stuck.join(60)


def limited(server: Server, megabytes: int) -> Server:
    """``server`` with its processes limited to this address space (RLIMIT_AS)."""
    command = ("prlimit", f"--as={megabytes * MEGABYTE}", *server.command)
    return replace(twin(server), command=command)


@pytest.mark.smoke
def test_a_request_that_runs_out_of_memory_fails_alone(site: Server) -> None:
    server = limited(site, 3000)
    with running(server):
        assert status_of(f"{server.url}/bug/swallow?megabytes=4000") == 500
        assert [get(server, "/rules") for _ in range(5)] == [200] * 5
        assert status_of(f"{server.url}/bug/swallow?megabytes=10") == 200
        before = server.workers()
        os.kill(min(before), signal.SIGKILL)  # as the kernel does where there is no limit for one process
        assert [get(server, "/rules") for _ in range(5)] == [200] * 5
        eventually(lambda: len(server.workers()) == 2 and server.workers() != before)


# The memory limit of a control group and its folder: version 2 where the controller is enabled, else version 1.
LIMITS = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))


def empty(group: Path) -> bool:
    """Whether all processes of the control group have ended."""
    return not (group / "cgroup.procs").read_text()


@pytest.fixture
def group() -> Iterator[Path]:
    """A memory limit that can be written, of a control group of its own; skips where there is none, or no right to."""
    for limit in LIMITS:
        folder = limit.parent / f"playground-{os.getpid()}"
        try:
            folder.mkdir()
        except OSError:
            continue
        if (folder / limit.name).exists():
            yield folder / limit.name
            eventually(partial(empty, folder))
            folder.rmdir()
            return
        folder.rmdir()
    pytest.skip("no control group whose memory could be limited")


def within(server: Server, limit: Path, megabytes: int) -> Server:
    """``server`` in the control group of ``limit``, as a container with that much memory."""
    limit.write_text(str(megabytes * MEGABYTE))
    join = ("sh", "-c", f'echo $$ > {limit.parent}/cgroup.procs && exec "$@"', "sh")
    return replace(twin(server), command=(*join, *server.command))


def test_the_kernel_kills_only_the_worker_that_fills_the_container(site: Server, group: Path) -> None:
    server = within(site, group, 800)
    with running(server):
        assert status_of(f"{server.url}/bug/swallow?megabytes=400") == 200
        before = server.workers()
        assert status_of(f"{server.url}/bug/swallow?megabytes=1000") == 0  # killed: the connection is closed
        assert [get(server, "/rules") for _ in range(5)] == [200] * 5
        eventually(lambda: len(server.workers()) == 2 and len(server.workers() & before) == 1, seconds=60)
        group.write_text(str(2000 * MEGABYTE))
        assert status_of(f"{server.url}/bug/swallow?megabytes=1000") == 200


def held(server: Server) -> tuple[int, int]:
    """The memory, in bytes, and the open files of all workers of ``server``."""
    memory = files = 0
    for process in server.workers():
        memory += int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        files += sum(1 for _ in Path(f"/proc/{process}/fd").iterdir())
    return memory, files


def mixed(server: Server) -> Iterator[Callable[[http.client.HTTPConnection], None]]:
    """An endless mix of requests: pages, evaluations, saves, missing pages, methods that are not allowed."""
    cookie = cookie_of(server)
    form = {"Cookie": f"csrftoken={cookie}", "Content-Type": "application/x-www-form-urlencoded"}
    token = f"csrfmiddlewaretoken={cookie}"
    texts = ("kind%3A+Pod", "a%3A+%26x+[*x,*x]", "[" * 300, "%22%24%7BA%7D%22", "kind%3A+Template%0Aparameters%3A+[]")

    def send(method: str, path: str, body: str | None) -> Callable[[http.client.HTTPConnection], None]:
        def request(connection: http.client.HTTPConnection) -> None:
            connection.request(method, path, body, form)
            answer = connection.getresponse()
            answer.read()
            assert answer.status < 500 or "leak" in path

        return request

    number = 0
    while True:
        number += 1
        text = texts[number % len(texts)]
        yield send("POST", "/evaluate", f"{token}&source={text}")
        yield send("GET", ("/", "/rules", "/nothing-here", "/s/AbCdEfGhIjKlMnOpQrSt-_")[number % 4], None)
        yield send("POST", "/share", f"{token}&source=%23+{number % 50}") if not number % 5 else send("PUT", "/", "x")
        yield send("POST", "/apis/template.openshift.io/v1/namespaces/x/processedtemplates", "{")


def grown(
    server: Server, requests: Iterator[Callable[[http.client.HTTPConnection], None]], count: int
) -> tuple[int, int]:
    """By how much ``server`` grew over the second half of ``count`` requests."""
    sizes = []
    for _ in range(2):
        with closing(http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=30)) as connection:
            for _ in range(count // 2):
                next(requests)(connection)
        sizes.append(held(server))
    return sizes[1][0] - sizes[0][0], sizes[1][1] - sizes[0][1]


def test_memory_and_open_files_do_not_grow_over_many_requests(site: Server) -> None:
    server = twin(site, WORKERS="1", GUNICORN_CMD_ARGS="--max-requests 0")
    with running(server):
        memory, files = grown(server, mixed(server), REQUESTS)
        assert memory < ALLOCATED + REQUESTS * 200
        assert files < 10  # a thread more, with its connection

        def leak(connection: http.client.HTTPConnection) -> None:
            connection.request("GET", "/bug/leak")
            connection.getresponse().read()

        assert grown(server, iter(lambda: leak, None), 200)[0] > ALLOCATED


def logging_to(server: Server, redirection: str, **more: str) -> Server:
    """``server``, whose standard error the shell's ``redirection`` redirect."""
    command = ("sh", "-c", f'exec "$@" {redirection}', "sh", *server.command)
    return replace(twin(server, **more), command=command)


@pytest.mark.parametrize("redirection", ["2>/dev/full", "2>&-"])
def test_a_log_that_cannot_be_written_stops_no_request(site: Server, redirection: str) -> None:
    server = logging_to(site, redirection, LOG_LEVEL="DEBUG")
    with running(server):
        assert [get(server, "/rules"), get(server, "/nothing-here"), get(server, "/bug/swallow")] == [200, 404, 500]
        assert post(server, "/share")[0] == 303


def test_a_log_that_raises_errors_would(site: Server) -> None:
    settings = "tests.nightly.faults.strict_logs"
    server = logging_to(site, "2>/dev/full", LOG_LEVEL="WARNING", DJANGO_SETTINGS_MODULE=settings)
    with running(server):
        assert status_of(f"{server.url}/nothing-here") in (0, 500)
