"""Places in the protocol's numbers, and in ours.

Language Server Protocol 3.17, "Position": lines and characters count from 0, characters in UTF-16 units unless client
and server agree on UTF-8 or UTF-32. Ours count from 1, in code points. Both end lines at \\n, \\r\\n and \\r.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from lsprotocol import types

from playground.engine import Position, SourceSpan, SourceText

_CODECS: Final[Mapping[str, tuple[str, int]]] = {  # Python's codec, and the bytes of a unit
    "utf-8": ("utf-8", 1),
    "utf-16": ("utf-16-le", 2),
    "utf-32": ("utf-32-le", 4),
}


@dataclass(frozen=True, slots=True)
class Places:
    """Converts the places of one text. ``encoding``: the units of the client, a PositionEncodingKind."""

    source: SourceText
    encoding: str

    def position(self, position: Position) -> types.Position:
        """Our ``position`` in the client's numbers."""
        return types.Position(position.line - 1, _units(self.source.line_before(position), self.encoding))

    def range(self, span: SourceSpan) -> types.Range:
        """Our ``span`` in the client's numbers."""
        return types.Range(self.position(span.start), self.position(span.end))

    def ours(self, position: types.Position) -> Position:
        """The client's ``position`` in our numbers; behind a line's end its end, behind the last line the text's."""
        line = position.line + 1
        if line > len(self.source.line_starts):
            return self.source.position(len(self.source.text))
        text = self.source.text[self.source.line_starts[line - 1] : self.source.line_end(line)]
        return Position(line, _code_points(text, position.character, self.encoding) + 1)

    def our_span(self, range_: types.Range) -> SourceSpan:
        """The client's range in our numbers."""
        return SourceSpan(self.ours(range_.start), self.ours(range_.end))


def _units(text: str, encoding: str) -> int:
    """The length of ``text`` in units. Half a pair of surrogates, which no encoding has, is one unit."""
    codec, width = _CODECS[encoding]
    return len(text) if text.isascii() else len(text.encode(codec, "replace")) // width


def _code_points(text: str, units: int, encoding: str) -> int:
    """How many characters of ``text`` are whole within the first ``units``."""
    codec, width = _CODECS[encoding]
    if text.isascii():
        return min(units, len(text))
    return len(text.encode(codec, "replace")[: units * width].decode(codec, "ignore"))


def with_change(source: SourceText, change: types.TextDocumentContentChangeEvent, encoding: str) -> SourceText:
    """``source`` after a change: of a range, or of the whole text."""
    if isinstance(change, types.TextDocumentContentChangeWholeDocument):
        return SourceText(change.text)
    span = Places(source, encoding).our_span(change.range)
    start, end = source.offset(span.start), source.offset(span.end)
    return SourceText(source.text[:start] + change.text + source.text[max(start, end) :])
