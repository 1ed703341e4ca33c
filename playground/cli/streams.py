"""The standard streams: colours, a progress line, and no control characters from the text if it is a terminal.

NO_COLOR (no-color.org): set to anything, it switches colours off. A stream that is not a terminal gets plain text.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final, TextIO

from playground.engine import escaped

COLOURS: Final = {"error": "31", "warning": "33", "hint": "36", "place": "1", "caret": "32"}
PATIENCE: Final = 0.5  # seconds before the progress line appears, and between its updates
_ERASE: Final = "\r\x1b[K"


def is_coloured(stream: TextIO | None) -> bool:
    """Whether ``stream`` is a terminal and NO_COLOR is not set."""
    return is_terminal(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM", "") not in ("", "dumb")


def is_terminal(stream: TextIO | None) -> bool:
    """Whether ``stream`` is a terminal; a closed stream is not."""
    return stream is not None and stream.isatty()


def painted(text: str, colour: str, *, coloured: bool) -> str:
    """``text`` in one of COLOURS, if ``coloured``."""
    return f"\x1b[{COLOURS[colour]}m{text}\x1b[0m" if coloured and text else text


def for_stream(text: str, stream: TextIO | None) -> str:
    """``text`` for ``stream``: with control characters escaped for a terminal, unchanged for anything else."""
    return escaped(text) if is_terminal(stream) else text


def printable(text: str) -> str:
    """``text`` on one line, with control characters escaped."""
    return escaped(text).replace("\n", "\\n")


def write(lines: Iterable[str], *, painted: bool = False) -> None:
    """Write ``lines`` to standard output, escaped for a terminal unless they are ``painted`` (have colours)."""
    text = "".join(f"{line}\n" for line in lines)
    sys.stdout.write(text if painted else for_stream(text, sys.stdout))


def write_error(lines: Iterable[str]) -> None:
    """Write ``lines`` to standard error as they are."""
    sys.stderr.write("".join(f"{line}\n" for line in lines))


def say(message: str) -> None:
    """Write ``message`` to standard error, escaped for a terminal."""
    sys.stderr.write(for_stream(f"{message}\n", sys.stderr))


def fail(message: str, status: int = 1) -> int:
    """Say why the command fails, and return its exit status."""
    say(message)
    return status


@contextmanager
def progress(activity: str) -> Iterator[None]:
    """If the block takes long, show ``activity`` and the seconds in a line of the terminal, and erase it at the end."""
    stream = sys.stderr
    if not is_terminal(stream):
        yield
        return
    done = threading.Event()
    teller = threading.Thread(target=_tell, args=(activity, stream, done), daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        teller.join()


def _tell(activity: str, stream: TextIO, done: threading.Event) -> None:
    rounds = 0
    while not done.wait(PATIENCE):
        rounds += 1
        stream.write(f"{_ERASE}{activity} … {rounds * PATIENCE:.0f} s")
        stream.flush()
    if rounds:
        stream.write(_ERASE)
        stream.flush()
