"""Takes the lines of common YAML apart by one pattern, many at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, repeat
from operator import itemgetter

from playground.engine.model.deadline import STEPS, Deadline
from playground.engine.reading.lines.brackets import IN_BRACKETS
from playground.engine.reading.lines.scalar_text import MORE_WORDS, PLAIN_WORDS, QUOTED, UncommonYamlError

# Indentation, the dash of a list's item, the key with its colon and the spaces after it, the value, the end.
# A row is a line, the further lines of its value, and the blank lines and comments below; the parts cover all of it.
Row = tuple[str, str, str, str, str]
LAST: Row = ("", "", "", "", "")  # follows the rows of the text

_KEY = r"[A-Za-z_./$(][A-Za-z0-9_./$(){}-]{0,200}+|\"[^\"\\\r\n]{0,200}+\"|'[^'\r\n]{0,200}+'"
# The beginning of a line that is deeper than the row's key or, without a key, its dash.
# In the pattern of a row, group 1 is the indentation, 2 the dash, 3 the key.
_DEEPER = r"(?(3)(?(2)\1   |\1 )|\1 )"
_PLAIN = rf"{PLAIN_WORDS}(?>(?:(?> *+\r?\n)+{_DEEPER} *+{MORE_WORDS}(?= *\r?\n))*)"
_BLOCK = rf"[|>][-+]? *+\r?(?>(?:\n(?:{_DEEPER}[^\n]*+| *+\r?(?=\n)))*)"  # without its last line break
_BLANK = r" *+(?:(?<![^ \n])#[^\r\n]*+)?\r?\n"
_ROW = re.compile(  # its last alternative matches everywhere, so there is no backtracking
    rf"(?!\Z)( *+)(?:(- )|)(?:((?:{_KEY}):(?: ++|(?=\r?\n)))|)({_PLAIN}|{QUOTED}|{IN_BRACKETS}|{_BLOCK}|)"
    rf"(\n(?! *+[#\r\n])|(?>(?:{_BLANK})+)|[^\n]*+\n?)"
)
_COMMON_END = re.compile(rf"(?>(?:{_BLANK})+)")
_ending = itemgetter(-1)  # of a row
_WINDOW = 6 * STEPS  # characters that are read between two checks of the deadline


def rows_of(text: str, deadline: Deadline) -> Iterator[Row]:
    """The rows of a text that ends with a line feed, then ``LAST`` without end.

    The iterator raises UncommonYamlError if a row is not common YAML.
    """
    return chain(chain.from_iterable(_windows(text, deadline)), repeat(LAST))


def _windows(text: str, deadline: Deadline) -> Iterator[list[Row]]:
    """The rows in portions; the deadline is checked before each portion."""
    begin, size = 0, _WINDOW
    while begin < len(text):
        deadline.check()
        end = text.find("\n", begin + size) + 1 or len(text)
        window: list[Row] = _ROW.findall(text, begin, end)
        if end < len(text):
            end -= sum(map(len, window.pop()))  # its value may continue after the window
        if end == begin:  # no row ends in this window
            size *= 2
            continue
        if not all(_COMMON_END.fullmatch(ending) for ending in set(map(_ending, window))):
            raise UncommonYamlError
        yield window
        begin = end
