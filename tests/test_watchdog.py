"""A thread in an endless loop is detected; one that waits, however long, is not."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from typing import Any

from playground.watchdog import overdue, watched


def test_a_thread_that_computes_is_overdue_and_one_that_waits_is_not() -> None:
    stop = threading.Event()

    def application(environ: dict[str, Any], _start_response: object) -> Iterable[bytes]:
        while not stop.is_set():
            if environ["waits"]:
                stop.wait(10)
        return [b"done"]

    served = watched(application)
    threads = [threading.Thread(target=served, args=({"waits": waits}, None)) for waits in (True, False)]
    for thread in threads:
        thread.start()
    end = time.monotonic() + 30
    while not (found := overdue(0.2)):
        assert time.monotonic() < end
        time.sleep(0.01)
    assert found == [threads[1].ident]
    stop.set()
    for thread in threads:
        thread.join()
    assert overdue(0) == []


def test_each_request_is_measured_separately() -> None:
    def application(_environ: dict[str, Any], _start_response: object) -> Iterable[bytes]:
        end = time.thread_time() + 0.05
        while time.thread_time() < end:
            pass
        return overdue(0.15)  # type: ignore[return-value]

    assert [watched(application)({}, lambda *_: None) for _ in range(5)] == [[]] * 5  # type: ignore[arg-type]
