"""Thousands of malicious requests to a real server cause no 5xx, no lost worker and no growth."""

from __future__ import annotations

import http.client
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from playground.cli import main
from tests.browser.servers import Server, make_server, processor
from tests.hostile.mutations import Sent, by_the_api, by_the_page, hostile
from tests.nightly.faults.client import cookie_of
from tests.nightly.faults.replicas import UNLIMITED, new_database, running

INPUTS = int(os.environ.get("INPUTS", "30"))  # of each way in
SECONDS = 2.0  # of processor time, of one request
GROWTH = 50 * 1024 * 1024  # bytes, of all workers together, after the first of their requests
ENDING = 5.0  # seconds until a worker that gave no answer has ended, if it does
FILES = 20  # of a connection or two that a thread more has
WARM = 52 + INPUTS // 10  # requests before memory is compared; the long ones are at 0, 50, …
ROOMY = {**UNLIMITED, "STORED_BYTES": str(10 * 1024**3), "STORED_SHARES": "0"}


@dataclass(frozen=True, slots=True)
class Tally:
    """What came of many requests."""

    statuses: Counter[int]  # 0: no answer
    slowest: float  # seconds of processor time
    grown: int  # bytes of memory
    files: int  # that are open, more than before
    ended: int  # workers


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Two workers that live until the end, on a database of the kind that the tests run on; with some mistakes."""
    more = {"DJANGO_SETTINGS_MODULE": "tests.nightly.faults.bugs", "GUNICORN_CMD_ARGS": "--max-requests 0"}
    quiet = {"LOG_LEVEL": "CRITICAL"}
    server = make_server(tmp_path_factory.mktemp("site"), 2, {**ROOMY, **more, **quiet, **new_database("counting")})
    with running(server):
        yield server


def answered(server: Server, request: Sent, cookie: str = "") -> int:
    """The status of the answer, or 0 where there is none."""
    headers = {"Content-Type": request.media, "Cookie": f"csrftoken={cookie}"}
    with closing(http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=60)) as connection:
        try:
            connection.request(request.method, request.address, request.body, headers)
            answer = connection.getresponse()
            answer.read()
        except (http.client.HTTPException, OSError):
            return 0
    return answer.status


def memory(pids: Iterable[int]) -> int:
    """Bytes of memory that these processes hold."""
    page = os.sysconf("SC_PAGE_SIZE")
    return sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * page for pid in pids)


def open_files(pids: Iterable[int]) -> int:
    return sum(len(list(Path(f"/proc/{pid}/fd").iterdir())) for pid in pids)


def remaining(server: Server, before: set[int]) -> set[int]:
    """The workers there are, once one of those ``before`` is gone: its connection ends a moment before it does."""
    latest = time.monotonic() + ENDING
    while before <= (now := server.workers()) and time.monotonic() < latest:
        time.sleep(0.05)
    return now


def tally(server: Server, requests: Iterable[Sent], cookie: str = "") -> Tally:
    """Send all of ``requests``, and look after the workers of ``server``."""
    before = server.workers()
    memory_before, files, slowest = memory(before), open_files(before), 0.0
    statuses: Counter[int] = Counter()
    for request in requests:
        began = processor(before)
        statuses[answered(server, request, cookie)] += 1
        slowest = max(slowest, processor(before) - began)
    after = remaining(server, before) if statuses[0] else server.workers()
    return Tally(statuses, slowest, memory(after) - memory_before, open_files(after) - files, len(before - after))


def harms(tally_of_requests: Tally) -> set[str]:
    """What must not have come of the requests, and has."""
    kinds = {
        "mistakes": any(status == 0 or status >= 500 for status in tally_of_requests.statuses),
        "time": tally_of_requests.slowest >= SECONDS,
        "memory": tally_of_requests.grown >= GROWTH,
        "files": tally_of_requests.files >= FILES,
        "ended": tally_of_requests.ended > 0,
    }
    return {kind for kind, happened in kinds.items() if happened}


def ways_in(cookie: str) -> dict[str, Iterator[Sent]]:
    return {
        "page": by_the_page(cookie),
        "json": by_the_api("application/json"),
        "yaml": by_the_api("application/yaml"),
    }


@pytest.mark.django_db  # so that it runs on PostgreSQL too
@pytest.mark.parametrize("way", ["page", "json", "yaml"])
def test_no_hostile_request_causes_a_500_or_harms_its_worker(
    site: Server, way: str, capsys: pytest.CaptureFixture[str]
) -> None:
    cookie = cookie_of(site)
    requests = ways_in(cookie)[way]
    warm = tally(site, islice(requests, WARM), cookie)
    measured = tally(site, islice(requests, INPUTS), cookie)
    with capsys.disabled():
        sys.stdout.write(f"\n{way}: {measured}\n")
    assert (harms(warm) - {"memory"}, harms(measured)) == (set(), set()), (warm, measured)
    assert sum(measured.statuses.values()) == INPUTS
    assert len(measured.statuses) > 1  # some are answered, others refused


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "times", "harm"),
    [
        ("raise", 1, {"mistakes"}),
        ("burn?seconds=2.2", 1, {"time"}),
        ("keep?megabytes=60", 2, {"memory"}),
        ("open?files=40", 1, {"files"}),
        ("end", 1, {"mistakes", "ended"}),
    ],
)
def test_each_harm_would_be_noticed(site: Server, address: str, times: int, harm: set[str]) -> None:
    assert harms(tally(site, [Sent(f"/bug/{address}", method="GET")] * times)) >= harm


@pytest.mark.smoke
def test_no_hostile_text_crashes_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    commands = ("check", "process", "expand", "check --format=json")
    file, memory_before, slowest = tmp_path / "text.yaml", 0, 0.0
    statuses: Counter[int] = Counter()
    for number in range(WARM + INPUTS):
        file.write_bytes(hostile(number))
        began = time.process_time()
        statuses[main([*commands[number % 4].split(), "-f", str(file)])] += 1
        slowest = max(slowest, time.process_time() - began)
        capsys.readouterr()
        memory_before = memory([os.getpid()]) if number == WARM - 1 else memory_before
    grown = memory([os.getpid()]) - memory_before
    with capsys.disabled():
        sys.stdout.write(f"\ncommand line: {statuses}, {slowest:.2f} s, {grown} bytes\n")
    assert set(statuses) == {0, 1}
    assert slowest < SECONDS
    assert grown < GROWTH
