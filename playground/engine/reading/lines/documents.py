"""Builds the value and the Tape of a document from its rows: one function for mappings, one for lists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from playground.engine.reading.lines.brackets import read_brackets
from playground.engine.reading.lines.rows import LAST, Row
from playground.engine.reading.lines.scalar_text import (
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
    """One document while it is being read: call ``document`` once, then read ``tape``."""

    rows: Iterator[Row]
    resolver: Resolver
    deepest: int  # mappings and lists inside one another
    tape: Tape = field(default_factory=Tape)
    _keys: _Keys = field(init=False)
    _row: Row = LAST  # the one that is read next
    _start: int = 0  # its offset in the text
    _end: int = 0  # that of the end of the last value
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
        self.tape.skips.extend(range(1, len(self.tape.starts) + 1))
        for node, after in self._after.items():
            self.tape.skips[node] = after
        return value

    def _below(self, column: int, depth: int) -> Any:
        """The mapping or list that begins in this row, below a key at ``column``; None if there is nothing deeper."""
        spaces, dash, key, _, _ = self._row
        indentation = len(spaces)
        if dash and indentation >= column:
            return self._list(indentation, depth + 1)
        if key and indentation > column:
            return self._mapping(indentation, depth + 1)
        self._end = self.tape.ends[-1] + 1  # after the colon
        self._add(self._end, self._end, PLAIN)
        return None

    def _mapping(self, column: int, depth: int) -> dict[str, Any]:
        """The mapping whose first key is in this row, perhaps after the dash of an item."""
        tape = self.tape
        entries: dict[str, Any] = {}
        starts, ends, styles = tape.starts, tape.ends, tape.styles
        node = self._open(column, depth)
        tape.mappings.add(node)
        _, _, key, value, ending = self._row
        while True:
            name, size, style = self._keys[key]
            if name in entries:
                raise LeftToParserError
            tape.names[len(starts)] = name
            key_start = self._start + column
            start = key_start + len(key)
            self._end = end = start + len(value)
            self._start, self._row = end + len(ending), next(self.rows)
            starts.append(key_start)
            ends.append(key_start + size)
            styles.append(style)
            if not value:
                entries[name] = self._below(column, depth)
            elif value[0] in _OTHER_STARTS or "\n" in value:
                entries[name] = self._scalar(value, start, column)
            else:
                entries[name] = value
                starts.append(start)
                ends.append(end)
                styles.append(PLAIN)
            spaces, dash, key, value, ending = self._row
            if not key or dash or len(spaces) != column:
                ends[node], self._after[node] = self._end, len(starts)
                return entries

    def _list(self, column: int, depth: int) -> list[Any]:
        """The list whose first item is in this row."""
        items: list[Any] = []
        node = self._open(column, depth)
        spaces, dash, key, value, ending = self._row
        while dash and len(spaces) == column:
            start = self._start + column + len(dash)
            if key:
                items.append(self._mapping(column + len(dash), depth + 1))
            elif value:
                self._end = start + len(value)
                self._start, self._row = self._end + len(ending), next(self.rows)
                items.append(self._scalar(value, start, column))
            else:
                raise LeftToParserError
            spaces, dash, key, value, ending = self._row
        self.tape.ends[node], self._after[node] = self._end, len(self.tape.starts)
        return items

    def _scalar(self, source: str, start: int, column: int) -> Any:
        """The value of a ``source`` in a mapping or list at ``column``: anything but one on rows of its own."""
        value: Any
        first, style = source[0], PLAIN
        if first in _BRACKETS:
            node = self._add(start, self._end, FLOW)
            value = read_brackets(source, start, self.tape, self.resolver)
            self._after[node] = len(self.tape.starts)
            return value
        if first in QUOTES:
            value, style = unquoted(source)
        elif first in BLOCKS:
            value, style = block_value(source, column), LITERAL if first == "|" else FOLDED
            self._end += 1  # its last line break
        else:
            value = plain_value(source, self.resolver)
        self._add(start, self._end, style)
        return value

    def _open(self, column: int, depth: int) -> int:
        """The node of a block mapping or list in ``depth`` - 1 others; its end is set when it is read."""
        if depth >= self.deepest:  # a value between brackets is one more
            raise LeftToParserError
        starts = self.tape.starts
        starts.append(self._start + column)
        self.tape.ends.append(0)
        self.tape.styles.append(BLOCK)
        return len(starts) - 1

    def _add(self, start: int, end: int, style: str) -> int:
        tape, node = self.tape, len(self.tape.starts)
        tape.starts.append(start)
        tape.ends.append(end)
        tape.styles.append(style)
        return node
