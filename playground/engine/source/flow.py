"""Reads mappings and lists in brackets that hold only scalars, on one line."""

from __future__ import annotations

import re
from typing import Any, Final

from playground.engine.source.quoted import QUOTED, text_of
from playground.engine.source.scalars import Resolver
from playground.engine.source.tape import FLOW, PLAIN, Tape

_ITEM = rf"{QUOTED}|(?:[A-Za-z0-9_./$(]|-(?=[A-Za-z0-9-]))[A-Za-z0-9_./$()=+@-]*+"
_ENTRY = rf"(?:{_ITEM}): ++(?:{_ITEM})"
IN_BRACKETS: Final = (
    rf"\[ *+(?:(?:{_ITEM})(?>(?: *+, *+(?:{_ITEM})){{0,200}}))? *+\]"
    rf"|\{{ *+(?:{_ENTRY}(?>(?: *+, *+{_ENTRY}){{0,200}}))? *+\}}"
)
_TOKEN = re.compile(_ITEM)


def read_flow(text: str, start: int, end: int, tape: Tape, resolver: Resolver) -> Any:
    """The value of what is ``IN_BRACKETS`` there; None if the parser must read it."""
    opened = tape.add(start, end, FLOW)
    values: list[Any] = []
    for item in _TOKEN.finditer(text, start + 1, end - 1):
        value, style = text_of(item[0])
        tape.add(item.start(), item.end(), style)
        if style is PLAIN:
            read = resolver[value]
            is_key = text[start] == "{" and len(values) % 2 == 0
            if (is_key and type(read) is not str) or type(read) is float:
                return None
            values.append(read)
        else:
            values.append(value)
    tape.close(opened, end)
    if text[start] == "[":
        return values
    tape.mappings.add(opened)
    for number, key in enumerate(values[::2]):
        tape.names[opened + 1 + 2 * number] = key
    made = dict(zip(values[::2], values[1::2], strict=True))
    return made if 2 * len(made) == len(values) else None
