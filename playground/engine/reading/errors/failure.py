"""Where and why libyaml failed on a text, with the lines around that place."""

from __future__ import annotations

import re

from playground.engine.location import FieldPath
from playground.engine.reading.errors.problem import RawProblem
from playground.engine.records import record

LINE_END = re.compile(r"[\r\n]|\Z")


@record()
class Failure:
    """The place and the reason of a parser error."""

    chunk: str
    problem: str
    context: str
    at: int  # where it gave up
    opener: int  # where what it was reading began; the same place when it doesn't say
    path: FieldPath
    last: tuple[int, int, str] | None  # place and style of the key or value before

    @property
    def char(self) -> str:
        """The character where it gave up; "" at the end."""
        return self.chunk[self.at : self.at + 1]

    def line(self, at: int) -> tuple[int, str]:
        """The offset of the start of the line around an offset, and its text."""
        start = max(self.chunk.rfind("\n", 0, at), self.chunk.rfind("\r", 0, at)) + 1
        end = LINE_END.search(self.chunk, at)
        return start, self.chunk[start : end.start() if end else len(self.chunk)]

    def line_above(self, at: int) -> tuple[int, str]:
        """The nearest line above that holds more than a comment."""
        start, _ = self.line(at)
        while start > 0:
            start, text = self.line(start - 1)
            if text.strip() and not text.lstrip().startswith("#"):
                return start, text
        return 0, ""

    def raw_problem(
        self, pattern: str, start: int, end: int, message: str, hint: str, *related: tuple[int, int, str]
    ) -> RawProblem:
        """A RawProblem for ``start`` to ``end``, at least one character, in the field that was being read."""
        return RawProblem(pattern, start, max(end, start + 1), message, hint, self.path, related)


def shown_mark(char: str) -> str:
    """A single character as a message names it."""
    return "a backtick" if char == "`" else f"`{char}`"
