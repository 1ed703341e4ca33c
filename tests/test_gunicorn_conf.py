"""gunicorn's settings are in one file and are parsed as strictly as the site's."""

from __future__ import annotations

import gc
import runpy
import subprocess
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

CONF = Path(__file__).resolve().parents[1] / "gunicorn.conf.py"


def load(monkeypatch: pytest.MonkeyPatch, **environment: str) -> dict[str, Any]:
    for name in ("HOST", "PORT", "WORKERS", "LOG_LEVEL", "INSECURE_HTTP"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    return runpy.run_path(str(CONF))


def test_it_listens_on_loopback_with_one_worker_per_core(monkeypatch: pytest.MonkeyPatch) -> None:
    conf = load(monkeypatch)
    assert conf["bind"] == "127.0.0.1:8000"
    assert conf["workers"] >= 1
    assert (conf["worker_class"], conf["threads"]) == ("gthread", 32)


def test_an_invalid_number_stops_the_start_and_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ImproperlyConfigured, match="PORT is 'eighty'; write a whole number"):
        load(monkeypatch, PORT="eighty")


def test_workers_that_get_equally_many_requests_are_seldom_replaced_at_the_same_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    conf = load(monkeypatch)
    meanwhile = 100  # requests that a worker answers while another one starts
    assert 0 < conf["max_requests"] <= 20_000
    assert conf["max_requests_jitter"] >= 50 * 2 * meanwhile  # one time in fifty


@pytest.mark.parametrize(("word", "printed"), [("1", True), ("0", False), ("no", False), ("", False)])
def test_the_address_is_printed_only_with_insecure_http(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], word: str, printed: bool
) -> None:
    monkeypatch.setattr(threading.Thread, "start", lambda _thread: None)
    load(monkeypatch, INSECURE_HTTP=word, PORT="8123")["when_ready"](SimpleNamespace(log=None))
    assert ("http://127.0.0.1:8123" in capsys.readouterr().out) is printed


def test_requests_are_never_logged_by_gunicorn(monkeypatch: pytest.MonkeyPatch) -> None:
    conf = load(monkeypatch, LOG_LEVEL="debug")
    assert conf["accesslog"] is None
    assert conf["logconfig_dict"]["loggers"]["gunicorn.access"] == {
        "handlers": [],
        "level": "CRITICAL",
        "propagate": False,
    }
    assert conf["logconfig_dict"]["loggers"]["gunicorn.error"]["level"] == "DEBUG"


def test_a_purge_that_takes_an_hour_is_logged_and_does_not_end_purging(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(command: list[str], *, check: bool, timeout: float) -> None:
        raise subprocess.TimeoutExpired(command, timeout)

    monkeypatch.setattr(subprocess, "run", endless)
    logged: list[tuple[str, object]] = []
    log = SimpleNamespace(error=lambda event, extra: logged.append((event, extra)))
    load(monkeypatch)["purge"](log)
    assert logged == [("the purge takes too long: it is ended", {"seconds": 3600})]


@pytest.mark.parametrize(("seconds", "expected"), [("7", [7]), ("0", [])])
def test_a_worker_watches_for_requests_that_never_end(
    monkeypatch: pytest.MonkeyPatch, seconds: str, expected: list[int]
) -> None:
    watched: list[int] = []
    monkeypatch.setattr("playground.site.watchdog.end_when_overdue", watched.append)
    monkeypatch.setattr(threading.Thread, "start", threading.Thread.run)
    before = gc.get_threshold()
    try:
        load(monkeypatch, REQUEST_SECONDS=seconds)["post_worker_init"](None)
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
    assert watched == expected


def test_a_worker_does_not_traverse_what_it_started_with(monkeypatch: pytest.MonkeyPatch) -> None:
    before, frozen = gc.get_threshold(), gc.get_freeze_count()
    try:
        load(monkeypatch, REQUEST_SECONDS="0")["post_worker_init"](None)
        assert gc.get_freeze_count() > frozen
        assert gc.get_threshold()[0] > before[0]
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
