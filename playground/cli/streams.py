"""The standard streams: colours, a progress line, and escapes for control characters on a terminal.

NO_COLOR (no-color.org): any value switches colours off. A stream that is not a terminal gets the text unchanged.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final, TextIO

from playground.engine import escaped

COLOURS: Final = {"error": "31", "warning": "33", "hint": "36", "place": "1", "caret": "32", "success": "32"}
PATIENCE: Final = 0.5  # seconds before the progress line appears, and between its updates
BAR_PATIENCE: Final = 1.0  # seconds before a ProgressBar appears
BAR_PAUSE: Final = 0.1  # seconds between its updates
BAR_WIDTH: Final = 30  # characters
_ERASE: Final = "\r\x1b[K"


def is_coloured(stream: TextIO | None) -> bool:
    """Whether ``stream`` is a terminal that shows colours, and NO_COLOR is not set."""
    return is_terminal(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM", "") not in ("", "dumb")


def is_terminal(stream: TextIO | None) -> bool:
    """Whether ``stream`` is a terminal; a closed stream is not."""
    return stream is not None and stream.isatty()


def painted(text: str, colour: str, *, coloured: bool) -> str:
    """``text`` in the colour of that name in COLOURS if ``coloured``, else unchanged."""
    return f"\x1b[{COLOURS[colour]}m{text}\x1b[0m" if coloured and text else text


def for_stream(text: str, stream: TextIO | None) -> str:
    """``text`` for ``stream``: with control characters escaped for a terminal, unchanged for anything else."""
    return escaped(text) if is_terminal(stream) else text


def printable(text: str) -> str:
    """``text`` on one line, with control characters escaped."""
    return escaped(text).replace("\n", "\\n")


def write(lines: Iterable[str], *, painted: bool = False) -> None:
    """Write ``lines`` to standard output, escaped for a terminal unless they are ``painted``, that is, have colours."""
    text = "".join(f"{line}\n" for line in lines)
    sys.stdout.write(text if painted else for_stream(text, sys.stdout))


def write_error(lines: Iterable[str]) -> None:
    """Write ``lines`` to standard error as they are."""
    sys.stderr.write("".join(f"{line}\n" for line in lines))


def say(message: str) -> None:
    """Write ``message`` to standard error, escaped for a terminal."""
    sys.stderr.write(for_stream(f"{message}\n", sys.stderr))


def fail(message: str, status: int = 1) -> int:
    """Write ``message``, the reason of a failure, to standard error; return ``status``."""
    say(message)
    return status


@contextmanager
def progress(activity: str) -> Iterator[None]:
    """While the block runs, show ``activity`` and the seconds so far in a line of the terminal; erase it at the end.

    The line appears after PATIENCE seconds, and only on a terminal.
    """
    stream = sys.stderr
    if not is_terminal(stream):
        yield
        return
    finished = threading.Event()
    reporter = threading.Thread(target=_show_progress, args=(activity, stream, finished), daemon=True)
    reporter.start()
    try:
        yield
    finally:
        finished.set()
        reporter.join()


def _show_progress(activity: str, stream: TextIO, finished: threading.Event) -> None:
    updates = 0
    while not finished.wait(PATIENCE):
        updates += 1
        stream.write(f"{_ERASE}{activity} … {updates * PATIENCE:.0f} s")
        stream.flush()
    if updates:
        stream.write(_ERASE)
        stream.flush()


class ProgressBar:
    """A bar on a terminal, for work that takes longer than a second. It counts what is done of ``total``."""

    def __init__(self, activity: str, total: int) -> None:
        self._activity, self._total = activity, total
        self._done = 0
        self._is_wanted = is_terminal(sys.stderr)
        self._is_shown = False
        self._next = time.monotonic() + BAR_PATIENCE

    def advance(self, *, erased: bool) -> None:
        """Count one more, and show the bar if it is time to; ``erased``: lines follow, so remove it instead."""
        self._done += 1
        if erased:
            self.erase()
            return
        now = time.monotonic()
        if not self._is_wanted or now < self._next:
            return
        self._next, self._is_shown = now + BAR_PAUSE, True
        filled = "#" * (BAR_WIDTH * self._done // self._total)
        sys.stderr.write(f"{_ERASE}{self._activity} [{filled:.<{BAR_WIDTH}}] {self._done:,} of {self._total:,}")
        sys.stderr.flush()

    def erase(self) -> None:
        """Remove the bar, so that something else can be written in its place."""
        if self._is_shown:
            sys.stderr.write(_ERASE)
            sys.stderr.flush()
            self._is_shown = False
