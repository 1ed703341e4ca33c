"""JSON text to plain values and a Tape: a scanner of our own, without recursion, on the C scanner of JSON strings.

RFC 8259, with the numbers of apimachinery ``util/json``: int64 where it fits, a 64-bit float where it doesn't.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from json.decoder import JSONDecodeError, scanstring  # type: ignore[attr-defined]  # undocumented, and in C
from typing import Any

from playground.engine.deadline import STEPS
from playground.engine.location import FieldPath
from playground.engine.source import sketches
from playground.engine.source.limits import Guards, too_deep, too_long, too_many_values
from playground.engine.source.problem import RefusalError, Sketch
from playground.engine.source.tape import DOUBLE, FLOW, PLAIN, FirstKeys, Tape, Taped

_SPACE = re.compile(r"[ \t\r\n]*")
# A key, and its value if that is as plain as most: text without escapes and half pairs, a whole number, or a word.
_ENTRY = re.compile(
    r"""
    "(?P<key> [\ !\#-\[\]-\ud7ff\ue000-\U0010ffff]*+)" [\ \t\r\n]*+ : [\ \t\r\n]*+
    (?: (?P<value>
            "(?P<text> [\ !\#-\[\]-\ud7ff\ue000-\U0010ffff]*+)"
            | -?(?:0|[1-9][0-9]{0,17}+) | true | false | null )
        [\ \t\r\n]*+ (?P<mark> [,}] ) [\ \t\r\n]*+ )?+
    """,
    re.VERBOSE,
)
_COLON = re.compile(r"[ \t\r\n]*:[ \t\r\n]*")
_AFTER = re.compile(r"[ \t\r\n]*([,}\]])[ \t\r\n]*")
_LITERAL = re.compile(r"(-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?)|true\b|false\b|null\b")
_WORD = re.compile(r"[^\s,:\[\]{}\"]+")
_LINE_BREAK = re.compile(r"[\r\n]")
_WORDS = {"true": True, "false": False, "null": None}
_SURROGATE = re.compile("[\ud800-\udfff]")
_LONGEST_INTEGER = 20
_INT64 = range(-(2**63), 2**63)
_CLOSERS = {"{": "}", "[": "]"}
_TWO_TEXTS = DOUBLE, DOUBLE
_TEXT_AND_WORD = DOUBLE, PLAIN


@dataclass(slots=True)
class _Frame:
    """One object or array that is still open."""

    container: Any
    node: int
    key: str = ""
    key_node: int = -1
    first_keys: FirstKeys | None = None  # once a key stands twice


@dataclass(slots=True)
class JsonReading:
    """One JSON value while it is being read: call ``run`` once, then look at ``sketches`` and ``end``."""

    chunk: str
    guards: Guards
    begin: int
    sketches: list[Sketch] = field(default_factory=list)
    end: int = 0  # of the value, and of the space after it
    _tape: Tape = field(default_factory=Tape)
    _frames: list[_Frame] = field(default_factory=list)

    def run(self) -> Taped:
        """The value that begins at ``begin`` and its Tape; RefusalError at the first character that cannot be read."""
        value = self._read()
        self.guards.nodes += len(self._tape.starts)
        return Taped(value, self._tape)

    def _read(self) -> Any:  # long: one loop, few calls
        chunk, tape, frames = self.chunk, self._tape, self._frames
        at, number = self.begin, 0
        while True:
            number += 1
            if number % STEPS == 0:
                self.guards.deadline.check()
            char = chunk[at : at + 1]
            if char == "{" or char == "[":
                at, closed = self._open(char, at)
                if not closed:
                    continue
                value = frames.pop().container
            else:
                value, at = self._scalar(char, at)
            while frames:
                frame = frames[-1]
                after = _AFTER.match(chunk, at)
                self._add(frame, value)
                if after is None:
                    raise self._unexpected(at, frame)
                at = after.end()
                mark = after[1]
                if mark == ",":
                    if type(frame.container) is list:
                        break
                    at, closed = self._entries(frame, at, first=False)
                    if not closed:
                        break
                elif (mark == "}") is not (type(frame.container) is dict):
                    raise self._unexpected(after.start(1), frame)
                else:
                    tape.close(frame.node, after.end(1))
                frames.pop()
                value = frame.container
            else:
                self.end = _SPACE.match(chunk, at).end()  # type: ignore[union-attr]  # it matches everywhere
                return value

    def _open(self, char: str, at: int) -> tuple[int, bool]:
        """A new object or array; where its first value stands that has to be read, or that it is closed, and where."""
        if len(self._frames) >= self.guards.limits.depth:
            raise too_deep(at, self.guards.limits, self._path())
        node = self._node(at, at + 1, FLOW)
        frame = _Frame({} if char == "{" else [], node)
        self._frames.append(frame)
        at = _SPACE.match(self.chunk, at + 1).end()  # type: ignore[union-attr]  # it matches everywhere
        if char == "{":
            self._tape.mappings.add(node)
        if self.chunk[at : at + 1] == _CLOSERS[char]:
            self._tape.ends[node] = at + 1
            return at + 1, True
        return self._entries(frame, at, first=True) if char == "{" else (at, False)

    def _entries(self, frame: _Frame, at: int, first: bool) -> tuple[int, bool]:  # long: one loop, few calls
        """Add entries as long as they are plain; where the first other value stands, or the object's end and True."""
        chunk, container, tape = self.chunk, frame.container, self._tape
        starts, ends, styles, skips, limits = tape.starts, tape.ends, tape.styles, tape.skips, self.guards.limits
        last = limits.nodes - self.guards.nodes - 2
        while entry := _ENTRY.match(chunk, at):
            node, end = len(starts), entry.end()
            if node > last or end - at > limits.scalar_characters:
                break  # what is wrong is said elsewhere
            key, value, text, mark = entry.groups()
            key_start, key_end = entry.span(1)
            frame.key, frame.key_node = key, node
            tape.names[node] = key
            if value is None:
                tape.add(key_start - 1, key_end + 1, DOUBLE)
                return end, False
            start, value_end = entry.span(2)
            starts += key_start - 1, start
            ends += key_end + 1, value_end
            skips += node + 1, node + 2
            if text is not None:
                styles += _TWO_TEXTS
                value = text
            else:
                styles += _TEXT_AND_WORD
                value = _WORDS[value] if value in _WORDS else int(value)
            if key in container:
                self._repeated(frame)
            container[key] = value
            if mark == "}":
                tape.close(frame.node, entry.end(4))
                return end, True
            at, first = end, False
            self.guards.deadline.spend()
        return self._key(frame, at, first), False

    def _key(self, frame: _Frame, at: int, first: bool) -> int:
        """The key at ``at`` and its colon; where the value begins."""
        if self.chunk[at : at + 1] != '"':
            frame.key_node = -1
            raise self._no_key(at, frame, first)
        key, end = self._string(at)
        frame.key, frame.key_node = key, self._node(at, end, DOUBLE)
        self._tape.names[frame.key_node] = key
        colon = _COLON.match(self.chunk, end)
        if colon is None:
            raise self._refusal(end, f"A `:` is missing after the key {sketches.shown(key)}.", 'Write `"key": value`.')
        return colon.end()

    def _scalar(self, char: str, at: int) -> tuple[Any, int]:
        """The string, number or word at ``at``: its value and where it ends."""
        if char == '"':
            text, end = self._string(at)
            self._node(at, end, DOUBLE)
            return text, end
        match = _LITERAL.match(self.chunk, at)
        if match is None:
            raise self._no_value(at)
        self._node(at, match.end(), PLAIN)
        return (_WORDS[match[0]] if match[1] is None else self._number(match, at)), match.end()

    def _string(self, at: int) -> tuple[str, int]:
        try:
            text, end = scanstring(self.chunk, at + 1, True)
        except JSONDecodeError as error:
            raise self._bad_string(at, error) from None
        if len(text) > self.guards.limits.scalar_characters:
            raise too_long(at, end, len(text), self.guards.limits, self._path())
        if not text.isascii() and _SURROGATE.search(text):
            text = _SURROGATE.sub("\ufffd", text)  # half of a pair, written as an escape; Go reads it so
        return text, end

    def _number(self, match: re.Match[str], at: int) -> int | float:
        text = match[1]
        if match[2] is None and match[3] is None and len(text) <= _LONGEST_INTEGER and int(text) in _INT64:
            return int(text)
        value = float(text)
        sketch = sketches.unusual_number(at, match.end(), text, value, self._path())
        if sketch is not None and (len(self.sketches) < sketches.MOST or sketch.refused):
            self.sketches.append(sketch)
        return value

    def _node(self, start: int, end: int, style: str) -> int:
        node = self._tape.add(start, end, style)
        if node >= self.guards.limits.nodes - self.guards.nodes:
            raise too_many_values(start, self.guards.limits, self._path())
        return node

    def _add(self, frame: _Frame, value: Any) -> None:
        if type(frame.container) is list:
            frame.container.append(value)
            return
        if frame.key in frame.container:
            self._repeated(frame)
        frame.container[frame.key] = value

    def _repeated(self, frame: _Frame) -> None:
        frame.first_keys = frame.first_keys or FirstKeys(frame.node + 1)
        first = frame.first_keys.find(self._tape, frame.key, frame.key_node)
        if len(self.sketches) < sketches.MOST:
            places = self._tape.place(first), self._tape.place(frame.key_node)
            self.sketches.append(sketches.duplicate_key(*places, frame.key, self._path()))

    def _path(self) -> FieldPath:
        parts: list[str | int] = []
        for frame in self._frames:
            if isinstance(frame.container, list):
                parts.append(len(frame.container))
            elif frame.key_node >= 0:
                parts.append(frame.key)
        return FieldPath(parts)

    # What is wrong, in words. Each returns the RefusalError to raise.

    def _refusal(self, at: int, message: str, hint: str, end: int = 0, opener: int = -1) -> RefusalError:
        if self.chunk.startswith(("//", "/*", "#"), at):
            hint = "JSON has no comments; remove it."
        related = () if opener < 0 else ((opener, opener + 1, "It begins here."),)
        return RefusalError(Sketch("invalid-json", at, max(end, at + 1), message, hint, self._path(), related))

    def _found(self, at: int) -> tuple[str, int]:
        """What stands at ``at``, as a message says it, and where it ends."""
        at = _SPACE.match(self.chunk, at).end()  # type: ignore[union-attr]  # it matches everywhere
        word = _WORD.match(self.chunk, at)
        end = word.end() if word else at + 1
        return (sketches.shown(self.chunk[at:end]) if at < len(self.chunk) else "the end of the text"), end

    def _unexpected(self, at: int, frame: _Frame) -> RefusalError:
        """Neither a comma nor the closing bracket after a value."""
        kind, closer = ("object", "}") if isinstance(frame.container, dict) else ("list", "]")
        opener = self._tape.starts[frame.node]
        start = _SPACE.match(self.chunk, at).end()  # type: ignore[union-attr]  # it matches everywhere
        found, end = self._found(at)
        message = f"This JSON {kind} needs `,` or `{closer}` here, not {found}."
        if start >= len(self.chunk):
            message = f"This JSON {kind} is never closed; a `{closer}` is missing."
            return self._unclosed(opener, message, f"Add the missing `{closer}`.")
        return self._refusal(start, message, "Separate entries by commas, and close every bracket.", end, opener)

    def _unclosed(self, opener: int, message: str, hint: str) -> RefusalError:
        end = len(self.chunk)
        related = ((max(end - 1, 0), end, "The text ends here."),)
        return RefusalError(Sketch("invalid-json", opener, opener + 1, message, hint, self._path(), related))

    def _no_key(self, at: int, frame: _Frame, first: bool) -> RefusalError:
        """No quoted key after ``{`` or a comma."""
        if at >= len(self.chunk):
            return self._unexpected(at, frame)
        found, end = self._found(at)
        if not first and self.chunk[at] == "}":
            return self._refusal(at, "The comma before this `}` has no entry after it.", "Remove the comma.")
        return self._refusal(at, f"A key in double quotes is expected here, not {found}.", 'Write `"key": value`.', end)

    def _no_value(self, at: int) -> RefusalError:
        """Something that is no JSON value."""
        found, end = self._found(at)
        if at >= len(self.chunk) and self._frames:
            frame = self._frames[-1]
            return self._unexpected(at, frame)
        if self.chunk[at : at + 1] == "]" and self._frames and isinstance(self._frames[-1].container, list):
            return self._refusal(at, "The comma before this `]` has no entry after it.", "Remove the comma.")
        message = f"A JSON value is expected here, not {found}."
        return self._refusal(at, message, "Text needs double quotes; the words are `true`, `false` and `null`.", end)

    def _bad_string(self, at: int, error: JSONDecodeError) -> RefusalError:
        """An unclosed string, a raw line break or control character, or an escape that JSON does not have."""
        line_break = _LINE_BREAK.search(self.chunk, at)
        line_end = line_break.start() if line_break else len(self.chunk)
        if error.msg.startswith("Unterminated") or error.pos == line_end:
            message = "This text in double quotes is never closed on its line."
            return self._refusal(at, message, 'Add the closing `"`; write a line break as `\\n`.', line_end)
        if error.msg.startswith("Invalid control"):
            message = "A control character, such as a tab, cannot stand inside JSON text."
            return self._refusal(error.pos, message, "Write it as an escape, such as `\\t`.")
        message = "JSON does not know this escape."
        return self._refusal(error.pos, message, "Write a backslash itself as `\\\\`.", error.pos + 2)
