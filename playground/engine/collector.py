"""Python's garbage collector is off while a text is evaluated: it would traverse what is made, and find no garbage."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Returned = TypeVar("Returned")


def with_resting_collector(function: Callable[Given, Returned]) -> Callable[Given, Returned]:
    """``function``, run with the garbage collector off: an evaluation makes no reference cycles.

    All threads have the same collector, so their garbage waits, too. If it is off already, because another thread
    evaluates or the caller wants it so, it stays off.
    """

    @wraps(function)
    def layer(*given: Given.args, **named: Given.kwargs) -> Returned:
        if not gc.isenabled():
            return function(*given, **named)
        gc.disable()
        try:
            return function(*given, **named)
        finally:
            gc.enable()  # last: the next object that is made may start a collection, which traverses the result

    return layer
