"""Runs the deployment's nginx in front of any server."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from playground.engine import Inputs, evaluate
from tests.browser.servers import START_UP
from tests.deploy.test_playground import TEMPLATE, VALUES


def configuration(folder: Path, port: int, upstream: str) -> str:
    """The nginx.conf of the deployment, for another port, upstream and folder."""
    (config,) = (
        item.value
        for item in evaluate(TEMPLATE.read_text(), Inputs(values=VALUES)).objects
        if item.value["kind"] == "ConfigMap"
    )
    text = str(config["data"]["nginx.conf"])
    for old, new in (
        ("listen 8080", f"listen 127.0.0.1:{port}"),
        ("127.0.0.1:8000", upstream),
        ("/tmp/", f"{folder}/"),
    ):
        assert old in text
        text = text.replace(old, new)
    return text


@contextmanager
def running(text: str, folder: Path, port: int, log: BinaryIO | None = None) -> Iterator[subprocess.Popen[bytes]]:
    """Run an nginx with the configuration ``text`` during the block, which begins when nginx listens on ``port``.

    Its standard error goes to ``log``, by default to that of the tests.
    """
    file = folder / "nginx.conf"
    file.write_text(text)
    command = ["nginx", "-c", str(file), "-p", str(folder), "-g", "daemon off; user root;"]
    process = subprocess.Popen(command, stderr=log, env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"})
    try:
        end = time.monotonic() + START_UP
        while not _listens(port):
            assert process.poll() is None
            assert time.monotonic() < end
            time.sleep(0.05)
        yield process
    finally:
        process.terminate()
        process.wait(60)


def _listens(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False
