"""Python's own stack for one request, in one piece.

github.com/python/cpython/issues/142183, mended in 3.13.13: until then a thread's stack grows by pieces of 16 KB, each
asked of the system when a call does not fit into the last one, and given back when that call returns. A loop that
happens to stand at such an edge does so in every turn, at 6 µs each, and where the edges are depends on how deep the
server's own calls are: an answer took up to twice its time.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication

# Of 8 bytes. The system gives memory by powers of two: a call that asks for a little more than 256 KB gets 512, none of
# which is touched, and what it calls has all of the rest. A page takes 30 KB.
_SLOTS = 32_768


def with_room(application: WSGIApplication) -> WSGIApplication:
    """``application``, whose calls find 255 KB of Python's stack in one piece; what needs more gets it by pieces."""

    def layer(environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        return application(environ, start_response)

    layer.__code__ = layer.__code__.replace(co_stacksize=_SLOTS)
    return layer
