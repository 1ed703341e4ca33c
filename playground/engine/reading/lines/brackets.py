"""Reads mappings and lists between brackets that hold only scalars, on one line."""

from __future__ import annotations

import re
from typing import Any, Final

from playground.engine.reading.lines.scalar_text import QUOTED, UncommonYamlError, unquote
from playground.engine.reading.scalars import Resolver
from playground.engine.reading.tape import PLAIN, Tape

_ITEM = rf"{QUOTED}|(?:[A-Za-z0-9_./$(]|-(?=[A-Za-z0-9-]))[A-Za-z0-9_./$()=+@-]*+"
_ENTRY = rf"(?:{_ITEM}): ++(?:{_ITEM})"
IN_BRACKETS: Final = (
    rf"\[ *+(?:(?:{_ITEM})(?>(?: *+, *+(?:{_ITEM})){{0,200}}))? *+\]"
    rf"|\{{ *+(?:{_ENTRY}(?>(?: *+, *+{_ENTRY}){{0,200}}))? *+\}}"
)
_LONGEST_KEY: Final = 1_024  # characters, as written; longer ones are no keys to goyaml.v2 ``scannerc.go``
_SCALAR = re.compile(_ITEM)


def read_brackets(source: str, start: int, tape: Tape, resolver: Resolver) -> Any:
    """The value of ``source``, which matches ``IN_BRACKETS`` at the offset ``start``; adds its scalars to the tape.

    Raises UncommonYamlError for a number with a fraction, a repeated or very long key, and a key that is no string.
    """
    values: list[Any] = []
    first_node = len(tape.starts)
    for item in _SCALAR.finditer(source, 1, len(source) - 1):
        value, style = unquote(item[0])
        values.append(resolver[value] if style is PLAIN else value)
        if type(values[-1]) is float:
            raise UncommonYamlError
        tape.starts.append(start + item.start())
        tape.ends.append(start + item.end())
        tape.styles.append(style)
    if source[0] == "[":
        return values
    keys = values[::2]
    entries = dict(zip(keys, values[1::2], strict=True))
    if len(entries) < len(keys) or not all(type(key) is str for key in keys):
        raise UncommonYamlError
    # The source of a key is at most twice as long as the key, and has quotes.
    if len(source) > _LONGEST_KEY and max(map(len, keys), default=0) >= _LONGEST_KEY // 2 - 1:
        raise UncommonYamlError
    tape.mappings.add(first_node - 1)  # the caller has added the node of the mapping itself just before
    tape.names.update(zip(range(first_node, first_node + len(values), 2), keys, strict=True))
    return entries
