"""Lines of text as the page shows them: in blocks that a browser lays out when they come into sight, each with a place.

One Django template per line would cost three times the whole processing, so lines are escaped and joined here. Where
each one is in the source is sent once for all of them, in a table that is read when a line is pressed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from playground.engine import SourceSpan

BLOCK = 50  # lines


def escaped(texts: Iterable[str]) -> list[str]:
    """``texts``, none of which holds a line end, as HTML; all at once, which is ten times as fast as one by one.

    >>> escaped(["a < b", "c"])
    ['a &lt; b', 'c']
    """
    lines = escape("\n".join((*texts, ""))).split("\n")
    return lines[:-1]  # what follows the last one's end


def row(html: str, field: str = "") -> str:
    """One line; ``field`` is the field of the output that it shows, if a trace links to it, as HTML."""
    return f'<span class="line" data-field="{field}">{html}\n</span>' if field else plain_rows((html,))[0]


def plain_rows(lines: Iterable[str]) -> list[str]:
    """Lines without links, as most are."""
    return [f'<span class="line">{html}\n</span>' for html in lines]


def blocks(rows: Sequence[str]) -> str:
    """``rows``, grouped into blocks."""
    starts = range(0, len(rows), BLOCK)
    return "".join(f'<span class="block">{"".join(rows[start : start + BLOCK])}</span>' for start in starts)


def span_text(span: SourceSpan) -> str:
    """A place in the source as all of the page names it: to its scripts, in its forms and for its readers.

    >>> span_text(SourceSpan((3, 5), (3, 9)))
    '3:5-3:9'
    """
    (line, column), (last, end) = span
    return f"{line}:{column}-{last}:{end}"


def places(spans: Iterable[SourceSpan | None]) -> str:
    """The places of lines in the source, one after the other; empty for a line without a place.

    >>> places([SourceSpan((3, 5), (3, 9)), None, SourceSpan((4, 1), (4, 2))])
    '3:5-3:9  4:1-4:2'
    """
    return " ".join("" if span is None else span_text(span) for span in spans)
