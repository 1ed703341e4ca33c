"""Document: plain values, with the place of every key and value.

The places are in the Tape, a table of the document's nodes. A node is the number of a key or value in that table.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from playground.engine.model.location import ROOT, FieldPath, Position, SourceSpan
from playground.engine.model.records import record
from playground.engine.reading.errors import value_messages
from playground.engine.reading.offsets import OffsetMap, offset_map
from playground.engine.reading.problem import RawProblem
from playground.engine.reading.tape import ALIAS, BLOCK, FLOW, FOLDED, LITERAL, Entries, Tape, entries_of
from playground.engine.reading.text import SourceText

# the anchor and tag of a node, with the space and comments after them
_PROPERTIES = re.compile(r"(?:(?:&[^\s,\[\]{}]+|!<[^>\s]*>|![^\s,\[\]{}]*)(?:[ \t\r\n]++|#[^\r\n]*+)*+)+")
_ENDS_AFTER_BLANKS = (BLOCK, LITERAL, FOLDED)  # styles whose end the parser puts after the blank lines that follow
_BLANK = " \t\r\n"
_MOST_PLACES = 100  # numbers too large for a float; in a document with more, their fields are not searched
_NODES_PER_FIELD = 8  # ``offsets_below`` gives up above so many for each requested field; an entry has two nodes
# What ``_holders`` keeps for the path of a mapping or list: its key node and value node (of a path that does not exist,
# those of the nearest ancestor), whether the path exists, and the entries of the mapping or list.
Holder = tuple[int, int, bool, Entries]


@record(eq=False)
class Document:
    """One document: its value as Kubernetes reads it, and the place of each field.

    A path that does not exist has the place of its nearest existing ancestor. A field whose value is an alias has the
    place of the alias. The fields inside the value of an alias or ``<<`` have their places at the anchor.
    """

    index: int
    value: Any
    syntax: Literal["yaml", "json"]
    source: SourceText
    _tape: Tape = field(repr=False)
    _base: int = field(repr=False)  # the tape's offsets count from this offset of the whole text
    _too_large: tuple[tuple[int, int], ...] = field(default=(), repr=False)  # see ``TapedValue``
    # caches: the entries of a mapping or list by its node; a Holder by its path; the OffsetMap of a scalar by its node
    _entries: dict[int, Entries] = field(default_factory=dict, repr=False)
    _holders: dict[tuple[str | int, ...], Holder] = field(default_factory=dict, repr=False)
    _maps: dict[int, OffsetMap | None] = field(default_factory=dict, repr=False)
    _children_at: dict[int, list[int]] = field(default_factory=dict, repr=False)  # by node, for ``path_at``

    def span(self, path: tuple[str | int, ...] = ROOT) -> SourceSpan:
        """The place of a field's value, without anchor and tag."""
        return self.source.span(*self.offsets(path))

    def offsets(self, path: tuple[str | int, ...] = ROOT) -> tuple[int, int]:
        """The place that ``span`` gives, as offsets into the whole text; cheaper."""
        return self._range(self._find(path)[1])

    def offsets_below(self, path: tuple[str | int, ...], count: int) -> dict[tuple[str | int, ...], tuple[int, int]]:
        """The offsets of ``path`` and of all fields below it, by paths relative to ``path``; cheaper than one by one.

        Empty if the document has aliases or ``<<``, or if it has many more such fields than the ``count`` needed.
        """
        _, root, exists = self._find(path)
        tape, text = self._tape, self.source.text
        skips, styles = tape.skips, tape.styles
        if not exists or tape.targets or tape.merges or skips[root] - root > _NODES_PER_FIELD * count:
            return {}
        offsets: dict[tuple[str | int, ...], tuple[int, int]] = {(): self._range(root)}
        containers: list[tuple[tuple[str | int, ...], int]] = [((), root)]  # relative path and node; grows in the loop
        base, starts, ends, names, mappings = self._base, tape.starts, tape.ends, tape.names, tape.mappings
        for above, container in containers:
            node, last, index, is_list = container + 1, skips[container], 0, container not in mappings
            while node < last:
                if is_list:
                    field_path, index = above + (index,), index + 1  # noqa: RUF005 (takes less time than unpacking)
                else:
                    field_path, node = above + (names[node],), skips[node]  # noqa: RUF005
                start, end, following = base + starts[node], base + ends[node], skips[node]
                if text[start : start + 1] in "&!":  # an anchor, a tag, or "" at the end of the text
                    offsets[field_path] = self._range(node)
                elif styles[node] in _ENDS_AFTER_BLANKS:
                    offsets[field_path] = start, start + len(text[start:end].rstrip(_BLANK))
                else:
                    offsets[field_path] = start, end
                if following > node + 1:
                    containers.append((field_path, node))
                node = following
        return offsets

    def key_span(self, path: tuple[str | int, ...]) -> SourceSpan:
        """The place of a mapping's key; that of the value if there is no such key."""
        key, node, exists = self._find(path)
        return self.source.span(*self._range(key if key >= 0 and exists else node))

    def text_span(self, path: tuple[str | int, ...], start: int, end: int) -> SourceSpan:
        """The place of ``value[start:end]`` of a string; of the whole value if the exact place is unknown."""
        _, node, exists = self._find(path)
        if not exists:
            return self.span(path)
        return self._part_span(node, _value_at(self.value, path), start, end)

    def key_text_span(self, path: tuple[str | int, ...], start: int, end: int) -> SourceSpan:
        """The place of ``key[start:end]`` of a key; of the whole key if the exact place is unknown."""
        key, _, exists = self._find(path)
        if not exists or key < 0:
            return self.key_span(path)
        return self._part_span(key, path[-1], start, end)

    def number_too_large(self, path: tuple[str | int, ...]) -> tuple[FieldPath, str] | None:
        """The field and the text of the first number that no 64-bit float holds, in the value at ``path``; else None.

        If the document has many such numbers, the field of the number is not searched: ``path`` takes its place.
        """
        start, end = self.offsets(path) if self._too_large else (0, 0)
        index = bisect_left(self._too_large, (start - self._base, 0))
        if index == len(self._too_large) or self._too_large[index][0] >= end - self._base:
            return None
        first, last = (self._base + offset for offset in self._too_large[index])
        is_exact = len(self._too_large) <= _MOST_PLACES  # the search of a place takes longer in larger documents
        return self.path_at(self.source.position(first)) if is_exact else FieldPath(path), self.source.text[first:last]

    def style(self, path: tuple[str | int, ...]) -> str:
        """How a value is written: plain, single, double, literal, folded, flow or block; empty for an alias."""
        _, node, exists = self._find(path)
        return self._tape.styles[node] if exists else ""

    def written(self, path: tuple[str | int, ...]) -> tuple[SourceSpan, str]:
        """The place of a field's value with its quotes, and its style; of an alias, those of the anchor's value."""
        _, node, _ = self._find(path)
        node = self._tape.targets.get(node, node)
        return self.source.span(*self._range(node)), self._tape.styles[node]

    @property
    def beginning(self) -> int:
        """The offset where the text that the document was read from begins, comments above it included."""
        return self._base

    def begins_comment(self, offset: int) -> bool:
        """Whether the ``#`` at an ``offset`` of the whole text begins a comment, and is no part of a key or value.

        A comment between an anchor or a tag and its value is not recognised.
        """
        text = self.source.text
        if self.syntax == "json" or (offset > self._base and text[offset - 1] not in _BLANK):
            return False
        node = self._scalar_at(offset)
        # After the `|` or `>` of a block, a comment may end the line.
        is_in_block = node is not None and self._tape.styles[node] in (LITERAL, FOLDED)
        return node is None or (is_in_block and text.find("\n", self._base + self._tape.starts[node], offset) < 0)

    def scalar_start(self, offset: int) -> int:
        """The offset where the key or value that holds an ``offset`` of the whole text begins; else ``offset``."""
        node = self._scalar_at(offset)
        return offset if node is None else self._base + self._tape.starts[node]

    def _scalar_at(self, offset: int) -> int | None:
        """The key, or the value that is no mapping or list, that holds an offset of the whole text."""
        tape, place = self._tape, offset - self._base
        node = bisect_right(tape.starts, place) - 1  # nodes begin in the order of the text
        is_scalar = node >= 0 and tape.styles[node] not in (BLOCK, FLOW, ALIAS)
        return node if is_scalar and place < tape.ends[node] else None

    def may_hold(self, sought: str) -> bool:
        """Whether a value may contain ``sought``: the source contains ``sought``, or a backslash, perhaps an escape.

        ``sought`` has no spaces, because the source may have a line break in place of a space.
        """
        text, place = self.source.text, (self._base + self._tape.starts[0], self._base + self._tape.ends[0])
        return text.find("\\", *place) >= 0 or text.find(sought, *place) >= 0

    def raw(self, path: tuple[str | int, ...]) -> str:
        """The source text of a value, quotes and all; empty when the path does not exist."""
        _, node, exists = self._find(path)
        start, end = self._range(node)
        return self.source.text[start:end] if exists else ""

    def path_at(self, position: Position) -> FieldPath:
        """The deepest field whose key or value holds a position."""
        offset = self.source.offset(position) - self._base
        tape, cache, node = self._tape, self._children_at, 0
        parts: list[str | int] = []
        while True:
            if node not in cache:  # neighbours are looked up one after the other
                cache[node] = tape.children(node)
            step = _step_at(tape, node, cache[node], offset)
            if step is None:
                return FieldPath(parts)
            part, node = step
            parts.append(part)

    def _find(self, path: tuple[str | int, ...]) -> tuple[int, int, bool]:
        """Key node and value node of a path, or of its nearest ancestor, and whether the path exists."""
        # Neighbours are looked up one after the other, so the path to their parent is cached.
        parent = tuple(path[:-1])
        holder = self._holders.get(parent)
        if holder is None:
            holder = self._holders[parent] = self._find_holder(parent)
        key, node, exists, entries = holder
        if not exists or not path:
            return key, node, exists
        entry = entries.get(path[-1])
        return (key, node, False) if entry is None else (*entry, True)

    def _find_holder(self, path: tuple[str | int, ...]) -> Holder:
        """Find the mapping or list at ``path``, starting from its nearest ancestor in the cache."""
        reached = len(path) - 1
        while reached > 0 and path[:reached] not in self._holders:
            reached -= 1
        # The document itself has no key, and its value is node 0.
        holder: Holder = self._holders[path[:reached]] if reached > 0 else (-1, 0, True, self._children(0))
        for depth in range(max(reached, 0), len(path)):
            key, node, exists, entries = holder
            entry = entries.get(path[depth])
            if entry is None or not exists:
                return key, node, False, {}
            children_by_name = self._children(self._tape.targets.get(entry[1], entry[1]))
            holder = self._holders[path[: depth + 1]] = (*entry, True, children_by_name)
        return holder

    def _children(self, node: int) -> Entries:
        """The entries of a mapping or list by key or index, cached."""
        return entries_of(self._tape, node, self._entries)

    def _range(self, node: int) -> tuple[int, int]:
        """A node's place in the whole text, without its anchor, its tag and the blank lines after it."""
        start, end = self._content_range(node)
        if self._tape.styles[node] in _ENDS_AFTER_BLANKS:
            end = start + len(self.source.text[start:end].rstrip(_BLANK))
        return start, end

    def _content_range(self, node: int) -> tuple[int, int]:
        """A node's place in the whole text, without its anchor and its tag."""
        start, end = self._base + self._tape.starts[node], self._base + self._tape.ends[node]
        text = self.source.text
        if start < end and text[start] in "&!":
            properties = _PROPERTIES.match(text, start, end)
            start = properties.end() if properties else start
        return start, end

    def _part_span(self, node: int, value: Any, start: int, end: int) -> SourceSpan:
        """The place of ``value[start:end]`` of a node's text; of the whole node if the exact place is unknown."""
        node = self._tape.targets.get(node, node)
        if node not in self._maps:
            begin, stop = self._content_range(node)
            raw = self.source.text[begin:stop].ljust(stop - begin, "\n")  # the reader adds a missing last line break
            self._maps[node] = offset_map(raw, self._tape.styles[node], value) if isinstance(value, str) else None
        offsets = self._maps[node]
        if offsets is None:
            return self.source.span(*self._range(node))
        begin, _ = self._content_range(node)
        first, last = offsets.source_range(start, end)
        return self.source.span(begin + first, begin + last)


