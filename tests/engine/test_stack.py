"""No call during a request allocates stack memory, at any depth."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from resource import RUSAGE_THREAD, getrusage
from typing import Any
from wsgiref.types import WSGIApplication

import pytest

from playground.engine import with_own_stack

DEPTHS = range(0, 200, 2)  # more than one piece of 16 KB, in steps that meet each of its edges
TURNS = 200


def loops(_environ: dict[str, Any], _start_response: object) -> Iterable[bytes]:
    for _ in range(TURNS):
        called()
    return ()


def called() -> None:
    """A call of a few hundred bytes, as any."""
    a, b, c, d, e, f, g, h = (None,) * 8
    inner = (a, b, c, d, e, f, g, h)
    del inner


def pages(application: WSGIApplication, depth: int) -> int:
    """How many pages of memory the system gives while it answers, asked by calls as deep as ``depth``."""
    if depth:
        return pages(application, depth - 1)
    before = getrusage(RUSAGE_THREAD).ru_minflt
    application({}, lambda *_: lambda _: None)
    return getrusage(RUSAGE_THREAD).ru_minflt - before


def test_no_call_at_any_depth_allocates_a_new_stack_chunk() -> None:
    served = with_own_stack(loops)
    assert max(pages(served, depth) for depth in DEPTHS) < TURNS / 4


def test_a_call_inside_has_its_stack_already() -> None:
    inside = with_own_stack(called)

    def calls(_environ: dict[str, Any], _start_response: object) -> Iterable[bytes]:
        for _ in range(TURNS):
            inside()
        return ()

    assert pages(with_own_stack(calls), 0) < TURNS / 4
    assert pages(calls, 0) >= TURNS  # each call gets another one


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="newer versions of Python keep a piece for the next call")
def test_without_it_every_call_does_at_some_depth() -> None:
    assert max(pages(loops, depth) for depth in DEPTHS) >= TURNS
