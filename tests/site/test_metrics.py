"""Prometheus gets the numbers of all workers on a separate port, without any text of visitors."""

from __future__ import annotations

import urllib.error
import urllib.request
from pathlib import Path

import pytest
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpResponse

from playground.site.metrics import count_requests
from tests.browser.servers import free_port, make_server

SLUG = "AbCdEfGhIjKlMnOpQrSt-_"


def read(address: str) -> str:
    with urllib.request.urlopen(address, timeout=60) as answer:
        return str(answer.read().decode())


def status_of(address: str) -> int:
    try:
        read(address)
    except urllib.error.HTTPError as error:
        error.close()
        return int(error.code)
    return 200


def test_without_a_port_nothing_is_counted() -> None:
    with pytest.raises(MiddlewareNotUsed):
        count_requests(lambda _request: HttpResponse())


def test_requests_to_all_workers_are_counted_by_route_and_never_by_address(tmp_path: Path) -> None:
    port = free_port()
    server = make_server(tmp_path, workers=2)
    server.environment = {**server.environment, "METRICS_PORT": str(port), "TMPDIR": str(tmp_path)}
    server.start()
    try:
        for _ in range(20):
            read(f"{server.url}/rules")
        assert status_of(f"{server.url}/s/{SLUG}?param.PASSWORD=hush") == 404
        metrics = read(f"http://127.0.0.1:{port}/metrics")
        assert status_of(f"{server.url}/metrics") == 404
    finally:
        server.stop()
    assert 'playground_requests_total{method="GET",route="rules",status="200"} 20.0' in metrics
    assert 'playground_answer_seconds_count{route="rules"} 20.0' in metrics
    assert 'status="404"' in metrics
    assert SLUG not in metrics
    assert "hush" not in metrics
