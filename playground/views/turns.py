"""Large texts are evaluated one after the other in each process.

Python runs one thread at a time and switches every 5 ms: evaluations at once all end late, and take longer in all.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, Final, ParamSpec

from django.http import HttpRequest, HttpResponse

Rest = ParamSpec("Rest")
View = Callable[Concatenate[HttpRequest, Rest], HttpResponse]

LARGE: Final = 8_192  # bytes of a request; the answer to a smaller one seldom takes longer than 5 ms
LONGEST_WAIT: Final = 0.2  # seconds for which a request waits for others, which may take long

_turn = threading.Lock()


def large_in_turn(view: View[Rest]) -> View[Rest]:
    """Let a large request wait until ``view`` has answered the one before it, or for LONGEST_WAIT."""

    @wraps(view)
    def waiting(request: HttpRequest, /, *arguments: Rest.args, **named: Rest.kwargs) -> HttpResponse:
        has_turn = len(request.body) > LARGE and _turn.acquire(timeout=LONGEST_WAIT)
        try:
            return view(request, *arguments, **named)
        finally:
            if has_turn:
                _turn.release()

    return waiting
