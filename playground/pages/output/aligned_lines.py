"""The aligned output: the source line for line, with a mark on each part that processing changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import repeat, zip_longest

from playground.engine import SourceText
from playground.pages.output.lines import escaped, lines_of_text, rows
from playground.pages.output.marks import CHANGED, Fault, Mark, Writer, fault_attributes


def aligned_rows(
    texts: Sequence[str], source: str, faults: Mapping[int, Sequence[Fault]] | None = None, *, tab_stops: bool = True
) -> list[str]:
    """The first lines of an aligned text as HTML; each is compared with the line of ``source`` of the same number.

    ``faults``: those of the source's lines, by number from 0. ``tab_stops``: see ``Writer``.
    """
    old, write = lines_of_text(source)[: len(texts)], Writer(tab_stops=tab_stops)
    lines, attributes = [], dict[int, str]()
    for number, (text, html, before) in enumerate(zip_longest(texts, escaped(texts), old, fillvalue="")):
        start = _shared(text, before)
        end = len(text) - _shared(text[start:][::-1], before[start:][::-1])
        marks = [Mark(start, end, "parameter", "")] if start < end else []
        moved = [_moved(fault, start, end, len(text) - len(before)) for fault in (faults or {}).get(number, ())]
        lines.append(write(text, html, marks, moved))
        if text != before or moved:
            attributes[number] = (CHANGED if text != before else "") + fault_attributes(moved)
    return rows(lines, repeat(""), attributes)  # nothing links to these lines


def _moved(fault: Fault, start: int, end: int, growth: int) -> Fault:
    """A fault of the source's line, moved to its place in the aligned line.

    The aligned line differs from ``start`` to ``end``, and is longer by ``growth``.
    """
    begin = fault.start if fault.start <= start else max(start, fault.start + growth)
    finish = fault.end if fault.end <= start else max(end, fault.end + growth)
    return fault._replace(start=min(begin, finish), end=finish)


def _shared(first: str, second: str) -> int:
    """How many characters both begin with."""
    pairs = enumerate(zip(first, second, strict=False))
    return next((number for number, (old, new) in pairs if old != new), min(len(first), len(second)))


def aligned_places(count: int, source: SourceText) -> list[tuple[int, int]]:
    """The start and end of each line of ``source``: line n of an aligned text of ``count`` lines belongs to line n.

    Empty if the two have different numbers of lines: a block may have been rewritten with more or fewer lines.
    """
    if count != len(lines_of_text(source.text)):
        return []
    return [(start, source.line_end(line)) for line, start in enumerate(source.line_starts[:count], 1)]
