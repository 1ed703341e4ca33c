"""A thread in an endless loop is detected; one that waits, however long, is not."""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Iterable
from typing import Any

import pytest

from playground.site import watchdog
from playground.site.logs import LineFormatter
from playground.site.watchdog import overdue, watched


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
    while not (overdue_threads := overdue(0.2)):
        assert time.monotonic() < end
        time.sleep(0.01)
    assert overdue_threads == [threads[1].ident]
    stop.set()
    for thread in threads:
        thread.join()
    assert overdue(0) == []


def test_the_log_says_where_the_request_is(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    ended: list[int] = []
    monkeypatch.setattr(watchdog, "overdue", lambda _seconds: [threading.get_ident()])
    monkeypatch.setattr(os, "kill", lambda *_: None)
    monkeypatch.setattr(os, "_exit", ended.append)
    watchdog.end_when_overdue(0.01)
    (record,) = caplog.records
    line = json.loads(LineFormatter().format(record))
    assert (line["event"], line["seconds"]) == ("a request takes too long: its worker ends", 0.01)
    assert [frame.rpartition(" ")[2] for frame in line["frames"]][-2:] == ["end_when_overdue", "_frames"]
    assert ended == [1]


def test_each_request_is_measured_separately() -> None:
    def application(_environ: dict[str, Any], _start_response: object) -> Iterable[bytes]:
        end = time.thread_time() + 0.05
        while time.thread_time() < end:
            pass
        return overdue(0.15)  # type: ignore[return-value]

    assert [watched(application)({}, lambda *_: None) for _ in range(5)] == [[]] * 5  # type: ignore[arg-type]
