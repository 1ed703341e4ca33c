"""gunicorn's threaded worker, with the load balanced between workers.

A kept-alive connection stays with the worker that accepted it, and the first idle worker to wake accepts all of the
connections that arrive together. So one worker could get all requests while the others are idle. Here a worker that has
more than its share of the requests closes the connection after its answer; the client reconnects, and an idle worker
accepts.
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

_SLOTS = 256  # more than there are workers at a time; each writes only to its own slot
_CLOSE_TIMEOUT = 2.0  # seconds to wait for the client to close its side
_THREADS_PER_CLOSE = 4  # at most one thread in four may wait so

# The number of requests in progress, one byte per worker; mapped before the workers are forked, so they share it.
_in_progress = mmap.mmap(-1, _SLOTS)


class Worker(ThreadWorker):  # type: ignore[misc]  # it has no types
    """A process that answers each request in a thread."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._slot: int = self.age % _SLOTS
        self._counting = threading.Lock()
        self._closing = threading.BoundedSemaphore(max(1, self.cfg.threads // _THREADS_PER_CLOSE))

    def handle_request(self, req: Request, conn: TConn) -> bool:
        """Answer one request; return whether its connection is kept alive."""
        if exceeds_share(self.count(1), sum(_in_progress[:]), self.cfg.workers):
            req.force_close()
        try:
            return bool(super().handle_request(req, conn))
        finally:
            self.count(-1)

    def handle(self, conn: TConn) -> object:
        """Answer the requests of a connection; False if the connection is not kept alive.

        Closes it in this thread: gunicorn would wait for the client's close in the thread that accepts all requests.
        """
        kept: object = super().handle(conn)
        if kept is False:
            self.close_connection(conn.sock)
        return kept

    def close_connection(self, connection: socket.socket) -> None:
        """Close a connection, and wait for the client to close its side unless too many threads already wait for one.

        Without the wait, a client that is still sending may not get the answer; any other client loses nothing.
        """
        is_free = self._closing.acquire(blocking=False)
        try:
            _linger(connection, _CLOSE_TIMEOUT if is_free else 0.0)
        finally:
            if is_free:
                self._closing.release()

    def count(self, more: int) -> int:
        """Add ``more`` to the number of this worker's requests in progress, and return that number."""
        with self._counting:
            own = _in_progress[self._slot] + more
            _in_progress[self._slot] = own
            return own

    def gone(self) -> None:
        """Reset the count of this worker, which has ended; called in the process that started it."""
        _in_progress[self._slot] = 0


def exceeds_share(own: int, together: int, workers: int) -> bool:
    """Whether ``own`` requests in progress are at least one more than a worker's share of ``together``.

    >>> exceeds_share(2, 2, 2), exceeds_share(4, 7, 2), exceeds_share(9, 9, 1)
    (True, False, False)
    """
    return workers > 1 and (own - 1) * workers >= together


def _linger(connection: socket.socket, seconds: float) -> None:
    """Shut down the sending side, and discard what still arrives until the client closes too, or ``seconds`` passed."""
    end = time.monotonic() + seconds
    with suppress(OSError):  # it is gone already
        connection.shutdown(socket.SHUT_WR)
        with suppress(TimeoutError):
            while (left := end - time.monotonic()) > 0:
                connection.settimeout(left)
                if not connection.recv(65_536):
                    return
        connection.shutdown(socket.SHUT_RD)  # so that gunicorn's own wait for the end returns at once
