"""The aligned output: the source line for line, with a mark on each part that processing changed."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import repeat, zip_longest

from playground.engine import SourceText
from playground.pages.output.lines import lines_of_text, rows


def aligned_rows(texts: Sequence[str], source: str) -> list[str]:
    """The first lines of an aligned text as HTML; each is compared with the line of ``source`` of the same number."""
    old = lines_of_text(source)[: len(texts)]
    lines = [_marked(line, before) for line, before in zip_longest(texts, old, fillvalue="")]
    return rows(lines, repeat(""))  # nothing links to these lines


def _marked(line: str, before: str) -> str:
    """A line as HTML, with a mark on the part that differs from the line ``before``."""
    start = _shared(line, before)
    end = len(line) - _shared(line[start:][::-1], before[start:][::-1])
    changed = f'<mark class="from-parameter">{escape(line[start:end])}</mark>' if start < end else ""
    return f"{escape(line[:start])}{changed}{escape(line[end:])}"


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
