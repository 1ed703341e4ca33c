"""Reads plain (unquoted) scalars in block style, including their continuation lines."""

from __future__ import annotations

import re
from typing import Final

_WORD = r"[^ \t\r\n:#]*+(?>(?:(?::(?=[^ \t\r\n])|#)[^ \t\r\n:#]*+)*)"
_NEXT_WORD = rf"(?:[^ \t\r\n:#]|:(?=[^ \t\r\n])){_WORD}"
PLAIN_TEXT: Final = rf"(?:[^ \t\r\n\-?:,\[\]{{}}#&*!|>'\"%@`]|-(?=[^ \t\r\n])){_WORD}(?>(?: +{_NEXT_WORD})*)"
_NEXT_LINE = re.compile(rf"((?>(?: *+\r?\n)+))( ++)({_NEXT_WORD}(?>(?: +{_NEXT_WORD})*))(?= *\r?\n)")


def read_more(text: str, written: str, end: int, column: int) -> tuple[str, int] | None:
    """A scalar that is ``written`` up to ``end`` with its further lines, deeper than ``column``, and their end.

    None if there are none; a line that is not just words ends the scalar, and is an error when it is read.
    """
    lines = [written]
    while (line := _NEXT_LINE.match(text, end)) is not None and len(line[2]) > column:
        lines.append("\n" * (line[1].count("\n") - 1) or " ")
        lines.append(line[3])
        end = line.end()
    return ("".join(lines), end) if len(lines) > 1 else None
