"""Python's garbage collector rests while a text is evaluated: it would look through what is made, and find nothing."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Returned = TypeVar("Returned")


def with_resting_collector(function: Callable[Given, Returned]) -> Callable[Given, Returned]:
    """``function``, while which nobody looks for circles of objects, of which an evaluation makes none.

    The collector is the same for all threads: what is garbage elsewhere waits, too. Where it rests already, because
    another thread evaluates or whoever calls wants it so, nothing is changed, and nothing afterwards.
    """

    @wraps(function)
    def layer(*given: Given.args, **named: Given.kwargs) -> Returned:
        if not gc.isenabled():
            return function(*given, **named)
        gc.disable()
        try:
            return function(*given, **named)
        finally:
            gc.enable()  # comes last: with the next object that is made, the collector looks through the result

    return layer
