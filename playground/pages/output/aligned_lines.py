"""The aligned output: the source line for line, with a mark on each part that processing changed."""

from __future__ import annotations

from html import escape
from itertools import repeat, zip_longest

from playground.engine import SourceText
from playground.pages.output.lines import lines_of_text, rows


def aligned_rows(text: str, source: str) -> list[str]:
    """The lines of the aligned ``text`` as HTML; each is compared with the line of ``source`` of the same number."""
    new, old = lines_of_text(text), lines_of_text(source)
    lines = [_marked(line, before) for line, before in zip_longest(new, old[: len(new)], fillvalue="")]
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


def aligned_places(text: str, source: SourceText) -> list[tuple[int, int]]:
    """The start and end of each line of ``source``: line n of the aligned ``text`` belongs to line n of ``source``.

    Empty if the two have different numbers of lines: a block may have been rewritten with more or fewer lines.
    """
    count = len(lines_of_text(text))
    if count != len(lines_of_text(source.text)):
        return []
    return [(start, source.line_end(line)) for line, start in enumerate(source.line_starts[:count], 1)]
