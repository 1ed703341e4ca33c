"""Reads mappings and lists between brackets that hold only scalars, on one line."""

from __future__ import annotations

import re
from typing import Any, Final

from playground.engine.reading.lines.scalars import QUOTED, LeftToParserError, unquoted
from playground.engine.reading.scalars import Resolver
from playground.engine.reading.tape import PLAIN

_ITEM = rf"{QUOTED}|(?:[A-Za-z0-9_./$(]|-(?=[A-Za-z0-9-]))[A-Za-z0-9_./$()=+@-]*+"
_ENTRY = rf"(?:{_ITEM}): ++(?:{_ITEM})"
IN_BRACKETS: Final = (
    rf"\[ *+(?:(?:{_ITEM})(?>(?: *+, *+(?:{_ITEM})){{0,200}}))? *+\]"
    rf"|\{{ *+(?:{_ENTRY}(?>(?: *+, *+{_ENTRY}){{0,200}}))? *+\}}"
)
_SCALAR = re.compile(_ITEM)

Place = tuple[int, int, str]  # where a node begins and ends, and its style


def read_brackets(source: str, start: int, resolver: Resolver) -> tuple[Any, list[Place]]:
    """The value of what is ``IN_BRACKETS``, at the offset ``start``, and the places of what is in it.

    Raises LeftToParserError for a number with a fraction, a key twice and a key that is no string.
    """
    values: list[Any] = []
    places: list[Place] = []
    for item in _SCALAR.finditer(source, 1, len(source) - 1):
        value, style = unquoted(item[0])
        values.append(resolver[value] if style is PLAIN else value)
        if type(values[-1]) is float:
            raise LeftToParserError
        places.append((start + item.start(), start + item.end(), style))
    if source[0] == "[":
        return values, places
    keys = values[::2]
    entries = dict(zip(keys, values[1::2], strict=True))
    if len(entries) < len(keys) or not all(type(key) is str for key in keys):
        raise LeftToParserError
    return entries, places
