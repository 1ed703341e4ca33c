"""The gunicorn worker that answers the requests of this process."""

from __future__ import annotations

import select
import socket
import sys
from collections.abc import Mapping
from typing import Any

_worker: Any = None  # gunicorn's; None in tests and commands


def begin(gunicorn_worker: Any) -> None:
    """Remember the worker of this process."""
    global _worker
    _worker = gunicorn_worker


def is_ending() -> bool:
    """Whether the worker takes no more requests, and waits for those that it has."""
    return _worker is not None and not _worker.alive


def spare_threads() -> int:
    """How many threads requests may occupy for long: half of them, so that the others answer all other requests."""
    return sys.maxsize if _worker is None else max(1, _worker.cfg.threads // 2)


def client_is_gone(environ: Mapping[str, Any]) -> bool:
    """Whether the client, or the proxy in front, has closed the connection of the request with this WSGI ``environ``.

    Without this check, a worker would notice that only when it sends for the second time: the system still accepts the
    first data.
    """
    connection: socket.socket | None = environ.get("gunicorn.socket")
    if connection is None:
        return False
    readable = select.poll()
    readable.register(connection, select.POLLIN)
    try:
        return bool(readable.poll(0)) and not connection.recv(1, socket.MSG_PEEK)
    except ConnectionError:
        return True
