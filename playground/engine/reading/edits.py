"""Applies edits to the source, such as those of a Fix."""

from __future__ import annotations

from collections.abc import Iterable

from playground.engine.diagnostics import Edit
from playground.engine.reading.text import SourceText


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """The text with every edit made; positions are those of ``text``. Raises ValueError when edits overlap.

    Edits that insert at one place are made in the order in which they come.
    """
    source, parts, done = SourceText(text), [], 0
    for edit in sorted(edits, key=lambda edit: (edit.span.start, edit.span.end)):
        start, end = source.offset(edit.span.start), source.offset(edit.span.end)
        if start < done:
            raise ValueError(f"Edits overlap at {edit.span}.")
        parts += [text[done:start], edit.text]
        done = max(start, end)
    return "".join((*parts, text[done:]))
