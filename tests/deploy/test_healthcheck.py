"""The image's health check says whether the server is ready."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "deploy" / "healthcheck.py"


@contextmanager
def server(status: int) -> Iterator[int]:
    """A server that answers ``status`` to ``/readyz`` alone; yields its port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status if self.path == "/readyz" else 404)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            return

    with HTTPServer(("127.0.0.1", 0), Handler) as listening:
        thread = threading.Thread(target=listening.serve_forever)
        thread.start()
        try:
            yield listening.server_port
        finally:
            listening.shutdown()
            thread.join()


def check(port: int) -> int:
    return subprocess.run([sys.executable, SCRIPT], env=os.environ | {"PORT": str(port)}, check=False).returncode


@pytest.mark.parametrize(("status", "result"), [(200, 0), (503, 1), (301, 1)])
def test_a_server_is_healthy_only_if_it_answers_200(status: int, result: int) -> None:
    with server(status) as port:
        assert check(port) == result


def test_a_server_that_does_not_answer_is_not_ready() -> None:
    with server(200) as port:
        pass
    assert check(port) == 1
