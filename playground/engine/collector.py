"""Pauses Python's garbage collector while a text is evaluated, because an evaluation makes no reference cycles."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def resting_collector() -> Iterator[None]:
    """Pause the garbage collector inside the block; no effect if it is paused already, by the caller or another thread.

    It is the same for all threads, so cycles of other threads wait, too.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
