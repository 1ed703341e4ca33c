"""SourceText: the source with line and column for every offset, and back.

Lines end at ``\n``, ``\r\n`` or a lone ``\r``, as CodeMirror and a text area count them; columns are code points.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from io import StringIO
from itertools import accumulate

from playground.engine.model.diagnostics import Edit
from playground.engine.model.location import Position, SourceSpan


@dataclass(frozen=True)  # without slots, for cached_property
class SourceText:
    """A text and where its lines begin. Offsets count code points from 0, positions lines and columns from 1."""

    text: str

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """The offset of each line."""
        lines = StringIO(f"{self.text}\r", newline="")  # every line has an end, the last one too; none is changed
        *starts, _ = accumulate(map(len, lines), initial=0)
        return tuple(starts)

    def position(self, offset: int) -> Position:
        """The line and column of an offset; offsets outside the text give its beginning or end.

        Nothing is between the two characters of a ``\\r\\n``: what points there points before them.
        """
        text, starts = self.text, self.line_starts
        offset = min(max(offset, 0), len(text))
        if offset and text[offset - 1] == "\r" and text.startswith("\n", offset):
            offset -= 1
        line = bisect_right(starts, offset)
        return Position(line, offset - starts[line - 1] + 1)

    def offset(self, position: Position) -> int:
        """The offset of a position; a column beyond its line gives the line's end, a line beyond the text its end."""
        starts = self.line_starts
        if position.line < 1:
            return 0
        if position.line > len(starts):
            return len(self.text)
        start = starts[position.line - 1]
        return min(start + max(0, position.column - 1), self.line_end(position.line))

    def line_end(self, line: int) -> int:
        """The offset at which a line's text ends, its line break left out; ``line`` counts from 1."""
        if line >= len(self.line_starts):
            return len(self.text)
        end = self.line_starts[line] - 1
        return end - 1 if self.text[end] == "\n" and self.text[max(0, end - 1)] == "\r" else end

    @property
    def newline(self) -> str:
        """The line end of the text, that of its first line, for what is written into it."""
        return self.text[self.line_end(1) : self.line_starts[1]] if len(self.line_starts) > 1 else "\n"

    def span(self, start: int, end: int) -> SourceSpan:
        """The span between two offsets; ``end`` is the first one that is not part of it."""
        first = self.position(start)
        return SourceSpan(first, self.position(end) if start < end else first)

    def slice(self, span: SourceSpan) -> str:
        """The text that a span covers."""
        return self.text[self.offset(span.start) : self.offset(span.end)]


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """The text with every edit made; positions are those of ``text``. Raises ValueError when edits overlap.

    Edits that insert at one place are made in the order in which they come.
    """
    source, parts, last_end = SourceText(text), [], 0
    for edit in sorted(edits, key=lambda edit: (edit.span.start, edit.span.end)):
        start, end = source.offset(edit.span.start), source.offset(edit.span.end)
        if start < last_end:
            raise ValueError(f"Edits overlap at {edit.span}.")
        parts += [text[last_end:start], edit.text]
        last_end = max(start, end)
    return "".join((*parts, text[last_end:]))
