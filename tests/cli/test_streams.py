"""Colours and the progress line go to terminals only."""

from __future__ import annotations

import io
import time

import pytest

from playground.cli import streams
from playground.cli.streams import ProgressBar, is_coloured, painted, progress


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "environment", "coloured"),
    [
        (Terminal(), {"TERM": "xterm"}, True),
        (Terminal(), {"TERM": "xterm", "NO_COLOR": ""}, True),
        (Terminal(), {"TERM": "xterm", "NO_COLOR": "1"}, False),
        (Terminal(), {"TERM": "dumb"}, False),
        (Terminal(), {}, False),
        (io.StringIO(), {"TERM": "xterm"}, False),
        (None, {"TERM": "xterm"}, False),
    ],
)
def test_colours_are_for_terminals_that_want_them(
    stream: io.StringIO | None, environment: dict[str, str], coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TERM", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, text in environment.items():
        monkeypatch.setenv(name, text)
    assert is_coloured(stream) is coloured


def test_colour_codes_surround_only_the_words() -> None:
    assert painted("word", "error", coloured=True) == "\x1b[31mword\x1b[0m"
    assert painted("word", "error", coloured=False) == "word"
    assert painted("", "error", coloured=True) == ""


@pytest.mark.parametrize(("stream", "shows_progress"), [(Terminal(), True), (io.StringIO(), False)])
def test_slow_work_shows_a_progress_line_and_removes_it(
    stream: io.StringIO, shows_progress: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr(streams, "PATIENCE", 0.001)
    with progress("reading a.yaml"):
        deadline = time.monotonic() + 60
        while shows_progress and "reading a.yaml …" not in stream.getvalue() and time.monotonic() < deadline:
            time.sleep(0.001)
    output = stream.getvalue()
    assert ("reading a.yaml … 0 s" in output) is shows_progress
    assert output.endswith("\r\x1b[K" if shows_progress else "")
    assert bool(output) is shows_progress


def test_quick_work_shows_no_progress_line(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr(streams, "PATIENCE", 3600)
    with progress("reading a.yaml"):
        pass
    assert stream.getvalue() == ""


@pytest.mark.parametrize(("stream", "is_shown"), [(Terminal(), True), (io.StringIO(), False)])
def test_a_bar_counts_what_is_done_and_gives_way_to_lines(
    stream: io.StringIO, is_shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr(streams, "BAR_PATIENCE", 0)
    monkeypatch.setattr(streams, "BAR_PAUSE", 0)
    monkeypatch.setattr(streams, "BAR_WIDTH", 4)
    bar = ProgressBar("checking", 2_000)
    for _ in range(1_000):
        bar.advance(erased=False)
    shown = stream.getvalue()
    assert shown.endswith("\r\x1b[Kchecking [##..] 1,000 of 2,000" if is_shown else "")
    bar.advance(erased=True)
    bar.erase()
    assert stream.getvalue() == (f"{shown}\r\x1b[K" if is_shown else "")


def test_a_bar_waits_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr(streams, "BAR_PATIENCE", 3600)
    ProgressBar("checking", 1).advance(erased=False)
    assert stream.getvalue() == ""
