"""Cuts a stream into its documents as kubectl does: at every line that begins with ``---``.

apimachinery ``util/yaml/decoder.go`` (YAMLReader): only spaces and a comment may follow on that line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from playground.engine.records import record

_SEPARATOR = re.compile(r"\n---([^\n]*)")  # searched after a line break, which is ten times as fast as `^`


@record()
class Chunk:
    """The text between two separators, and the separator line that opened it when that one cannot be read."""

    start: int  # offset in the whole text
    text: str
    bad_separator: tuple[int, int] | None = None  # the place of what follows `---` on its line
    lines_before: int = 0  # that kubectl hands over before the text: a `---` with nothing above it belongs to it


def cut(text: str) -> Iterator[Chunk]:
    """The chunks of a text in order; those between two separators may be empty.

    >>> [chunk.text for chunk in cut("a: 1\\n---\\nb: 2\\n")]
    ['a: 1\\n', 'b: 2\\n']
    """
    start, bad, before = 0, None, 0
    for match in _SEPARATOR.finditer(f"\n{text}"):
        line, after = match.start(), min(match.end(), len(text))  # its line break is in front of it there
        yield Chunk(start, text[start:line], bad, before)
        before = int(not before and start == line)
        start = after
        rest = match[1].strip()
        begin = line + 3 + len(match[1]) - len(match[1].lstrip())
        bad = (begin, begin + len(rest)) if rest and not rest.startswith("#") else None
    yield Chunk(start, text[start:], bad, before)
