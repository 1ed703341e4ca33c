"""A chunk of the previous text is reused at its new place, if the limits allow it."""

from __future__ import annotations

import pytest

from playground.engine.memory import Memory
from playground.engine.source import Limits, read
from playground.engine.source.limits import Guards
from playground.engine.source.reuse import KnownChunks

TEXT = "a: {b: 1}\n"  # ten characters, five events and a few around them
KEY = ((TEXT, 0), 1)


def remembered(limits: Limits) -> Memory:
    memory = Memory()
    assert read(TEXT, limits, memory=memory).documents
    return memory


def test_a_reused_chunk_counts_toward_the_limits() -> None:
    anew, again = Guards(Limits()), Guards(Limits())
    known = remembered(anew.limits).chunks[KEY]
    anew.events, anew.nodes = known.events, known.nodes
    assert KnownChunks(remembered(again.limits), again).find(KEY, 0)
    assert (again.events, again.nodes) == (anew.events, anew.nodes)
    assert again.nodes == 5


@pytest.mark.parametrize(
    ("limits", "events", "nodes", "seen"),
    [(Limits(nodes=9), 0, 5, 0), (Limits(events=12), 6, 0, 0), (Limits(documents=3), 0, 0, 3)],
)
def test_a_chunk_that_would_exceed_a_limit_is_read_again(limits: Limits, events: int, nodes: int, seen: int) -> None:
    memory, guards = remembered(limits), Guards(limits, events, nodes)
    assert KnownChunks(memory, guards).find(KEY, seen) is None
    assert (guards.events, guards.nodes) == (events, nodes)
    assert KnownChunks(memory, Guards(limits)).find(KEY, 0) is not None


def test_chunks_read_with_other_limits_are_read_again() -> None:
    assert KnownChunks(remembered(Limits()), Guards(Limits(depth=3))).find(KEY, 0) is None


def test_chunks_with_one_text_share_nothing() -> None:
    memory = Memory()
    read(f"{TEXT}---\n{TEXT}", memory=memory)
    first, second = read(f"{TEXT}---\n{TEXT}", memory=memory).documents
    assert first.value == second.value
    assert first.value is not second.value
    assert first.remembered is not second.remembered


def test_a_chunk_that_is_refused_is_read_each_time() -> None:
    memory = Memory()
    read("a: [\n---\nb: 1\n", memory=memory)
    assert list(memory.chunks) == [(("b: 1\n", 0), 1)]


def test_a_reused_document_has_its_new_place() -> None:
    memory = Memory()
    read(f"x: 1\n---\n{TEXT}", memory=memory)
    one, two = read(f"longer:\n  than: before\n---\n{TEXT}", memory=memory).documents
    assert (one.index, two.index) == (0, 1)
    assert str(two.span(("a", "b"))) == "4:8"
