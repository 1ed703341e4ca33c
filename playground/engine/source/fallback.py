"""Falls back to the parser for the few entries that cannot be read line by line.

Such an entry (an item of a list, or a key with its value) is parsed alone: in block style its meaning depends only on
its column, which it keeps, and on the anchors above it. If in doubt, the parser gets the whole document.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from playground.engine.source import differences
from playground.engine.source.events import YamlReading
from playground.engine.source.limits import Guards
from playground.engine.source.problem import RefusalError
from playground.engine.source.scalars import Resolver
from playground.engine.source.tape import Tape

_MARGIN = re.compile(r"( *+)([^ \r\n]?)[^\n]*+\n?")  # a line; matches everywhere
_BARE_KEY = re.compile(r"^[- ]*\?(?!\S)", re.MULTILINE)  # `? key`: a missing value gets the place of whatever follows
_RARE = 600  # characters between two such entries; with less, parsing the whole document is faster
_AT_FIRST = 3  # entries that are parsed alone in any case


class LeftToParserError(Exception):
    """The parser must read the whole document."""


@dataclass(slots=True)
class ParserFallback:
    """Parses single entries of one document, and adds them to its Tape."""

    text: str
    tape: Tape
    guards: Guards
    resolver: Resolver
    end: int = 0  # of the last one, blank lines after it left out
    _count: int = 0
    _reading: YamlReading | None = None

    def read(self, start: int, column: int, container: Any, node: int, around: int) -> int:
        """Add the entry that begins in the line at ``start`` to its mapping or list, which is in ``around`` others.

        Return where the line after it begins, or -1 if the parser must read the whole document.
        """
        stop = self._stop(start, column, is_list=type(container) is list)
        piece, first = self.text[start:stop], len(self.tape.starts)
        self._count += 1
        if self._count > _AT_FIRST + start // _RARE or 2 * len(piece) > len(self.text) or _BARE_KEY.search(piece):
            return -1
        if self._reading is None:
            self._reading = YamlReading("", self.guards, self.resolver, tape=self.tape)
        try:
            is_read = self._reading.go_on(piece, container, node, around)
        except RefusalError:
            return -1
        if not is_read or any(differences.refused_by_kubernetes(piece, self.tape.since(first))):
            return -1
        self.tape.move(first, start)
        self.end = start + self._reading.end
        return stop

    def _stop(self, start: int, column: int, *, is_list: bool) -> int:
        """The end of the entry's last line: before the next line that is not indented deeper."""
        if self.text.startswith("<<", start + column):
            column -= 1  # what `<<` brings along matters to all keys below it
        at = self.text.index("\n", start) + 1
        for line in _MARGIN.finditer(self.text, at):
            margin, mark = len(line[1]), line[2]
            if mark and (margin < column or (margin == column and (is_list or mark not in "-]}"))):
                break
            at = line.end()
        return at
