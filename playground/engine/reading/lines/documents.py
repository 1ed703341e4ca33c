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
    UncommonYamlError,
    block_value,
    plain_value,
    unquote,
)
from playground.engine.reading.scalars import TYPED_STARTS, Resolver
from playground.engine.reading.tape import BLOCK, FLOW, FOLDED, LITERAL, PLAIN, Tape

_BRACKETS = frozenset("[{")
_SPECIAL_STARTS = TYPED_STARTS | QUOTES | BLOCKS | _BRACKETS  # of values that may differ from their source text


class _Keys(dict[str, tuple[str, int, str]]):
    """Name, length and style of each key, by its source text with the colon; computed once for each source text."""

    def __init__(self, resolver: Resolver) -> None:
        self._resolver = resolver

    def __missing__(self, source: str) -> tuple[str, int, str]:
        text = source.rstrip(" ")[:-1]
        name, style = unquote(text)
        if style is PLAIN and name[0] in TYPED_STARTS and type(self._resolver[name]) is not str:
            raise UncommonYamlError
        key = self[source] = name, len(text), style
        return key


@dataclass(slots=True)
class LineReading:
    """One document while it is being read: call ``document`` once, then read ``tape``."""

    rows: Iterator[Row]
    resolver: Resolver
    deepest: int  # the highest number of mappings and lists inside one another
    tape: Tape = field(default_factory=Tape)
    _keys: _Keys = field(init=False)
    _row: Row = LAST  # the row that is read next
    _start: int = 0  # the row's offset in the text
    _end: int = 0  # the offset where the last value ends
    _container_skips: dict[int, int] = field(default_factory=dict)  # the node after a mapping or list, by its own node

    def __post_init__(self) -> None:
        self._keys = _Keys(self.resolver)

    def document(self) -> Any:
        """The document's value. Raises UncommonYamlError if it is not common YAML."""
        while not any(self._row[1:4]):  # a row without dash, key and value: blank lines and comments
            self._start += sum(map(len, self._row))
            self._row = next(self.rows)
            if self._row is LAST:
                raise UncommonYamlError
        _, dash, key, _, _ = self._row
        value = self._read_nested(-1, 0) if dash or key else None
        if self._row is not LAST:  # a document that is only a scalar, or a row that belongs to nothing above
            raise UncommonYamlError
        self.tape.skips.extend(range(1, len(self.tape.starts) + 1))
        for node, skip in self._container_skips.items():
            self.tape.skips[node] = skip
        return value

    def _read_nested(self, column: int, depth: int) -> Any:
        """The mapping or list that begins in this row, below a key at ``column``; None if the row is not deeper."""
        spaces, dash, key, _, _ = self._row
        indentation = len(spaces)
        if dash and indentation >= column:
            return self._read_list(indentation, depth + 1)
        if key and indentation > column:
            return self._read_mapping(indentation, depth + 1)
        self._end = self.tape.ends[-1] + 1  # after the colon
        self._add_node(self._end, self._end, PLAIN)
        return None

    def _read_mapping(self, column: int, depth: int) -> dict[str, Any]:
        """The mapping whose first key is in this row, perhaps after the dash of an item."""
        tape = self.tape
        entries: dict[str, Any] = {}
        starts, ends, styles = tape.starts, tape.ends, tape.styles
        node = self._open_container(column, depth)
        tape.mappings.add(node)
        _, _, key, value, ending = self._row
        while True:
            name, size, style = self._keys[key]
            if name in entries:
                raise UncommonYamlError
            tape.names[len(starts)] = name
            key_start = self._start + column
            start = key_start + len(key)
            self._end = end = start + len(value)
            self._start, self._row = end + len(ending), next(self.rows)
            starts.append(key_start)
            ends.append(key_start + size)
            styles.append(style)
            if not value:
                entries[name] = self._read_nested(column, depth)
            elif value[0] in _SPECIAL_STARTS or "\n" in value:
                entries[name] = self._read_scalar(value, start, column)
            else:
                entries[name] = value
                starts.append(start)
                ends.append(end)
                styles.append(PLAIN)
            spaces, dash, key, value, ending = self._row
            if not key or dash or len(spaces) != column:
                ends[node], self._container_skips[node] = self._end, len(starts)
                return entries

    def _read_list(self, column: int, depth: int) -> list[Any]:
        """The list whose first item is in this row."""
        items: list[Any] = []
        node = self._open_container(column, depth)
        spaces, dash, key, value, ending = self._row
        while dash and len(spaces) == column:
            start = self._start + column + len(dash)
            if key:
                items.append(self._read_mapping(column + len(dash), depth + 1))
            elif value:
                self._end = start + len(value)
                self._start, self._row = self._end + len(ending), next(self.rows)
                items.append(self._read_scalar(value, start, column))
            else:
                raise UncommonYamlError
            spaces, dash, key, value, ending = self._row
        self.tape.ends[node], self._container_skips[node] = self._end, len(self.tape.starts)
        return items

    def _read_scalar(self, source: str, start: int, column: int) -> Any:
        """The value of ``source``, in a mapping or list at ``column``; no mapping or list on rows of its own."""
        value: Any
        first, style = source[0], PLAIN
        if first in _BRACKETS:
            node = self._add_node(start, self._end, FLOW)
            value = read_brackets(source, start, self.tape, self.resolver)
            self._container_skips[node] = len(self.tape.starts)
            return value
        if first in QUOTES:
            value, style = unquote(source)
        elif first in BLOCKS:
            value, style = block_value(source, column), LITERAL if first == "|" else FOLDED
            self._end += 1  # its last line break
        else:
            value = plain_value(source, self.resolver)
        self._add_node(start, self._end, style)
        return value

    def _open_container(self, column: int, depth: int) -> int:
        """Add the node of a block mapping or list inside ``depth`` - 1 others; the caller sets its end."""
        if depth >= self.deepest:  # brackets inside it would be one level deeper
            raise UncommonYamlError
        starts = self.tape.starts
        starts.append(self._start + column)
        self.tape.ends.append(0)
        self.tape.styles.append(BLOCK)
        return len(starts) - 1

    def _add_node(self, start: int, end: int, style: str) -> int:
        tape, node = self.tape, len(self.tape.starts)
        tape.starts.append(start)
        tape.ends.append(end)
        tape.styles.append(style)
        return node
