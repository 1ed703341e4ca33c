"""How many texts a second gunicorn evaluates for eight connections on loopback."""

from __future__ import annotations

import http.client
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlencode, urlsplit

from tests.benchmarks.measure import figure, heading, median_and_p95
from tests.benchmarks.texts import template
from tests.browser.servers import Server

CONNECTIONS = 8
WARM_UP = 1.0  # seconds
SECONDS = 8.0


def measure_load(server: Server) -> None:
    """Print requests a second and their times; the client shares the machine with the server."""
    workers = server.environment["WORKERS"]
    heading(f"POST /evaluate with 20 KB, gunicorn gthread, {workers} workers, {CONNECTIONS} connections on loopback")
    begin = time.perf_counter() + WARM_UP
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        runs = list(pool.map(lambda _: _requests(server.url, begin), range(CONNECTIONS)))
    times = [seconds for run in runs for seconds in run]
    middle, most = median_and_p95(times)
    figure("requests a second", f"{len(times) / SECONDS:8.1f}")
    figure("time of one, median and p95", f"{middle * 1000:8.0f} ms {most * 1000:8.0f} ms")


def _requests(url: str, begin: float) -> list[float]:
    """Ask again and again; the seconds of each answer that began after ``begin``."""
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)
    connection.request("GET", "/")
    page = connection.getresponse()
    page.read()
    cookie = str(page.headers["Set-Cookie"]).partition(";")[0]
    headers = {
        "Cookie": cookie,
        "X-CSRFToken": cookie.partition("=")[2],
        "Content-Type": "application/x-www-form-urlencoded",
        "HX-Request": "true",
    }
    body = urlencode({"source": template(20_000)}).encode()
    times = []
    while (start := time.perf_counter()) < begin + SECONDS:
        connection.request("POST", "/evaluate", body, headers)
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200, answer.status
        if start >= begin:
            times.append(time.perf_counter() - start)
    connection.close()
    return times
