"""What an answer is made from is freed by another thread, once the answer is sent.

Freeing a large Evaluation takes a tenth of the time that making it takes. Traversing it would take Python's garbage
collector as long, so it is off until then: an Evaluation contains no reference cycles.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Final

LARGE: Final = 8_192  # characters of a text; what a smaller one leaves is freed before another thread is awake
_PAUSE: Final = 0.02  # seconds in which an answer is sent: head and body apart, and freeing lets no thread in between

_sweeper = ThreadPoolExecutor(1, thread_name_prefix="sweeper")


@contextmanager
def sweeping(text: str) -> Iterator[list[object]]:
    """A list for what is no longer needed at the end; until it is freed, the collector is off, if ``text`` is large.

    Nothing waits for the client, who may read slowly.
    """
    leftovers: list[object] = []
    if len(text) <= LARGE:
        yield leftovers
        return
    wakes = gc.isenabled()
    gc.disable()
    try:
        yield leftovers
    finally:
        _sweeper.submit(_sweep, leftovers, time.monotonic() + _PAUSE, wakes)


def _sweep(leftovers: list[object], due: float, wakes: bool) -> None:
    time.sleep(max(0.0, due - time.monotonic()))
    leftovers.clear()
    if wakes:
        gc.enable()
