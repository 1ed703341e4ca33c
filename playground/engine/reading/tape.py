"""The Tape: where every key and value of one document is, as flat lists of integers in the order of the text.

Node ``n`` is the n-th key or value. A mapping's nodes follow it (key, value, key, value …), a list's items follow it;
``skips[n]`` is the node after all that belongs to ``n``. Plain integers cost the garbage collector no time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from playground.engine.model.deadline import Deadline
from playground.engine.model.limits import Limits
from playground.engine.model.records import record

PLAIN, SINGLE, DOUBLE, LITERAL, FOLDED = "plain", "single", "double", "literal", "folded"
FLOW, BLOCK, ALIAS = "flow", "block", ""

Entry = tuple[int, int]  # key node (-1 in a list) and value node

_STREAM_EVENTS = 3  # events of every document: the stream begins, the document begins, the document ends


@record()
class Tape:
    """The places of one document's nodes, as offsets into the piece of text that it was read from."""

    starts: list[int] = field(default_factory=list)  # anchors and tags included
    ends: list[int] = field(default_factory=list)  # a block scalar's runs over the blank lines after it
    styles: list[str] = field(default_factory=list)
    skips: list[int] = field(default_factory=list)
    mappings: set[int] = field(default_factory=set)  # the nodes that are mappings
    names: dict[int, str] = field(default_factory=dict)  # key node -> the key's name in the value
    merges: set[int] = field(default_factory=set)  # key nodes that are `<<`
    targets: dict[int, int] = field(default_factory=dict)  # alias node -> the node with the anchor

    def add(self, start: int, end: int, style: str) -> int:
        """Add a node and return it. The caller closes a mapping or list when it is complete."""
        node = len(self.starts)
        self.starts.append(start)
        self.ends.append(end)
        self.styles.append(style)
        self.skips.append(node + 1)
        return node

    def close(self, node: int, end: int) -> None:
        """Close a mapping or list: all of its nodes have been added."""
        self.ends[node], self.skips[node] = end, len(self.starts)

    def has_longer(self, limit: int) -> bool:
        """Whether the source of a key or scalar, with quotes and escapes, has more than ``limit`` characters."""
        places = zip(self.starts, self.ends, self.styles, strict=True)
        return any(end - start > limit and style not in (FLOW, BLOCK) for start, end, style in places)

    def place(self, node: int) -> tuple[int, int]:
        """The offsets of a node."""
        return self.starts[node], self.ends[node]

    def merged_mappings(self, node: int) -> list[int]:
        """The mappings that a ``<<`` with the value ``node`` names."""
        node = self.targets.get(node, node)
        sources = [node] if node in self.mappings else self.children(node)
        return [self.targets.get(source, source) for source in sources]

    def children(self, node: int) -> list[int]:
        """The nodes directly inside a mapping (keys and values in turn) or list; none for a scalar."""
        nodes, child, end = [], node + 1, self.skips[node]
        while child < end:
            nodes.append(child)
            child = self.skips[child]
        return nodes


Entries = Mapping[str | int, Entry]  # of a mapping or list, by key or index


def entries_of(tape: Tape, node: int, cache: dict[int, Entries]) -> Entries:
    """The entries of a mapping or list, with those that ``<<`` adds; of a repeated key, the last one."""
    entries = cache.get(node)
    if entries is None:
        entries = cache[node] = _collect_entries(tape, node, cache)
    return entries


def _collect_entries(tape: Tape, node: int, cache: dict[int, Entries]) -> Entries:
    names, skips, merges = tape.names, tape.skips, tape.merges
    if node not in tape.mappings:
        return {index: (-1, child) for index, child in enumerate(tape.children(node))}
    entries: dict[str | int, Entry] = {}
    key, end = node + 1, skips[node]
    while key < end:
        child = skips[key]
        if key in merges:
            entries.update(_merged_entries(tape, child, cache))
        else:
            entries[names[key]] = (key, child)
        key = skips[child]
    return entries


def _merged_entries(tape: Tape, node: int, cache: dict[int, Entries]) -> Entries:
    """The entries that ``<<`` adds; of several mappings the first wins."""
    sources = reversed(tape.merged_mappings(node))
    return {key: entry for source in sources for key, entry in entries_of(tape, source, cache).items()}


@dataclass(slots=True)
class FirstKeys:
    """The first key node of each name in a mapping that is still being read. Visits each key once."""

    next_key: int
    nodes: dict[str, int] = field(default_factory=dict)

    def find(self, tape: Tape, name: str, repeated_key: int) -> int:
        """The first key node with this name; ``repeated_key`` if none is before it."""
        while self.next_key < repeated_key:
            self.nodes.setdefault(tape.names[self.next_key], self.next_key)
            self.next_key = tape.skips[tape.skips[self.next_key]]
        return self.nodes.get(name, repeated_key)


@record()
class TapedValue:
    """The value of one document, and the Tape with the places of its keys and values."""

    value: Any
    tape: Tape
    too_large: tuple[tuple[int, int], ...] = ()  # places of JSON's numbers that no 64-bit float holds


@dataclass(slots=True)
class Guards:
    """The Limits, and how much of them the documents read so far have used."""

    limits: Limits
    events: int = 0  # of the documents read so far
    nodes: int = 0
    aliased_nodes: int = 0  # keys and values that the aliases would add if expanded
    aliased_characters: int = 0  # of these keys and values
    deadline: Deadline = field(default_factory=Deadline)

    def count_document(self, tape: Tape) -> bool:
        """Count the nodes and events of a document. If they pass a limit, count nothing and return False."""
        nodes = self.nodes + len(tape.starts)
        # Each node has an event; each mapping and list has one more, at its end.
        events = self.events + len(tape.starts) + tape.styles.count(BLOCK) + tape.styles.count(FLOW) + _STREAM_EVENTS
        if nodes > self.limits.nodes or events > self.limits.events:
            return False
        self.nodes, self.events = nodes, events
        return True