def _value_at(value: Any, path: tuple[str | int, ...]) -> Any:
    for part in path:
        value = value[part]
    return value


def _step_at(tape: Tape, node: int, children: list[int], offset: int) -> tuple[str | int, int] | None:
    """The entry of a mapping or list that holds an offset: its key or index, and its value's node."""
    nodes_of_entry = 2 if node in tape.mappings else 1  # key and value, or an item
    count = len(children) // nodes_of_entry
    # Entries end in the order of the text.
    index = bisect_left(range(count), offset, key=lambda entry: tape.ends[children[(entry + 1) * nodes_of_entry - 1]])
    if index == count or tape.starts[first := children[index * nodes_of_entry]] > offset:
        return None
    return (index, first) if nodes_of_entry == 1 else (tape.names[first], children[index * 2 + 1])


KEY: Final = -1  # in place of a key's node: the next node is a key
ITEM: Final = -2  # the next node is an item of a list
NO_CONTAINER: Final = -3  # outside of all mappings and lists


@dataclass(slots=True)
class Frame:
    """One mapping or list that is still open."""

    container: Any
    node: int
    key_node: int  # the key whose value comes next; or KEY, ITEM or NO_CONTAINER
    key: str = ""


DOCUMENT_FRAME = Frame(None, -1, NO_CONTAINER)  # the document


