"""Diffs with long runs of unchanged lines folded into one row each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from playground.views.panels.words import counted

FOLDED_FROM = 7  # unchanged lines in a row
CONTEXT = 2  # unchanged lines that stay in sight beside a change
# a line of a diff as HTML, by what became of it
SIGNS = {
    " ": '<span class="sign" aria-hidden="true"> </span>{}',
    "-": '<del><span class="sign" aria-hidden="true">-</span>{}</del>',
    "+": '<ins><span class="sign" aria-hidden="true">+</span>{}</ins>',
}


@dataclass(frozen=True, slots=True)
class Stretch:
    """Lines ``start`` to ``end`` of a diff, shown or folded away."""

    start: int
    end: int
    folded: bool


def stretches(signs: Sequence[str]) -> tuple[Stretch, ...]:
    """A diff with these signs, divided: shown and folded stretches take turns."""
    found: list[Stretch] = []
    shown = at = 0
    for same, run in groupby(signs, lambda sign: sign == " "):
        start, at = at, at + len(list(run))
        if not same or at - start < FOLDED_FROM:
            continue
        first = start + CONTEXT if start else 0
        last = at - CONTEXT if at < len(signs) else at
        if shown < first:
            found.append(Stretch(shown, first, folded=False))
        found.append(Stretch(first, last, folded=True))
        shown = last
    return (*found, Stretch(shown, len(signs), folded=False)) if shown < len(signs) else tuple(found)


def folded_rows(rows: Sequence[str], signs: Sequence[str]) -> Iterator[str]:
    """The diff's rows, which are HTML, as blocks of HTML."""
    for stretch in stretches(signs):
        block = "".join(('<pre class="output diff"><code>', *rows[stretch.start : stretch.end], "</code></pre>"))
        if stretch.folded:
            summary = f"… {counted(stretch.end - stretch.start, 'unchanged line')}"
            yield f'<details class="fold"><summary>{summary}</summary>{block}</details>'
        else:
            yield block
