"""An output line as HTML, with marks that open traces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from playground.views.panels.marks import Mark

MOST_MARKS = 500  # of one line


class Writer:
    """Writes the marked lines of one output, in which the same names come again and again."""

    def __init__(self) -> None:
        self._tags: dict[tuple[str, str, str], tuple[str, str]] = {}

    def __call__(self, text: str, html: str, marks: Sequence[Mark]) -> str:
        """``text``, whose HTML is ``html``, with ``marks``, which are in order."""
        # Where nothing had to be escaped, no part of it has to be.
        write: Callable[[str], str] = _same if text == html else escape
        parts: list[str] = []
        end = 0
        for start, stop, kind, name, trace in marks[:MOST_MARKS]:
            if start < end:
                continue  # a field that both steps fill shows the later one
            opening, closing = self._tags.get((kind, name, trace)) or self._tag(kind, name, trace)
            shown = text[start:stop]
            parts += (
                write(text[end:start]),
                opening if shown.strip() else _named(opening, name),
                write(shown),
                closing,
            )
            end = stop
        return "".join((*parts, write(text[end:])))

    def _tag(self, kind: str, name: str, trace: str) -> tuple[str, str]:
        """The HTML before and after a marked value; with a trace it is a button, which works without scripts."""
        tag = f'<mark class="from-{kind}" data-{kind}="{escape(name)}">', "</mark>"
        if trace:
            tag = f'<button class="traced" type="button" popovertarget="{trace}">{tag[0]}', f"{tag[1]}</button>"
        self._tags[kind, name, trace] = tag
        return tag


def _same(text: str) -> str:
    return text


def _named(opening: str, name: str) -> str:
    """The button of a value that is white space, with a name, because nothing else names it."""
    return (
        opening.replace('">', f'" aria-label="White space of {escape(name)}">', 1) if "<button" in opening else opening
    )
