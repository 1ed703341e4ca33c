"""Load generators: wrk, which is cheap, and a client of our own that distinguishes answers."""

from __future__ import annotations

import http.client
import os
import re
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

from tests.benchmarks.measure import percentile
from tests.browser.servers import ROOT, Server, make_server, processor
from tests.nightly.faults.client import cookie_of

SCRIPT = Path(__file__).with_name("requests.lua")
BROWSER = {"Accept-Encoding": "gzip, deflate, br, zstd"}
BOUNDARY = "----WebKitFormBoundaryOfALoadThatIsNoBrowser"
_REST = 0.2  # seconds; workers without requests take almost no CPU time in them
LONG_TEXT = prod(  # characters: the page's own number
    map(
        int, re.findall(r"LONG_TEXT = ([\d *]+);", (ROOT / "frontend/app/playground/live.js").read_text())[0].split("*")
    )
)
_FIGURES = re.compile(r"^figures (\d+) (\d+) (\d+) (\d+) (\d+)$", re.MULTILINE)


class Body(NamedTuple):
    """The body of a request, with its media type."""

    media: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Load:
    """A server's answers: requests a second, the median and the 99th percentile of the seconds, and the errors."""

    rate: float
    p50: float
    p99: float
    errors: int

    @classmethod
    def told(cls, output: str) -> Load:
        """The Load in wrk's output, whose last line `requests.lua` writes. ValueError without that line."""
        match = _FIGURES.search(output)
        if not match:
            raise ValueError(f"wrk says: {output[-500:]}")
        requests, duration, p50, p99, errors = map(int, match.groups())
        return cls(requests / (duration / 1e6), p50 / 1e6, p99 / 1e6, errors)

    @classmethod
    def of(cls, times: Sequence[float], seconds: float) -> Load:
        """The Load of answers that took these ``times``, in ``seconds`` altogether."""
        return cls(len(times) / seconds, percentile(times, 0.5), percentile(times, 0.99), 0)


def rest(server: Server) -> None:
    """Wait until the workers have answered all requests of the last load, which would delay those of the next load."""
    workers = server.workers()
    before = -1.0
    while (now := processor(workers)) - before > _REST / 10:
        before = now
        time.sleep(_REST)


@contextmanager
def running(folder: Path, more: Mapping[str, str]) -> Iterator[Server]:
    """A server with its files in ``folder``, with as many workers as there are cores and ``more`` settings."""
    server = make_server(folder, workers=len(os.sched_getaffinity(0)), more=more)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def form_headers(server: Server) -> dict[str, str]:
    """The headers that a new visitor's browser sends with the form."""
    token = cookie_of(server)
    return {**BROWSER, "Cookie": f"csrftoken={token}", "X-CSRFToken": token}


def in_parts(form: Mapping[str, str]) -> Body:
    """``form`` as browsers send it when a button is pressed: in parts, with line ends as ``\\r\\n``."""
    parts = (f'--{BOUNDARY}\nContent-Disposition: form-data; name="{name}"\n\n{text}\n' for name, text in form.items())
    body = f"{''.join(parts)}--{BOUNDARY}--\n".replace("\n", "\r\n")
    return Body(f"multipart/form-data; boundary={BOUNDARY}", body.encode(errors="surrogatepass"))


def live(form: Mapping[str, str]) -> Body:
    """``form`` as the page's script sends it while someone types: a short text without parts."""
    if len(form["source"]) > LONG_TEXT:
        return in_parts(form)
    return Body("application/x-www-form-urlencoded", urlencode(form, errors="replace").encode())


def gets(server: Server, paths: Sequence[str], clients: int, seconds: int, folder: Path) -> Load:
    """Request the ``paths`` one after the other."""
    return _wrk(server, "", "GET", "\n".join(paths).encode(), ("", "same"), BROWSER, clients, seconds, folder)


def posts(
    server: Server,
    path: str,
    form: Body,
    headers: Mapping[str, str],
    seeds: tuple[str, str],
    clients: int,
    seconds: int,
    folder: Path,
) -> Load:
    """Send the ``form``; ``seeds``: the beginning of its names, and whether the names are `different` each time."""
    typed = {**headers, "Content-Type": form.media}
    return _wrk(server, path, "POST", form.content, seeds, typed, clients, seconds, folder)


def _wrk(
    server: Server,
    path: str,
    method: str,
    body: bytes,
    seeds: tuple[str, str],
    headers: Mapping[str, str],
    clients: int,
    seconds: int,
    folder: Path,
) -> Load:
    rest(server)
    file = folder / "requests"
    file.write_bytes(body)
    own = [word for name, value in headers.items() for word in ("-H", f"{name}: {value}")]
    url = server.url + path
    command = ["wrk", "-t1", f"-c{clients}", f"-d{seconds}s", "--timeout", "30s", "-s", str(SCRIPT), *own, url]
    process = subprocess.run(
        [*command, "--", method, str(file), *seeds], capture_output=True, text=True, check=True, timeout=seconds + 60
    )
    return Load.told(process.stdout)


def neighbours(
    server: Server,
    form: Mapping[str, str],
    good: Callable[[int, int], str],
    bombs: Sequence[str],
    clients: int,
    seconds: float,
    every: int = 10,
) -> tuple[Load, int]:
    """Previews of ``good`` texts, and of one of the ``bombs`` in place of every tenth: the load of the good ones alone.

    ``good`` makes the text of a client's request by both their numbers; ``form`` is what is sent with each. Beside the
    load: how many bombs there were.
    """
    rest(server)
    end = time.perf_counter() + seconds
    with ThreadPoolExecutor(clients) as pool:
        runs = list(
            pool.map(lambda client: _visits(server, (client, clients), form, good, bombs, every, end), range(clients))
        )
    return Load.of([duration for times, _ in runs for duration in times], seconds), sum(count for _, count in runs)


def _visits(
    server: Server,
    who: tuple[int, int],
    form: Mapping[str, str],
    good: Callable[[int, int], str],
    bombs: Sequence[str],
    every: int,
    end: float,
) -> tuple[list[float], int]:
    headers = {**form_headers(server), "HX-Request": "true"}
    client, clients = who
    times: list[float] = []
    thrown = number = 0
    with closing(http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=60)) as connection:
        while time.perf_counter() < end:
            number += 1
            bomb = bombs and (number + client) % every == 0
            text = bombs[(number // every * clients + client) % len(bombs)] if bomb else good(client, number)
            body = live({**form, "source": text})
            begin = time.perf_counter()
            connection.request("POST", "/evaluate", body.content, {**headers, "Content-Type": body.media})
            answer = connection.getresponse()
            answer.read()
            duration = time.perf_counter() - begin
            thrown += bool(bomb)
            assert answer.status < 500 if bomb else answer.status == 200, answer.status
            if not bomb:
                times.append(duration)
    return times, thrown
