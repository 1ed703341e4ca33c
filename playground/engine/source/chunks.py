"""A stream cut into its documents as kubectl cuts it: at every line that begins with ``---``.

apimachinery ``util/yaml/decoder.go`` (YAMLReader): only spaces and a comment may follow on that line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_SEPARATOR = re.compile(r"^---([^\n]*)(?:\n|\Z)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
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
    for match in _SEPARATOR.finditer(text):
        yield Chunk(start, text[start : match.start()], bad, before)
        before = int(not before and start == match.start())
        start = match.end()
        rest = match[1].strip()
        begin = match.start(1) + len(match[1]) - len(match[1].lstrip())
        bad = (begin, begin + len(rest)) if rest and not rest.startswith("#") else None
    yield Chunk(start, text[start:], bad, before)
