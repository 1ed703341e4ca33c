"""Tables aligned as `oc` aligns them: a line without a cell ends that column's block, and so does a line break in one.

Go's ``text/tabwriter``, set up as oc ``pkg/helpers/describe`` does for the parameters: at least 20 wide, 3 between.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from playground.cli.input.files import LIMITS, RequestError

_LEAST: Final = 20
_PADDING: Final = 3
_MOST: Final = LIMITS.output_characters  # of all columns together; one long cell widens every line beside it


def columns(rows: Iterable[Sequence[str]]) -> str:
    """The rows, one below the other; tabs and line ends in their cells count as those between cells do.

    Raises RequestError if they would be too long together.

    >>> columns([("NAME", "VALUE"), ("a", "1")])
    'NAME                VALUE\\na                   1\\n'
    """
    text = "".join("\t".join(row) + "\n" for row in rows)
    lines = [line.split("\t") for line in text.split("\n")[:-1]]
    column, places, filled = 0, _with_column(lines, range(len(lines)), 0), 0
    while places:
        for _, block in groupby(enumerate(places), lambda pair: pair[1] - pair[0]):
            adjacent = [lines[place] for _, place in block]
            width = max(_LEAST, *(len(line[column]) + _PADDING for line in adjacent))
            filled += width * len(adjacent)
            if filled > _MOST:
                raise RequestError(f"the table has more than {_MOST:,} characters, which is the limit")
            for line in adjacent:
                line[column] = line[column].ljust(width)
        column += 1
        places = _with_column(lines, places, column)
    return "".join("".join(line) + "\n" for line in lines)


def _with_column(lines: Sequence[list[str]], places: Iterable[int], column: int) -> list[int]:
    """Those of ``places`` whose lines have the column; the last cell of a line belongs to none."""
    return [place for place in places if column < len(lines[place]) - 1]
