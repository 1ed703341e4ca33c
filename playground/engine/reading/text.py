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
from operator import itemgetter
from typing import NamedTuple

from playground.engine.model.diagnostics import Edit
from playground.engine.model.location import Position, SourceSpan
from playground.engine.text.joining import named_parts


class FileLine(NamedTuple):
    """A line of one of the files that a text was joined from."""

    name: str
    line: int  # from 1

    def __str__(self) -> str:
        return f"{self.name}, line {self.line}"


@dataclass(frozen=True)  # no slots: cached_property needs a __dict__
class SourceText:
    """A text and where its lines begin. Offsets count code points from 0, positions lines and columns from 1."""

    text: str

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """The offset of each line."""
        lines = StringIO(f"{self.text}\r", newline="")  # `\r` ends the last line; newline="" keeps all line breaks
        *starts, _ = accumulate(map(len, lines), initial=0)
        return tuple(starts)

    def position(self, offset: int) -> Position:
        """The line and column of an offset; offsets outside the text give its beginning or end.

        An offset between the two characters of a ``\\r\\n`` gives the position before both.
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

    @cached_property
    def _named_lines(self) -> tuple[tuple[int, str], ...]:
        """The line of each comment that names a file, with the name."""
        return tuple((self.position(part.start).line, part.name) for part in named_parts(self.text))

    def file_line(self, line: int) -> FileLine | None:
        """The file from which a line of a joined text came, and its number there; None before the first name.

        The `---` between two files counts as the last line of the former, a name as the first line of its file.
        """
        index = bisect_right(self._named_lines, line, key=itemgetter(0))
        if not index:
            return None
        above, name = self._named_lines[index - 1]
        last = self._named_lines[index][0] - 2 if index < len(self._named_lines) else line
        return FileLine(name, max(1, min(line, last) - above))

    def line_end(self, line: int) -> int:
        """The offset where a line's text ends, before its line break; ``line`` counts from 1."""
        if line >= len(self.line_starts):
            return len(self.text)
        end = self.line_starts[line] - 1
        return end - 1 if self.text[end] == "\n" and self.text[max(0, end - 1)] == "\r" else end

    def line_before(self, position: Position) -> str:
        """The text of a line before a position, such as the indentation and dash of an entry that begins there."""
        return self.text[self.offset(Position(position.line, 1)) : self.offset(position)]

    @property
    def newline(self) -> str:
        """The line break at the end of the first line, or a line feed. Edits insert line breaks of this kind."""
        return self.text[self.line_end(1) : self.line_starts[1]] if len(self.line_starts) > 1 else "\n"

    def span(self, start: int, end: int) -> SourceSpan:
        """The span from ``start`` up to, but not including, ``end``."""
        first = self.position(start)
        return SourceSpan(first, self.position(end) if start < end else first)

    def slice(self, span: SourceSpan) -> str:
        """The text that a span covers."""
        return self.text[self.offset(span.start) : self.offset(span.end)]


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """The text with every edit made; positions are those of ``text``. Raises ValueError when edits overlap.

    Several insertions at the same place keep their order.
    """
    source, parts, last_end = SourceText(text), [], 0
    for edit in sorted(edits, key=lambda edit: (edit.span.start, edit.span.end)):
        start, end = source.offset(edit.span.start), source.offset(edit.span.end)
        if start < last_end:
            raise ValueError(f"Edits overlap at {edit.span}.")
        parts += [text[last_end:start], edit.text]
        last_end = max(start, end)
    return "".join((*parts, text[last_end:]))
