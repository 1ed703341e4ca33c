"""Python's garbage collector rests while a text is evaluated: it would look through what is made, and find nothing."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def resting_collector() -> Iterator[None]:
    """Meanwhile nobody looks for circles of objects, of which an evaluation makes none.

    The collector is the same for all threads: what is garbage elsewhere waits, too. Where it rests already, because
    another thread evaluates or whoever calls wants it so, nothing is changed, and nothing afterwards.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
