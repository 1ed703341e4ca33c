"""Lines of common YAML that are not simple: values in brackets, block scalars, comments, odd spaces."""

from __future__ import annotations

import re
from typing import Any

from playground.engine.location import ROOT
from playground.engine.source import value_problems
from playground.engine.source.fallback import LeftToParserError
from playground.engine.source.flow import IN_BRACKETS, read_flow
from playground.engine.source.plain import PLAIN_TEXT
from playground.engine.source.quoted import QUOTED_LINES, text_of
from playground.engine.source.scalars import Resolver
from playground.engine.source.tape import FOLDED, LITERAL, PLAIN, Tape

_KEY = r"[A-Za-z_./$(][A-Za-z0-9_./$(){}-]{0,200}+|\"[^\"\\\r\n]{0,200}+\"|'[^'\r\n]{0,200}+'"
_LINE = re.compile(  # possessive: with backtracking, a long run of spaces would take cubic time
    r"( *+)(- ++)?"  # indentation, and the dash of a list's item
    rf"(?:({_KEY}):(?=[ \r\n]))? *+"
    rf"(?:({PLAIN_TEXT})|({QUOTED_LINES})|({IN_BRACKETS})|([|>][-+]?)(?= *\r?\n))? *+(?:(?<![^ \n])#[^\r\n]*+)?\r?\n"
)
SPACES, DASH = 1, 2  # of its groups
_START = re.compile(rf"( *+)(?:(- ++|-(?=\r?\n))|((?:{_KEY}|<<):(?=[ \r\n])))?")  # matches everywhere


def line_at(text: str, at: int) -> re.Match[str] | None:
    """A line with its indentation, dash, key, and value: plain, in quotes, in brackets, the header of a block.

    None if it is odd. A value in quotes may have several lines; the match includes all of them.
    """
    return _LINE.match(text, at)


def start_at(text: str, at: int) -> tuple[str, ...]:
    """The indentation of an odd line, and the dash or key that it begins with; empty if there is none."""
    return _START.match(text, at).groups("")  # type: ignore[union-attr]


def read_key(written: str, resolver: Resolver) -> tuple[str, str]:
    """The name and style of a key. Raises LeftToParserError if it is no string."""
    name, style = text_of(written)
    if style is PLAIN and type(resolver[name]) is not str:
        raise LeftToParserError
    return name, style


def read_value(
    line: re.Match[str], block: tuple[str, int] | None, tape: Tape, resolver: Resolver
) -> tuple[Any, int, int] | None:
    """The value of a ``line_at``, where it ends, and where the next line begins; None if the line has none.

    A ``block`` has been read. Raises LeftToParserError.
    """
    *_, plain, quoted, brackets, header = line.groups()
    (start, end), after = line.span(line.lastindex or 0), line.end()
    value: Any = None
    if block is not None:
        value, end = block
        after = end
        tape.add(start, end, LITERAL if header[0] == "|" else FOLDED)
    elif plain is not None:
        value = resolver[plain]
        if type(value) is float:
            refuse_unusual(value, plain)
        tape.add(start, end, PLAIN)
    elif quoted is not None:
        value, style = text_of(quoted)
        tape.add(start, end, style)
    elif brackets is not None:
        value = read_flow(line.string, start, end, tape, resolver)
        if value is None:
            raise LeftToParserError
    else:
        return None
    return value, end, after


def refuse_unusual(number: float, written: str) -> None:
    """LeftToParserError for a number about which there is something to say."""
    if value_problems.unusual_number(0, 0, written, number, ROOT) is not None:
        raise LeftToParserError
