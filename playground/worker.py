"""gunicorn's worker with threads, which keeps no more connections busy than the other workers do.

A connection is kept for many requests, and stays with the worker that took it; of several that wait, the one that wakes
first takes all that come at once. So one worker could be asked everything while the others have nothing to do. A worker
with more to do than its share answers, and closes the connection; the client makes another one, and who is idle is the
first to take it.
"""

from __future__ import annotations

import mmap
import socket
import threading
import time
from contextlib import suppress
from typing import Any

from gunicorn.http.message import Request
from gunicorn.workers.gthread import TConn, ThreadWorker

_SLOTS = 256  # more than there are workers at a time; each writes to its own
_LONGEST_FAREWELL = 2.0  # seconds
_FAREWELLS = 4  # one thread of so many may be at one

# How many requests each worker is at; made before the first of them starts, so that all of them share it.
_at_work = mmap.mmap(-1, _SLOTS)


class Worker(ThreadWorker):  # type: ignore[misc]  # it has no types
    """A process that answers requests, each in a thread."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._slot: int = self.age % _SLOTS
        self._counting = threading.Lock()
        self._farewells = threading.BoundedSemaphore(max(1, self.cfg.threads // _FAREWELLS))

    def handle_request(self, req: Request, conn: TConn) -> bool:
        """Answer one request; whether its connection is kept."""
        if has_too_much(self.count(1), sum(_at_work[:]), self.cfg.workers):
            req.force_close()
        try:
            return bool(super().handle_request(req, conn))
        finally:
            self.count(-1)

    def handle(self, conn: TConn) -> object:
        """Answer what comes on a connection; False where it is not kept.

        gunicorn lets a client close its side, too, and would wait for that where all requests of the worker come in.
        """
        kept: object = super().handle(conn)
        if kept is False:
            self.part_from(conn.sock)
        return kept

    def part_from(self, connection: socket.socket) -> None:
        """End a connection: with time for the client to do so, too, unless many threads are waiting for that already.

        Who gets none and was still sending may not see the answer. Who only forgets to hang up loses nothing.
        """
        is_free = self._farewells.acquire(blocking=False)
        try:
            _wait_for_the_end(connection, _LONGEST_FAREWELL if is_free else 0.0)
        finally:
            if is_free:
                self._farewells.release()

    def count(self, more: int) -> int:
        """At how many requests the worker is after it began or ended one."""
        with self._counting:
            own = _at_work[self._slot] + more
            _at_work[self._slot] = own
            return own

    def gone(self) -> None:
        """It has ended, whatever it was at; to be called in the process that started it."""
        _at_work[self._slot] = 0


def has_too_much(own: int, together: int, workers: int) -> bool:
    """Whether a worker that is at ``own`` requests is at one more than its share of all, or at more than that.

    >>> has_too_much(2, 2, 2), has_too_much(4, 7, 2), has_too_much(9, 9, 1)
    (True, False, False)
    """
    return workers > 1 and (own - 1) * workers >= together


def _wait_for_the_end(connection: socket.socket, seconds: float) -> None:
    """Say that nothing more comes, and read what still does until the client says so, too, or had its ``seconds``."""
    end = time.monotonic() + seconds
    with suppress(OSError):  # it is gone already
        connection.shutdown(socket.SHUT_WR)
        with suppress(TimeoutError):
            while (left := end - time.monotonic()) > 0:
                connection.settimeout(left)
                if not connection.recv(65_536):
                    return
        connection.shutdown(socket.SHUT_RD)  # gunicorn does the same again, and finds the end at once
