"""Lines of text as the page shows them: in blocks that a browser lays out when they come into sight, each with a place.

One Django template per line would cost three times the whole processing, so lines are escaped and joined here. The
places of all lines in the source are sent once, in a table; the page reads the table when a line is pressed.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby

from django.utils.safestring import SafeString, mark_safe

from playground.engine import Edit, SourceSpan, SourceText
from playground.pages.markup import counted

BLOCK = 50  # lines
FOLDED_FROM = 7  # unchanged lines in a row
CONTEXT = 2  # unchanged lines that stay in sight beside a change
_LINE_END = re.compile(r"\r\n?|\n")
_DEEPEST = 16  # columns of indentation that a wrapped line keeps on a narrow screen
_LEVELS = tuple(f" indent-{spaces // 2}" if spaces > 1 else "" for spaces in range(_DEEPEST + 1))
# A line of a diff as HTML, by its sign.
SIGNS = {
    " ": '<span class="sign" aria-hidden="true"> </span>{}',
    "-": '<del><span class="sign" aria-hidden="true">-</span>{}</del>',
    "+": '<ins><span class="sign" aria-hidden="true">+</span>{}</ins>',
}
_SIGNED = ('<span class="sign"', "<del>", "<ins>")


def line_words(text: SourceText, line: int) -> str:
    """A line of ``text`` in words; of a joined text, with the file and the line there.

    >>> line_words(SourceText("kind: Pod"), 1), line_words(SourceText("# file: web.yaml\\nkind: Pod"), 2)
    ('Line 1', 'Line 2 (web.yaml, line 1)')
    """
    file_line = text.file_line(line)
    return f"Line {line} ({file_line})" if file_line else f"Line {line}"


def escaped(texts: Iterable[str]) -> list[str]:
    """``texts``, none of which holds a line end, as HTML; all at once, which is ten times as fast as one by one.

    >>> escaped(["a < b", "c"])
    ['a &lt; b', 'c']
    """
    lines = escape("\n".join((*texts, ""))).split("\n")
    return lines[:-1]  # without the empty text after the last line end


def rows(lines: Iterable[str], fields: Iterable[str], attributes: Mapping[int, str] | None = None) -> list[str]:
    """Lines of HTML as rows.

    ``fields`` has the field of the output that each line shows, "" if nothing links to it. ``attributes``: further ones
    of some lines, by number, as HTML with a space before.

    >>> rows(["    a: b"], ["a"])
    ['<span class="line indent-2" data-field="a">    a: b\\n</span>']
    """
    more = attributes or {}
    html = [
        f'<span class="line{_level(line)}" data-field="{field}">{line}\n</span>'
        if field
        else f'<span class="line{_level(line)}">{line}\n</span>'
        for line, field in zip(lines, fields, strict=False)
    ]
    for number, attribute in more.items():
        html[number] = html[number].replace(">", f"{attribute}>", 1)
    return html


def _level(line: str) -> str:
    """The class for the indentation of a line of HTML, as a style sheet may not read it from the text."""
    text = line[line.index("</span>") + 7 :] if line.startswith(_SIGNED) else line  # after the sign of a diff
    return _LEVELS[min(len(text) - len(text.lstrip(" ")), _DEEPEST)]


def blocks(rows: Sequence[str]) -> SafeString:
    """``rows``, which are HTML, grouped into blocks."""
    starts = range(0, len(rows), BLOCK)
    html = "".join(f'<span class="block">{"".join(rows[start : start + BLOCK])}</span>' for start in starts)
    return mark_safe(html)  # noqa: S308  # every row is made of escaped texts


def span_text(span: SourceSpan) -> str:
    """A place in the source, as the page's scripts, forms and readers see it.

    >>> span_text(SourceSpan((3, 5), (3, 9)))
    '3:5-3:9'
    """
    (line, column), (last, end) = span
    return f"{line}:{column}-{last}:{end}"


def edits_text(edits: Sequence[Edit]) -> str:
    """Edits in the format of the page's scripts."""
    return json.dumps([{"span": span_text(edit.span), "text": edit.text} for edit in edits])


def places(text: SourceText, offsets: Iterable[tuple[int, int] | None]) -> str:
    """The places of lines in the source, with a space between two places; empty for a line without a place.

    ``offsets`` are the start and the exclusive end of each place in ``text``, None for a line without a place. The loop
    does the work of ``text.span`` in one go: with a call of ``text.span`` for each line, the preview of a Template of
    100 lines takes 1.07 times as long.

    >>> places(SourceText("a: 1\\nb: 2"), [(3, 4), None, (0, 9)])
    '1:4-1:5  1:1-2:5'
    """
    source, starts = text.text, text.line_starts
    has_pairs = "\r\n" in source
    named_places: list[str] = []
    for place in offsets:
        if place is None:
            named_places.append("")
            continue
        start, end = place
        # Rare: an offset inside a `\r\n`, which gives the place before it, or an end before the start.
        if start > end or (has_pairs and "\r\n" in (source[start - 1 : start + 1], source[end - 1 : end + 1])):
            named_places.append(span_text(text.span(start, end)))
            continue
        line = bisect_right(starts, start)
        last = bisect_right(starts, end, lo=line)
        named_places.append(f"{line}:{start - starts[line - 1] + 1}-{last}:{end - starts[last - 1] + 1}")
    return " ".join(named_places)


def folded_rows(rows: Sequence[str], signs: Sequence[str]) -> Iterator[str]:
    """The rows of a diff, which are HTML, as blocks of HTML; ``signs`` has the sign of each row."""
    for stretch in stretches(signs):
        block = "".join(('<pre class="output diff"><code>', *rows[stretch.start : stretch.end], "</code></pre>"))
        if stretch.folded:
            summary = f"… {counted(stretch.end - stretch.start, 'unchanged line')}"
            yield f'<details class="fold"><summary>{summary}</summary>{block}</details>'
        else:
            yield block


@dataclass(frozen=True, slots=True)
class Stretch:
    """Lines ``start`` to ``end`` of a diff, shown or folded away."""

    start: int
    end: int
    folded: bool


def stretches(signs: Sequence[str]) -> tuple[Stretch, ...]:
    """The stretches of a diff with these signs; shown and folded stretches alternate."""
    divided: list[Stretch] = []
    shown_from = end = 0
    for is_unchanged, run in groupby(signs, lambda sign: sign == " "):
        start, end = end, end + len(list(run))
        if not is_unchanged or end - start < FOLDED_FROM:
            continue
        # No change precedes the first line of the diff or follows the last one: no context is needed there.
        fold_start = start + CONTEXT if start else 0
        fold_end = end - CONTEXT if end < len(signs) else end
        if shown_from < fold_start:
            divided.append(Stretch(shown_from, fold_start, folded=False))
        divided.append(Stretch(fold_start, fold_end, folded=True))
        shown_from = fold_end
    if shown_from < len(signs):
        divided.append(Stretch(shown_from, len(signs), folded=False))
    return tuple(divided)


def lines_of_text(text: str) -> list[str]:
    """The lines of ``text``, without line ends; a line end at the end of the text begins no further line."""
    lines = _LINE_END.split(text)
    return lines[:-1] if lines[-1] == "" else lines
