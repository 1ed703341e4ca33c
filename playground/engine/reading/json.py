"""Reads JSON text into plain values and a Tape, the places of all keys and values in the text; without recursion.

RFC 8259, with the numbers of apimachinery ``util/json``: int64 where it fits, a 64-bit float where it doesn't.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field, replace
from json.decoder import JSONDecodeError, scanstring  # type: ignore[attr-defined]  # undocumented, and in C
from math import copysign, isfinite
from typing import Any

from playground.engine.model.deadline import STEPS
from playground.engine.model.location import FieldPath
from playground.engine.reading.errors import json_messages, value_messages
from playground.engine.reading.errors.json_messages import Stop, after_space
from playground.engine.reading.problem import RawProblem, too_deep, too_long, too_many_values
from playground.engine.reading.tape import DOUBLE, FLOW, PLAIN, FirstKeys, Guards, Tape, TapedValue
from playground.engine.text.go import without_surrogates

_COLON = re.compile(r"[ \t\r\n]*:[ \t\r\n]*")
_SEPARATOR = re.compile(r"[ \t\r\n]*([,}\]])[ \t\r\n]*")
_LITERAL = re.compile(r"(-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?)|true\b|false\b|null\b")
_WORDS = {"true": True, "false": False, "null": None}
_LONGEST_INTEGER = 20  # characters, the sign included; a longer integer is beyond 64 bits
_INT64 = range(-(2**63), 2**63)
_CLOSERS = {"{": "}", "[": "]"}


@dataclass(slots=True)
class _Frame:
    """One object or array that is still open."""

    container: Any
    node: int
    key: str = ""
    key_node: int = -1  # -1 if no key is being read
    first_keys: FirstKeys | None = None  # finds the first place of a key; made when a key is repeated


@dataclass(slots=True)
class JsonReading:
    """One JSON value while it is being read: call ``run`` once, then read the public fields."""

    chunk: str  # the text to read, see ``stream.Chunk``
    guards: Guards
    begin: int  # the offset of the value in the chunk
    raw_problems: list[RawProblem] = field(default_factory=list)
    too_large: list[tuple[int, int]] = field(default_factory=list)  # numbers that no 64-bit float holds
    # The RawProblems of the first of these numbers. The caller leaves them out if the value is a Template: `oc` decodes
    # the Objects of a Template one by one, so such a number refuses only one of them.
    too_large_problems: list[RawProblem] = field(default_factory=list)
    end: int = 0  # the offset after the value and the space that follows
    _tape: Tape = field(default_factory=Tape)
    _frames: list[_Frame] = field(default_factory=list)

    def run(self) -> TapedValue:
        """The value that begins at ``begin`` and its Tape; RefusalError at the first character that cannot be read."""
        value = self._read_value()
        self.guards.nodes += len(self._tape.starts)
        return TapedValue(value, self._tape, tuple(self.too_large))

    def _read_value(self) -> Any:  # long, because a call for each key and value would take time
        chunk, tape, frames = self.chunk, self._tape, self._frames
        offset, count = self.begin, 0
        while True:
            count += 1
            if count % STEPS == 0:
                self.guards.deadline.check()
            char = chunk[offset : offset + 1]
            if char == "{" or char == "[":
                offset, closed = self._open_container(char, offset)
                if not closed:
                    continue
                value = frames.pop().container
            else:
                value, offset = self._read_scalar(char, offset)
            while frames:
                frame = frames[-1]
                separator = _SEPARATOR.match(chunk, offset)
                self._add_value(frame, value)
                if separator is None:
                    raise json_messages.unexpected(self._stop(offset))
                offset = separator.end()
                if separator[1] == ",":
                    if type(frame.container) is dict:
                        offset = self._read_key(frame, offset, first=False)
                    break
                if (separator[1] == "}") is not (type(frame.container) is dict):
                    raise json_messages.unexpected(self._stop(separator.start(1)))
                tape.close(frame.node, separator.end(1))
                frames.pop()
                value = frame.container
            else:
                self.end = after_space(chunk, offset)
                return value

    def _open_container(self, char: str, offset: int) -> tuple[int, bool]:
        """Open an object or array; return where to read on, and whether it is empty and therefore closed."""
        if len(self._frames) >= self.guards.limits.depth:
            raise too_deep(offset, self.guards.limits, self._path())
        node = self._add_node(offset, offset + 1, FLOW)
        frame = _Frame({} if char == "{" else [], node)
        self._frames.append(frame)
        offset = after_space(self.chunk, offset + 1)
        if char == "{":
            self._tape.mappings.add(node)
        if self.chunk[offset : offset + 1] == _CLOSERS[char]:
            self._tape.ends[node] = offset + 1
            return offset + 1, True
        return (self._read_key(frame, offset, first=True) if char == "{" else offset), False

    def _read_key(self, frame: _Frame, offset: int, first: bool) -> int:
        """Read the key at ``offset`` and its colon; return where the value begins."""
        if self.chunk[offset : offset + 1] != '"':
            frame.key_node = -1
            raise json_messages.no_key(self._stop(offset), first)
        key, end = self._read_string(offset)
        frame.key, frame.key_node = key, self._add_node(offset, end, DOUBLE)
        self._tape.names[frame.key_node] = key
        colon = _COLON.match(self.chunk, end)
        if colon is None:
            raise json_messages.no_colon(self._stop(end), key)
        return colon.end()

    def _read_scalar(self, char: str, offset: int) -> tuple[Any, int]:
        """The value of the string, number or word at ``offset``, and where it ends."""
        if char == '"':
            text, end = self._read_string(offset)
            self._add_node(offset, end, DOUBLE)
            return text, end
        match = _LITERAL.match(self.chunk, offset)
        if match is None:
            raise json_messages.no_value(self._stop(offset))
        self._add_node(offset, match.end(), PLAIN)
        return (_WORDS[match[0]] if match[1] is None else self._read_number(match, offset)), match.end()

    def _read_string(self, offset: int) -> tuple[str, int]:
        try:
            text, end = scanstring(self.chunk, offset + 1, True)
        except JSONDecodeError as error:
            raise json_messages.bad_string(self._stop(offset), error) from None
        if len(text) > self.guards.limits.scalar_characters:
            raise too_long(offset, end, len(text), self.guards.limits, self._path())
        return without_surrogates(text), end  # Go reads the escape of half a pair as U+FFFD

    def _read_number(self, match: re.Match[str], offset: int) -> int | float:
        text = match[1]
        if match[2] is None and match[3] is None and len(text) <= _LONGEST_INTEGER and int(text) in _INT64:
            return int(text)
        value = float(text)
        place = offset, match.end()
        if not isfinite(value):
            self.too_large.append(place)
            if len(self.too_large_problems) < value_messages.MOST_PROBLEMS:
                raw = value_messages.no_number(*place, text, value, self._path())
                self.too_large_problems.append(replace(raw, error=""))  # Kubernetes says this of YAML only
            return copysign(sys.float_info.max, value)  # an infinite value could not be written as JSON again
        if len(self.raw_problems) < value_messages.MOST_PROBLEMS:
            inexact = value_messages.inexact_number(*place, text, value, self._path())
            self.raw_problems += [inexact] if inexact else []
        return value

    def _add_node(self, start: int, end: int, style: str) -> int:
        node = self._tape.add(start, end, style)
        if node >= self.guards.limits.nodes - self.guards.nodes:
            raise too_many_values(start, self.guards.limits, self._path())
        return node

    def _add_value(self, frame: _Frame, value: Any) -> None:
        if type(frame.container) is list:
            frame.container.append(value)
            return
        if frame.key in frame.container:
            self._report_repeated_key(frame)
        frame.container[frame.key] = value

    def _report_repeated_key(self, frame: _Frame) -> None:
        frame.first_keys = frame.first_keys or FirstKeys(frame.node + 1)
        first = frame.first_keys.find(self._tape, frame.key, frame.key_node)
        if len(self.raw_problems) < value_messages.MOST_PROBLEMS:
            places = self._tape.place(first), self._tape.place(frame.key_node)
            self.raw_problems.append(value_messages.duplicate_key(*places, frame.key, self._path()))

    def _path(self) -> FieldPath:
        parts: list[str | int] = []
        for frame in self._frames:
            if isinstance(frame.container, list):
                parts.append(len(frame.container))
            elif frame.key_node >= 0:
                parts.append(frame.key)
        return FieldPath(parts)

    def _stop(self, offset: int) -> Stop:
        """Where and in which field reading stops."""
        opener = self._tape.starts[self._frames[-1].node] if self._frames else -1
        return Stop(self.chunk, offset, self._path(), opener)
