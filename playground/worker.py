"""gunicorn's threaded worker, with the load balanced between workers.

The first idle worker to wake accepts all of the connections that arrive together, and a kept-alive connection stays
with the worker that accepted it. So one worker could get all requests while the others are idle. Here a worker leaves a
new connection to one that has fewer requests in progress. One that still has far more than the others closes a
connection after its answer; the client reconnects, and another worker accepts.
"""

from __future__ import annotations

import mmap
import socket
import threading
import time
from concurrent.futures import Future
from contextlib import suppress
from typing import Any

from gunicorn.http.message import Request
from gunicorn.workers.gthread import TConn, ThreadWorker

_SLOTS = 256  # more than there are workers at a time; each writes only to its own slot
_MOST_COUNTED = 254  # requests of one worker
_HEAD_START = 0.05  # seconds for which a connection is left to other workers; they may be slow to wake
_PAUSE = 0.001  # seconds until it is looked at again
_CLOSE_TIMEOUT = 2.0  # seconds to wait for the client to close its side
_THREADS_PER_CLOSE = 4  # at most one thread in four may wait so

# One byte per worker: 0 if there is none, else 1 and the number of its requests in progress. Mapped before the workers
# are forked, so they share it.
_workers = mmap.mmap(-1, _SLOTS)


class Worker(ThreadWorker):  # type: ignore[misc]  # it has no types
    """A process that answers each request in a thread."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._slot: int = self.age % _SLOTS
        self._own = 0  # requests in progress; changed by the main thread only
        self._waits_since: float | None = None  # when a connection came that another worker should accept
        self._waits = False  # it is still there
        self._closing = threading.BoundedSemaphore(max(1, self.cfg.threads // _THREADS_PER_CLOSE))

    def run(self) -> None:
        """Accept connections until the worker is to end."""
        self.count(0)
        super().run()

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        """Call `accept` if a connection waits, and whatever else there is to be done."""
        self._waits = False
        super().wait_for_and_dispatch_events(timeout)
        if not self._waits:
            self._waits_since = None

    def accept(self, listener: socket.socket) -> None:
        """Accept a connection, unless it is left to another worker, which was woken for it, too."""
        self._waits = True
        if self.leaves_to_others(time.monotonic()):
            time.sleep(_PAUSE)
        else:
            super().accept(listener)

    def leaves_to_others(self, now: float) -> bool:
        """Whether a worker with fewer requests should accept the connection that waits; it has _HEAD_START for that."""
        own, together, workers = _load(self._slot)
        if not exceeds_share(own + 1, together + 1, workers):
            return False
        self._waits_since = self._waits_since or now
        return now - self._waits_since < _HEAD_START

    def enqueue_req(self, conn: TConn) -> None:
        """Let a thread answer what arrives on a connection."""
        self.count(1)
        super().enqueue_req(conn)

    def finish_request(self, conn: TConn, fs: Future[object]) -> None:
        """Keep or close a connection whose request was answered."""
        self.count(-1)
        super().finish_request(conn, fs)

    def handle_request(self, req: Request, conn: TConn) -> bool:
        """Answer one request; return whether its connection is kept alive."""
        if exceeds_twice_the_others(*_load(self._slot)):
            req.force_close()
        return bool(super().handle_request(req, conn))

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

    def count(self, more: int) -> None:
        """Add ``more`` to the number of this worker's requests in progress, and tell the other workers."""
        self._own += more
        _workers[self._slot] = 1 + min(self._own, _MOST_COUNTED)

    def gone(self) -> None:
        """Forget this worker, which has ended; called in the process that started it."""
        _workers[self._slot] = 0


def _load(slot: int) -> tuple[int, int, int]:
    """How many requests the worker with this slot has in progress, how many all have together, and their number."""
    counts = _workers[:]
    workers = _SLOTS - counts.count(0)
    return counts[slot] - 1, sum(counts) - workers, workers


def exceeds_share(own: int, together: int, workers: int) -> bool:
    """Whether ``own`` requests in progress are at least one more than a worker's share of ``together``.

    >>> exceeds_share(2, 2, 2), exceeds_share(4, 7, 2), exceeds_share(9, 9, 1)
    (True, False, False)
    """
    return workers > 1 and (own - 1) * workers >= together


def exceeds_twice_the_others(own: int, together: int, workers: int) -> bool:
    """Whether ``own`` of ``together`` requests in progress are more by one than twice what another worker has.

    Less says little: between an answer and the same client's next request none is in progress.

    >>> exceeds_twice_the_others(2, 2, 2), exceeds_twice_the_others(5, 8, 2), exceeds_twice_the_others(9, 9, 1)
    (True, False, False)
    """
    return (own - 1) * (workers - 1) > 2 * (together - own)


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
