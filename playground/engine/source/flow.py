"""Mappings and lists in brackets that hold scalars alone, on one line: what they look like, and what they mean."""

from __future__ import annotations

import re
from typing import Any, Final

from playground.engine.source.scalars import Resolver
from playground.engine.source.tape import DOUBLE, FLOW, PLAIN, SINGLE, Tape

QUOTED: Final = (
    r"\"[^\"\\\r\n]*+(?:\\[\"\\nt][^\"\\\r\n]*+)*+\""  # with the escapes that are often seen
    r"|'[^'\r\n]*+(?:''[^'\r\n]*+)*+'"
)
_ITEM = rf"{QUOTED}|(?:[A-Za-z0-9_./$(]|-(?=[A-Za-z0-9-]))[A-Za-z0-9_./$()=+@-]*+"
_ENTRY = rf"(?:{_ITEM}): ++(?:{_ITEM})"
IN_BRACKETS: Final = (
    rf"\[ *+(?:(?:{_ITEM})(?: *+, *+(?:{_ITEM})){{0,200}}+)? *+\]"
    rf"|\{{ *+(?:{_ENTRY}(?: *+, *+{_ENTRY}){{0,200}}+)? *+\}}"
)
_TOKEN = re.compile(_ITEM)
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "t": "\t"}  # the others mean themselves


def text_of(written: str) -> tuple[str, str]:
    """The text and style of a scalar that is ``QUOTED`` or plain."""
    mark = written[:1]
    if mark == '"':
        text = written[1:-1]
        return (_ESCAPE.sub(lambda escape: _ESCAPED.get(escape[1], escape[1]), text) if "\\" in text else text), DOUBLE
    return (written[1:-1].replace("''", "'"), SINGLE) if mark == "'" else (written, PLAIN)


def read_flow(text: str, start: int, end: int, tape: Tape, resolver: Resolver) -> Any:
    """The value of what is ``IN_BRACKETS`` there; None where the parser must be asked."""
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
