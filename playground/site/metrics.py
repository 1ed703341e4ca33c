"""Prometheus metrics: number, duration and outcome of requests, without clients and contents.

Each worker counts in files of its own (`PROMETHEUS_MULTIPROC_DIR`); gunicorn's master sums them up and answers on
METRICS_PORT, which visitors do not reach. See prometheus.github.io/client_python/multiprocess.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

import prometheus_client
from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from prometheus_client import CollectorRegistry, Counter, Histogram, multiprocess

from playground.site.logs import method_of, route_of

GetResponse = Callable[[HttpRequest], HttpResponseBase]

_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0)  # the upper bounds of the buckets


def count_requests(get_response: GetResponse) -> GetResponse:
    """Count each request by its route, and the time until its answer began; only if METRICS_PORT is set."""
    if not settings.METRICS_PORT:
        raise MiddlewareNotUsed
    requests, seconds = _counters()

    def middleware(request: HttpRequest) -> HttpResponseBase:
        began = time.perf_counter()
        response = get_response(request)
        route = route_of(request)
        requests.labels(method_of(request), route, str(response.status_code)).inc()
        seconds.labels(route).observe(time.perf_counter() - began)
        return response

    return middleware


def serve(port: int, host: str) -> None:
    """Answer `/metrics` on ``port`` from now on, with the sums of all workers of this process."""
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # it has no types
    prometheus_client.start_http_server(port, host, registry)


def worker_has_ended(pid: int) -> None:
    """Keep the counts of the worker ``pid``, which has ended, and drop its gauges, valid only while it runs."""
    multiprocess.mark_process_dead(pid, os.environ[_FOLDER])  # type: ignore[no-untyped-call]  # it has no types


def forget_all() -> None:
    """Delete the folder with the counts of all workers."""
    folder = Path(os.environ.pop(_FOLDER))
    for file in folder.glob("*.db"):
        file.unlink(missing_ok=True)
    folder.rmdir()


@cache
def _counters() -> tuple[Counter, Histogram]:
    """The metrics of this process; Prometheus refuses to declare them twice."""
    return (
        Counter("playground_requests", "Requests answered.", ("method", "route", "status")),
        Histogram("playground_answer_seconds", "Seconds until an answer began.", ("route",), buckets=_SECONDS),
    )