@dataclass(slots=True)
class Notes:
    """The RawProblems of one document, and the field that is being read.

    Of more than MOST_PROBLEMS, the first ones are kept, and the first one that refuses the document.
    """

    chunk: str  # the text that is being read
    frames: list[Frame] = field(default_factory=lambda: [DOCUMENT_FRAME])  # the innermost comes last
    raw_problems: list[RawProblem] = field(default_factory=list)
    # Nodes of keys and numbers that JSON does not have (`.inf`, a null key), with their values. Kubernetes refuses
    # these nodes, unless a repeated key overrides them.
    doubtful: dict[int, Any] = field(default_factory=dict)
    _refused: bool = False

    def add(self, describe: Callable[..., RawProblem | None], *arguments: Any) -> None:
        """Add the RawProblem that ``describe`` returns for ``arguments`` and the field that is being read, if any."""
        full = len(self.raw_problems) >= value_messages.MOST_PROBLEMS
        if full and (self._refused or describe in value_messages.WARNINGS):
            return
        raw = describe(*arguments, self.path())
        if raw is not None and (raw.refused or not full):
            self.raw_problems.append(raw)
            self._refused = self._refused or raw.refused

    def path(self) -> FieldPath:
        """The field that is being read."""
        parts: list[str | int] = []
        for frame in self.frames:
            if frame.key_node == ITEM:
                parts.append(len(frame.container))
            elif frame.key_node >= 0:
                parts.append(frame.key)
        return FieldPath(parts)
