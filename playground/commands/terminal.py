"""Output for a terminal: colours, a progress line, and no control characters from the text.

NO_COLOR (no-color.org): set to anything, it switches colours off. A stream that is no terminal gets the words alone.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, TextIO

from playground.engine import escaped

COLOURS: Final = {"error": "31", "warning": "33", "hint": "36", "place": "1", "caret": "32"}
PATIENCE: Final = 0.5  # seconds before anything is said, and between two lines
_ERASE: Final = "\r\x1b[K"


def is_coloured(stream: TextIO | None) -> bool:
    """Whether ``stream`` is a terminal whose reader wants colours."""
    return is_terminal(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM", "") not in ("", "dumb")


def is_terminal(stream: TextIO | None) -> bool:
    """Whether somebody reads or types there; a closed stream is none."""
    return stream is not None and stream.isatty()


def painted(text: str, colour: str, *, coloured: bool) -> str:
    """``text`` in one of COLOURS, where colours are wanted."""
    return f"\x1b[{COLOURS[colour]}m{text}\x1b[0m" if coloured and text else text


def shown(text: str, stream: TextIO | None) -> str:
    """``text`` as ``stream`` gets it: a terminal must not obey what is in it, all else gets every byte."""
    return escaped(text) if is_terminal(stream) else text


@contextmanager
def progress(words: str) -> Iterator[None]:
    """While the block runs long, tell ``words`` and the seconds in one line of a terminal, which is empty after it."""
    stream = sys.stderr
    if not is_terminal(stream):
        yield
        return
    done = threading.Event()
    teller = threading.Thread(target=_tell, args=(words, stream, done), daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        teller.join()


def _tell(words: str, stream: TextIO, done: threading.Event) -> None:
    rounds = 0
    while not done.wait(PATIENCE):
        rounds += 1
        stream.write(f"{_ERASE}{words} … {rounds * PATIENCE:.0f} s")
        stream.flush()
    if rounds:
        stream.write(_ERASE)
        stream.flush()
