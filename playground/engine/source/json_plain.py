"""Reads JSON as programs print it: its value by the C decoder of ``json``, its places by one pattern.

Text with anything odd, wrong or too large in it is left to ``JsonReading``, which says what it is and where.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from json import JSONDecoder
from json.decoder import scanstring  # type: ignore[attr-defined]  # undocumented, and in C
from typing import Any

from playground.engine.deadline import STEPS
from playground.engine.location import ROOT
from playground.engine.source import value_problems
from playground.engine.source.limits import Guards
from playground.engine.source.tape import DOUBLE, FLOW, PLAIN, Tape, Taped

_STRING = r'"[^"\\]*+(?:"|(?>(?:\\.[^"\\]*+)*)")'
# A key and its colon, where there is one; a value, or the bracket that opens it; and what is up to the next of them.
# In valid JSON there is nothing between two of its matches.
_ENTRY = re.compile(
    rf"""
    (?: ({_STRING}) ([ \t\r\n]*+ : [ \t\r\n]*+) | )
    ({_STRING} | [\[{{] | [^ \t\r\n,:"\]}}]++)
    ([ \t\r\n,\]}}]*+)
    """,
    re.VERBOSE,
)
_SPACE = re.compile(r"[ \t\r\n]*+")
_CLOSER = re.compile(r"[\]}]")
_HALF_PAIR = re.compile(r"\\u[dD][89a-fA-F]")
_SMALL = 65_536  # characters
_EXACT_DIGITS = 18  # of a whole number that certainly fits into 64 bits
_STYLES = {'"': DOUBLE, "{": FLOW, "[": FLOW, **dict.fromkeys("-0123456789tfn", PLAIN)}

Entries = Iterator[tuple[str | Any, ...]]  # the groups of _ENTRY


def read_plain(text: str, begin: int, guards: Guards) -> tuple[Taped, int] | None:
    """The object or list that begins at ``begin``, and where the space after it ends; see ``JsonReading.run``.

    None if the scanner must read it: invalid JSON, or JSON with a key that is repeated, an escape for half of a
    surrogate pair, a number that loses digits, or more than a limit allows.
    """
    if not text.startswith(("{", "["), begin):
        return None
    decoded = _decoded(text, begin)
    if decoded is None:
        return None
    value, keys, end = decoded
    room = guards.limits.nodes - guards.nodes
    if _HALF_PAIR.search(text, begin, end) or (end - begin > room and _most_nodes(text, begin, end) > room):
        return None
    tape = _tape(_entries(text, begin, end), begin, guards)
    longest = guards.limits.scalar_characters
    if tape is None or len(tape.names) != keys or (end - begin > longest and tape.has_longer(longest)):
        return None
    guards.nodes += len(tape.starts)
    return Taped(value, tape), after_space(text, end)


def after_space(text: str, at: int) -> int:
    """The end of the white space at ``at``; ``at`` if there is none."""
    return _SPACE.match(text, at).end()  # type: ignore[union-attr]  # it matches everywhere


def _decoded(text: str, begin: int) -> tuple[Any, int, int] | None:
    """The value, how many keys all its objects have, and where it ends."""
    sizes: list[int] = []

    def counted(found: dict[str, Any]) -> dict[str, Any]:
        sizes.append(len(found))
        return found

    decoder = JSONDecoder(object_hook=counted, parse_int=_integer, parse_float=_float, parse_constant=_float)
    try:
        value, end = decoder.raw_decode(text, begin)
    except (ValueError, RecursionError):
        return None
    return value, sum(sizes), end


def _integer(text: str) -> int:
    if len(text) > _EXACT_DIGITS:
        raise ValueError
    return int(text)


def _float(text: str) -> float:
    value = float(text)
    if value_problems.unusual_number(0, 0, text, value, ROOT) is not None:
        raise ValueError
    return value


def _most_nodes(text: str, begin: int, end: int) -> int:
    """No fewer than there are keys and values: each but the first has one of these marks before it."""
    return 1 + sum(text.count(mark, begin, end) for mark in ",:[{")


def _entries(text: str, begin: int, end: int) -> Entries:
    """All entries; those of a small text at once, which is faster and takes more memory."""
    if end - begin <= _SMALL:
        return iter(_ENTRY.findall(text, begin, end))
    return map(re.Match.groups, _ENTRY.finditer(text, begin, end))


def _tape(entries: Entries, at: int, guards: Guards) -> Tape | None:  # long: one loop, few calls
    """The places of all keys and values, of which the first begins at ``at``; None if a limit is passed."""
    tape = Tape()
    starts, ends, styles, skips, names = tape.starts, tape.ends, tape.styles, tape.skips, tape.names
    opened: list[int] = []
    texts: dict[str, str] = {}  # of the keys as they are written
    closers: dict[str, list[int]] = {}  # where brackets end in what is between two values
    node = 0
    while batch := list(islice(entries, STEPS)):
        guards.deadline.check()
        for key, colon, value, after in batch:
            if key:
                if key not in texts:
                    texts[key] = scanstring(key, 1)[0]
                names[node] = texts[key]
                end = at + len(key)
                starts.append(at)
                ends.append(end)
                styles.append(DOUBLE)
                node += 1
                skips.append(node)
                at = end + len(colon)
            end = at + len(value)
            if value in "{[":
                opened.append(node)
                if value == "{":
                    tape.mappings.add(node)
                if len(opened) > guards.limits.depth:
                    return None
            starts.append(at)
            ends.append(end)
            styles.append(_STYLES[value[0]])
            node += 1
            skips.append(node)
            if "}" in after or "]" in after:
                if after not in closers:
                    closers[after] = [match.end() for match in _CLOSER.finditer(after)]
                for length in closers[after]:
                    container = opened.pop()
                    ends[container], skips[container] = end + length, node
            at = end + len(after)
    return tape
