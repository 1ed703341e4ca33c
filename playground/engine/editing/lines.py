"""The lines of a text: what stands before a key, and which lines a field fills."""

from __future__ import annotations

import re
from typing import Final

from playground.engine.model.location import Position, SourceSpan

BEFORE_A_KEY: Final = re.compile(r"[ ]*(?:-[ ]+)*")  # what may precede a key of a block mapping on its line
ONE_LINE: Final = ("plain", "single", "double")  # the styles of values that are usually on one line


def whole_lines(start: Position, end: Position) -> SourceSpan:
    """Whole lines. A text after `|` ends at the beginning of the line below it."""
    last = end.line if end.column > 1 else end.line - 1
    return SourceSpan(Position(start.line, 1), Position(last + 1, 1))


def shifted(text: str, columns: int) -> str:
    """``text`` with every line but empty ones indented by ``columns``; by fewer if negative.

    >>> shifted("a:\\n\\n  b", 2), shifted("    a\\n b", -2)
    ('  a:\\n\\n    b', '  a\\nb')
    """
    if columns >= 0:
        return re.sub(r"(?m)^(?=[^\r\n])", " " * columns, text)
    return re.sub(rf"(?m)^ {{0,{-columns}}}", "", text)
