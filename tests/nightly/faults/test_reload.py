"""A reload or a rollout refuses no request and cuts off none."""

from __future__ import annotations

import http.client
import os
import signal
import subprocess
import threading
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

from tests.browser.servers import Server, free_port, make_server
from tests.nightly.faults.client import TEXT, cookie_of, get
from tests.nightly.faults.replicas import UNLIMITED, balanced, running, sidecar, twin
from tests.nightly.faults.test_postgresql import eventually

RELOADS = int(os.environ.get("RELOADS", "1"))
ROLLOUTS = int(os.environ.get("ROLLOUTS", "1"))
VISITORS = 4
NOTICE = 3.0  # seconds until what has been sent to a pod is accepted there; the deployment gives five
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Server:
    """A server that each test starts as it needs it; its addresses are those of `tests.nightly.faults.bug_urls`."""
    more = {**UNLIMITED, "DJANGO_SETTINGS_MODULE": "tests.nightly.faults.bugs", "METRICS_PORT": str(free_port())}
    return make_server(tmp_path_factory.mktemp("site"), 2, more)


def visit(address: str, cookie: str, stop: threading.Event) -> Counter[str]:
    """Read, evaluate and save until ``stop``, over connections that are kept and ones that are not; what came of it."""
    outcomes: Counter[str] = Counter()
    body = urlencode({"source": TEXT, "csrfmiddlewaretoken": cookie})
    headers = {"Cookie": f"csrftoken={cookie}", **FORM}
    while not stop.is_set():
        with closing(http.client.HTTPConnection(urlsplit(address).netloc, timeout=30)) as connection:
            for method, path in (("GET", "/rules"), ("POST", "/evaluate"), ("POST", "/share")):
                try:
                    connection.request(method, path, body if method == "POST" else None, headers)
                    answer = connection.getresponse()
                    answer.read()
                    outcomes[f"{method} {path} {answer.status}"] += 1
                except (http.client.HTTPException, OSError) as error:
                    outcomes[f"{method} {path} {type(error).__name__}"] += 1
                    break
    return outcomes


GOOD = {"GET /rules 200", "POST /evaluate 200", "POST /share 303"}


@contextmanager
def visited(address: str) -> Iterator[Counter[str]]:
    """Visitors for as long as the block; afterwards what was answered to them."""
    cookie, stop = cookie_of(Server(address, {})), threading.Event()
    outcomes: Counter[str] = Counter()
    with ThreadPoolExecutor(VISITORS) as pool:
        visitors = [pool.submit(visit, address, cookie, stop) for _ in range(VISITORS)]
        try:
            time.sleep(0.2)
            yield outcomes
        finally:
            stop.set()
            for visitor in visitors:
                outcomes += visitor.result()


def reload(server: Server) -> None:
    """New workers with new settings, in the place of all that there are."""
    before = server.workers()
    server.signal(signal.SIGHUP)
    eventually(lambda: len(server.workers() - before) == 2 and not server.workers() & before)


def test_workers_are_replaced_without_a_failed_request(site: Server, tmp_path: Path) -> None:
    port = free_port()
    with running(site), sidecar(tmp_path, site, port):
        with visited(f"http://127.0.0.1:{port}") as outcomes:
            for _ in range(RELOADS):
                reload(site)
        assert set(outcomes) == GOOD
        assert outcomes.total() >= 10


def counted(server: Server) -> float:
    """How many requests for /rules the metrics tell of."""
    with urllib.request.urlopen(f"http://127.0.0.1:{server.environment['METRICS_PORT']}/metrics", timeout=60) as page:
        lines = page.read().decode().splitlines()
    return sum(
        float(line.split()[-1]) for line in lines if line.startswith("playground_requests_total") and "rules" in line
    )


def test_metrics_go_on_after_a_reload(site: Server) -> None:
    with running(site):
        assert get(site, "/rules") == 200
        before = counted(site)
        reload(site)
        assert get(site, "/rules") == 200
        assert counted(site) == before + 1


@dataclass(slots=True)
class Pod:
    """What the deployment runs together: a server and the nginx before it, on ``port``."""

    server: Server
    port: int
    nginx: subprocess.Popen[bytes]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def end_nginx(self) -> None:
        self.nginx.send_signal(signal.SIGQUIT)
        self.nginx.wait(30)

    def end_server(self) -> None:
        self.server.signal(signal.SIGTERM)
        assert self.server.wait(30) == 0


@contextmanager
def pod(site: Server, folder: Path) -> Iterator[Pod]:
    server, port = twin(site, METRICS_PORT="0"), free_port()
    with running(server), sidecar(folder, server, port) as process:
        yield Pod(server, port, process)


def exchange(replaced: Pod, *ends: Callable[[Pod], None], pause: float = 0.3) -> None:
    """Let the parts of ``replaced`` end in this order, with a pause after each, and begin anew."""
    for end in ends:
        end(replaced)
        time.sleep(pause)
    replaced.server.start()


def test_a_new_version_is_rolled_out_without_a_failed_request(site: Server, tmp_path: Path) -> None:
    with ExitStack() as stack:
        pods = [stack.enter_context(pod(site, tmp_path)) for _ in range(2)]
        balancer = stack.enter_context(balanced(tmp_path, *(old_pod.url for old_pod in pods)))
        with visited(balancer.url) as outcomes:
            for number in range(ROLLOUTS):
                old_pod = pods[number % 2]
                with balancer.without(old_pod.url):
                    time.sleep(NOTICE)
                    exchange(old_pod, Pod.end_nginx, Pod.end_server)
                    old_pod.nginx = stack.enter_context(sidecar(tmp_path, old_pod.server, old_pod.port))
        assert set(outcomes) == GOOD
        with visited(balancer.url) as outcomes:
            exchange(pods[0], Pod.end_server, Pod.end_nginx, pause=3)
        assert set(outcomes) - GOOD  # with the server ending first some would fail


def test_a_terminating_pod_is_not_ready_but_finishes_its_requests(site: Server, tmp_path: Path) -> None:
    with pod(site, tmp_path) as terminating, ThreadPoolExecutor(2) as pool:
        through = Server(terminating.url, {})
        assert get(through, "/readyz") == 200
        waiting = [pool.submit(get, server, "/bug/slow?seconds=10") for server in (through, terminating.server)]
        time.sleep(2)  # both are there by now
        terminating.nginx.send_signal(signal.SIGQUIT)
        eventually(lambda: not through.answers())
        terminating.server.signal(signal.SIGTERM)
        eventually(lambda: not terminating.server.answers())
        assert [answer.done() for answer in waiting] == [False, False]
        assert [answer.result() for answer in waiting] == [200, 200]
        assert terminating.server.wait(30) == 0
