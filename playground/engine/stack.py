"""Gives a call, and everything it calls, one contiguous piece of Python's own stack.

github.com/python/cpython/issues/142183, fixed in 3.13.13: before that, a thread's stack grows in chunks of 16 KB, each
allocated when a call does not fit into the last one, and freed when that call returns. A loop at such a boundary
allocates in every iteration, which takes 6 µs. Where the boundaries are depends on the depth of the caller: an
evaluation took up to three times as long, an answer of the server up to twice.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import local
from typing import Any, ParamSpec, TypeVar, cast

Given = ParamSpec("Given")
Returned = TypeVar("Returned")

# Of 8 bytes. Chunks have a power of two as their size: a call that needs a little more than 256 KB gets 512, and its
# callees have the untouched rest. A page takes 30 KB.
_SLOTS = 32_768


class _Thread(local):
    """Whether a call of this thread has such a stack: what it calls shares it."""

    prepared = False


_thread = _Thread()


def with_own_stack(function: Callable[Given, Returned]) -> Callable[Given, Returned]:
    """``function``, whose calls get 255 KB of Python's stack in one piece; beyond that it grows in chunks.

    Takes some 10 µs a call, unless a caller has such a stack already, as every request has.
    """

    @wraps(function)
    def layer(*given: Given.args, **named: Given.kwargs) -> Returned:
        return function(*given, **named)

    changed = cast(Any, layer)
    changed.__code__ = changed.__code__.replace(co_stacksize=_SLOTS)

    @wraps(function)
    def sharing(*given: Given.args, **named: Given.kwargs) -> Returned:
        if _thread.prepared:
            return function(*given, **named)
        _thread.prepared = True
        try:
            return layer(*given, **named)
        finally:
            _thread.prepared = False

    return sharing
