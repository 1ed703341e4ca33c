"""Reuses documents that the previous text had, too: they get new places but are not read again (see Memory)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import field
from typing import Generic, TypeVar

from playground.engine.memory import Memory
from playground.engine.records import record
from playground.engine.source.documents import Document
from playground.engine.source.limits import Guards
from playground.engine.source.text import SourceText

Outcome = TypeVar("Outcome")


@record()
class Known(Generic[Outcome]):
    """The result of a chunk without errors, and how much of the limits it used."""

    outcome: Outcome
    documents: tuple[Document, ...]  # in no text
    events: int
    nodes: int

    def placed(self, first: int, source: SourceText, base: int) -> Iterator[Document]:
        """Its Documents in a text that has it at ``base``; ``first`` is the number of the first one."""
        return (document.moved(first + number, source, base) for number, document in enumerate(self.documents))


@record(frozen=False)
class KnownChunks(Generic[Outcome]):
    """The chunks of the previous text, and those of this one, which the memory will hold once all are read.

    Chunks with equal texts are distinguished by their number, so that no two Documents share remembered results.
    """

    memory: Memory
    guards: Guards
    before: Mapping[Hashable, Known[Outcome]] = field(init=False)
    copies: dict[Hashable, int] = field(default_factory=dict)
    kept: dict[Hashable, Known[Outcome]] = field(default_factory=dict)
    characters: int = 0  # of those that are kept

    def __post_init__(self) -> None:
        self.before = self.memory.chunks if self.memory.limits == self.guards.limits else {}

    def key(self, text: str, lines_before: int) -> Hashable:
        """The key of the next chunk with this text."""
        name = text, lines_before
        self.copies[name] = number = self.copies.get(name, 0) + 1
        return name, number

    def find(self, key: Hashable, seen: int) -> Known[Outcome] | None:
        """The chunk, if the limits allow it; ``seen`` is the number of documents before it."""
        known, guards = self.before.get(key), self.guards
        if known is None or seen + len(known.documents) > guards.limits.documents:
            return None
        events, nodes = guards.events + known.events, guards.nodes + known.nodes
        if events > guards.limits.events or nodes > guards.limits.nodes:
            return None
        guards.events, guards.nodes = events, nodes
        return known

    def keep(self, key: Hashable, characters: int, known: Known[Outcome]) -> None:
        """Keep the chunk for the next text, if the memory is not full."""
        if self.characters + characters <= self.memory.characters:
            self.characters += characters
            self.kept[key] = known

    def end(self) -> None:
        """Store the chunks in the memory; call this when all are read."""
        self.memory.chunks, self.memory.limits = self.kept, self.guards.limits
