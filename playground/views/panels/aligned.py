"""The aligned output on the page: the source's own lines, with what processing rewrote marked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from itertools import zip_longest

from playground.engine import Aligned, Evaluation, Position, SourceSpan, aligned
from playground.views.panels.lines import row

_LINE_END = re.compile(r"\r\n?|\n")
NOTE = "The source with its values in place, line for line. What the kubelet expands stays as it is written."


def aligned_output(evaluation: Evaluation) -> Aligned:
    """The aligned output of what was read, or why there is none."""
    if evaluation.processed is None:
        return Aligned(None, "there is no Template")
    return aligned(evaluation.processed)


def aligned_rows(text: str, source: str) -> list[str]:
    """The lines of the aligned ``text`` as HTML."""
    new, old = lines_of_text(text), lines_of_text(source)
    return [row(_marked(line, before)) for line, before in zip_longest(new, old[: len(new)], fillvalue="")]


def aligned_places(text: str, source: str) -> list[SourceSpan]:
    """The place in ``source`` of each line of the aligned ``text``: the same line, if both have as many.

    A rewritten block may have another number of lines; then the lines below it no longer correspond.
    """
    new, old = lines_of_text(text), lines_of_text(source)
    if len(new) != len(old):
        return []
    numbered = enumerate(old, 1)
    return [SourceSpan(Position(number, 1), Position(number, len(line) + 1)) for number, line in numbered]


def lines_of_text(text: str) -> list[str]:
    """The lines of ``text``, without line ends; an end after the last one begins no other."""
    lines = _LINE_END.split(text)
    return lines[:-1] if lines[-1] == "" else lines


def _marked(line: str, before: str) -> str:
    return "".join(_pieces(line, before))


def _pieces(line: str, before: str) -> Iterator[str]:
    """A line, escaped; what has changed is marked."""
    start = _shared(line, before)
    end = _shared(line[start:][::-1], before[start:][::-1])
    yield escape(line[:start])
    if changed := line[start : len(line) - end]:
        yield f'<mark class="from-parameter">{escape(changed)}</mark>'
    yield escape(line[len(line) - end :])


def _shared(one: str, other: str) -> int:
    """How many characters both begin with."""
    return next(
        (at for at, (left, right) in enumerate(zip(one, other, strict=False)) if left != right),
        min(len(one), len(other)),
    )
