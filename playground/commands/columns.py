"""Tables aligned as `oc` aligns them: a line without a cell ends that column's block, and so does a line break in one.

Go's ``text/tabwriter``, set up as oc ``pkg/helpers/describe`` does for the parameters: at least 20 wide, 3 between.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

_LEAST: Final = 20
_PADDING: Final = 3
_Line = Sequence[str]  # its cells; the last one belongs to no column


def columns(rows: Iterable[Sequence[str]]) -> str:
    """The rows, one below the other; tabs and line ends in their cells count as those between cells do.

    >>> columns([("NAME", "VALUE"), ("a", "1")])
    'NAME                VALUE\\na                   1\\n'
    """
    text = "".join("\t".join(row) + "\n" for row in rows)
    lines = [line.split("\t") for line in text.split("\n")[:-1]]
    return "".join(f"{line}\n" for line in _lined_up(lines, ()))


def _lined_up(lines: Sequence[_Line], widths: tuple[int, ...]) -> Iterator[str]:
    """Align the columns after the first ones, which have these ``widths``. Recursive by column: there are few."""
    column, at = len(widths), 0
    while at < len(lines):
        end = at
        while end < len(lines) and column < len(lines[end]) - 1:
            end += 1
        if end == at:
            yield _padded(lines[at], widths)
            at += 1
        else:
            width = max(_LEAST, *(len(line[column]) + _PADDING for line in lines[at:end]))
            yield from _lined_up(lines[at:end], (*widths, width))
            at = end


def _padded(line: _Line, widths: tuple[int, ...]) -> str:
    return "".join(cell.ljust(width) for cell, width in zip(line, widths, strict=False)) + "".join(line[len(widths) :])
