"""Ends the worker of a request that never ends, which is a bug of ours, so that it does not slow other requests.

gunicorn's own timeout detects only a worker that is blocked as a whole. A worker with a thread in an endless loop still
answers, but more slowly with each such request. The watchdog measures a thread's CPU time: waiting takes none.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Iterable
from logging import getLogger
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication

from playground.site.logs import places

_log = getLogger(__name__)
_GRACE = 3.0  # seconds for the worker's other requests to finish
_FRAMES = 4  # the innermost frames that are logged
_began: dict[int, float] = {}  # by thread: its CPU time when its current request began


def watched(application: WSGIApplication) -> WSGIApplication:
    """``application``, with the start of each request recorded for ``overdue``."""

    def recorded_application(environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        thread = threading.get_ident()
        _began[thread] = time.thread_time()
        try:
            return application(environ, start_response)
        finally:
            del _began[thread]

    return recorded_application


def overdue(seconds: float) -> list[int]:
    """The threads that have used more than ``seconds`` of CPU time for their current request."""
    return [
        thread
        for thread, began in tuple(_began.items())
        if time.clock_gettime(time.pthread_getcpuclockid(thread)) - began > seconds
    ]


def end_when_overdue(seconds: float) -> None:
    """Wait until a request is overdue, log where it is, give other requests _GRACE to finish, and end the process."""
    while not (threads := overdue(seconds)):
        time.sleep(min(1.0, seconds))
    for thread in threads:
        _log.error("a request takes too long: its worker ends", extra={"seconds": seconds, "frames": _frames(thread)})
    os.kill(os.getpid(), signal.SIGTERM)  # gunicorn takes no more requests
    time.sleep(min(_GRACE, seconds))
    os._exit(1)


def _frames(thread: int) -> list[str]:
    """Where ``thread`` is: its innermost frames, the innermost one last."""
    return places(traceback.extract_stack(sys._current_frames()[thread]))[-_FRAMES:]
