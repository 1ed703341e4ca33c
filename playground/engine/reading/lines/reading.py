"""Builds the value and the Tape of a document from its rows: one function for mappings, one for lists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from playground.engine.reading.lines.brackets import Place, read_brackets
from playground.engine.reading.lines.rows import LAST, Row
from playground.engine.reading.lines.scalars import (
    BLOCKS,
    QUOTES,
    LeftToParserError,
    block_value,
    plain_value,
    unquoted,
)
from playground.engine.reading.scalars import TYPED_STARTS, Resolver
from playground.engine.reading.tape import BLOCK, FLOW, FOLDED, LITERAL, PLAIN, Tape

_BRACKETS = frozenset("[{")
_OTHER_STARTS = TYPED_STARTS | QUOTES | BLOCKS | _BRACKETS  # of values that are not simply their text


_UNKNOWN: Place = (0, 0, BLOCK)


class _Keys(dict[str, tuple[str, int, str]]):
    """Name, length and style of each key, by its source text with the colon; keys repeat a lot."""

    def __init__(self, resolver: Resolver) -> None:
        self._resolver = resolver

    def __missing__(self, source: str) -> tuple[str, int, str]:
        text = source.rstrip(" ")[:-1]
        name, style = unquoted(text)
        if style is PLAIN and name[0] in TYPED_STARTS and type(self._resolver[name]) is not str:
            raise LeftToParserError
        key = self[source] = name, len(text), style
        return key


@dataclass(slots=True)
class LineReading:
    """One document while it is being read: call ``document`` once, then ``tape``."""

    rows: Iterator[Row]
    resolver: Resolver
    deepest: int  # mappings and lists inside one another
    _keys: _Keys = field(init=False)
    _row: Row = LAST  # the one that is read now
    _start: int = 0  # its offset in the text
    _end: int = 0  # of the last value
    _places: list[Place] = field(default_factory=list)  # of the nodes
    _mappings: set[int] = field(default_factory=set)  # nodes
    _names: dict[int, str] = field(default_factory=dict)  # of the key nodes
    _after: dict[int, int] = field(default_factory=dict)  # the node after a mapping or list, by its own node

    def __post_init__(self) -> None:
        self._keys = _Keys(self.resolver)

    def document(self) -> Any:
        """The document's value. Raises LeftToParserError if it is not common YAML."""
        while not any(self._row[1:4]):
            self._start += sum(map(len, self._row))  # blank lines and comments
            self._row = next(self.rows)
            if self._row is LAST:
                raise LeftToParserError
        _, dash, key, _, _ = self._row
        value = self._below(-1, 0) if dash or key else None
        if self._row is not LAST:
            raise LeftToParserError
        return value

    def tape(self) -> Tape:
        """The places of the document's nodes."""
        starts, ends, styles = map(list, zip(*self._places, strict=True))
        skips = list(range(1, len(starts) + 1))
        for node, after in self._after.items():
            skips[node] = after
        return Tape(starts, ends, styles, skips, self._mappings, self._names)

    def _below(self, column: int, depth: int) -> Any:
        """The mapping or list that begins in this row, below a key at ``column``; None if there is nothing deeper."""
        spaces, dash, key, _, _ = self._row
        indentation = len(spaces)
        if dash and indentation >= column:
            return self._list(indentation, depth + 1)
        if key and indentation > column:
            return self._mapping(indentation, depth + 1)
        self._end = self._places[-1][1] + 1  # after the colon
        self._places.append((self._end, self._end, PLAIN))
        return None

    def _mapping(self, column: int, depth: int) -> dict[str, Any]:
        """The mapping whose first key is in this row, perhaps after the dash of an item."""
        places, names, keys, rows = self._places, self._names, self._keys, self.rows
        begin, node = self._start + column, self._open(depth)
        self._mappings.add(node)
        entries: dict[str, Any] = {}
        _, dash, key, value, ending = self._row
        while True:
            name, size, style = keys[key]
            if name in entries:
                raise LeftToParserError
            names[len(places)] = name
            start = self._start + column
            places.append((start, start + size, style))
            start += len(key)
            self._end = end = start + len(value)
            self._start, self._row = end + len(ending), next(rows)
            if value and value[0] not in _OTHER_STARTS and "\n" not in value:  # as most are
                entries[name] = value
                places.append((start, end, PLAIN))
            else:
                entries[name] = self._scalar(value, start, column) if value else self._below(column, depth)
            spaces, dash, key, value, ending = self._row
            if not key or dash or len(spaces) != column:
                places[node], self._after[node] = (begin, self._end, BLOCK), len(places)
                return entries

    def _list(self, column: int, depth: int) -> list[Any]:
        """The list whose first item is in this row."""
        begin, node = self._start + column, self._open(depth)
        items: list[Any] = []
        spaces, dash, key, value, ending = self._row
        while dash and len(spaces) == column:
            start = column + len(dash)
            if key:
                items.append(self._mapping(start, depth + 1))
            elif value:
                start += self._start
                self._end = start + len(value)
                self._start, self._row = self._end + len(ending), next(self.rows)
                items.append(self._scalar(value, start, column))
            else:
                raise LeftToParserError
            spaces, dash, key, value, ending = self._row
        self._places[node], self._after[node] = (begin, self._end, BLOCK), len(self._places)
        return items

    def _scalar(self, source: str, start: int, column: int) -> Any:
        """The value of what is not a mapping or list of its own rows; it is in one at ``column``."""
        first, resolver = source[0], self.resolver
        if first in _BRACKETS:
            return self._in_brackets(source, start)
        if first in QUOTES:
            value: Any
            value, style = unquoted(source)
        elif first in BLOCKS:
            value, style = block_value(source, column), LITERAL if first == "|" else FOLDED
            self._end += 1  # the last line break
        else:
            value, style = plain_value(source, resolver), PLAIN
        self._places.append((start, self._end, style))
        return value

    def _in_brackets(self, source: str, start: int) -> Any:
        """The value of a mapping or list between brackets."""
        node = len(self._places)
        value, places = read_brackets(source, start, self.resolver)
        self._places.append((start, self._end, FLOW))
        self._places += places
        self._after[node] = len(self._places)
        if type(value) is dict:
            self._mappings.add(node)
            self._names.update(zip(range(node + 1, node + 1 + len(places), 2), value, strict=True))
        return value

    def _open(self, depth: int) -> int:
        """The node of a block mapping or list, which is in ``depth`` - 1 others; its place is known when it ends."""
        if depth >= self.deepest:  # a value between brackets is one more
            raise LeftToParserError
        self._places.append(_UNKNOWN)
        return len(self._places) - 1
