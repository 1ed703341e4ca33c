"""Aligns the cells of a text, as Go's ``text/tabwriter`` does, with the settings that `oc` uses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from playground.cli.input.files import LIMITS
from playground.cli.options import RequestError

# The limit is needed because one long cell widens its whole column.
MOST_CHARACTERS: Final = LIMITS.output_characters
_CELL_END = re.compile("[\t\v]")


class Layout(NamedTuple):
    """The settings of one tabwriter; its widths are in characters."""

    least_width: int
    padding: int
    tab_width: int = 0  # 0: cells are filled with spaces, else with tabs of this width

    def width(self, longest: int) -> int:
        """The width of a column whose longest cell has ``longest`` characters."""
        width = max(self.least_width, longest + self.padding)
        return -(-width // self.tab_width) * self.tab_width if self.tab_width else width

    def fill(self, cell: str, width: int) -> str:
        """``cell`` filled up to ``width``."""
        missing = width - len(cell)
        return cell + ("\t" * -(-missing // self.tab_width) if self.tab_width else " " * missing)


TABLE: Final = Layout(20, 3)  # of the Parameters
DESCRIPTION: Final = Layout(0, 1, 8)


def aligned_cells(text: str, layout: Layout) -> str:
    """``text`` with its columns aligned. A tab ends a cell; the last cell of a line belongs to no column.

    A vertical tab ends a cell, too. A form feed ends a line and all columns. Raises RequestError if the result would
    be too long.

    >>> aligned_cells("NAME\\tVALUE\\na\\t1\\n", TABLE)
    'NAME                VALUE\\na                   1\\n'
    """
    lines: list[str] = []
    for section in text.split("\f"):
        lines += _aligned([_CELL_END.split(line) for line in section.split("\n")], layout)
    return "\n".join(lines)


def _aligned(rows: Sequence[list[str]], layout: Layout) -> Iterator[str]:
    """The lines of ``rows``, in which each cell is filled up to the width of its column.

    A row without the column divides the column: the rows above and below have widths of their own.
    """
    column, characters = 0, 0
    row_numbers = _with_column(rows, range(len(rows)), 0)
    while row_numbers:
        # The difference of number and index is the same in adjacent rows.
        for _, block in groupby(enumerate(row_numbers), lambda pair: pair[1] - pair[0]):
            adjacent = [rows[number] for _, number in block]
            width = layout.width(max(len(row[column]) for row in adjacent))
            characters += width * len(adjacent)
            if characters > MOST_CHARACTERS:
                raise RequestError(f"the table has more than {MOST_CHARACTERS:,} characters, which is the limit")
            for row in adjacent:
                row[column] = layout.fill(row[column], width)
        column += 1
        row_numbers = _with_column(rows, row_numbers, column)
    return ("".join(row) for row in rows)


def _with_column(rows: Sequence[list[str]], row_numbers: Iterable[int], column: int) -> list[int]:
    """Those of ``row_numbers`` whose rows have the column; the last cell of a row belongs to no column."""
    return [number for number in row_numbers if column < len(rows[number]) - 1]
