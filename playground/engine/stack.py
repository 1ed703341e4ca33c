"""Python's own stack for one call and all that it calls, in one piece.

github.com/python/cpython/issues/142183, mended in 3.13.13: until then a thread's stack grows by pieces of 16 KB, each
asked of the system when a call does not fit into the last one, and given back when that call returns. A loop that
happens to stand at such an edge does so in every turn, at 6 µs each. Where the edges are depends on how deep the caller
stands: an evaluation took up to three times its time, an answer of the server up to twice.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast

Given = ParamSpec("Given")
Returned = TypeVar("Returned")

# Of 8 bytes. The system gives memory by powers of two: a call that asks for a little more than 256 KB gets 512, none of
# which is touched, and what it calls has all of the rest. A page takes 30 KB.
_SLOTS = 32_768


def with_own_stack(function: Callable[Given, Returned]) -> Callable[Given, Returned]:
    """``function``, whose calls find 255 KB of Python's stack in one piece; what needs more gets it by pieces.

    Costs some 10 µs a call.
    """

    @wraps(function)
    def layer(*given: Given.args, **named: Given.kwargs) -> Returned:
        return function(*given, **named)

    changed = cast(Any, layer)
    changed.__code__ = changed.__code__.replace(co_stacksize=_SLOTS)
    return layer
