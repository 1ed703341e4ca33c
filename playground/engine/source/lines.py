"""Reads common YAML line by line: block mappings and lists of values on one line.

Anything else goes to the parser: a single entry (``fallback``), or, if in doubt, the whole document (``events``). Both
must give the same answers; a test compares them on all available texts. Reading by lines saves the parser's event and
two marks for each key and value, which is three fifths of the time.
"""

from __future__ import annotations

import re
from typing import Any

from playground.engine.deadline import STEPS
from playground.engine.location import ROOT
from playground.engine.source import value_problems
from playground.engine.source.blocks import read_block
from playground.engine.source.fallback import ParserFallback
from playground.engine.source.flow import IN_BRACKETS, read_flow
from playground.engine.source.levels import Levels
from playground.engine.source.limits import Guards
from playground.engine.source.plain import PLAIN_TEXT, read_more
from playground.engine.source.problem import RawProblem
from playground.engine.source.quoted import QUOTED_LINES, text_of
from playground.engine.source.repeated import RepeatedKeys
from playground.engine.source.scalars import Resolver
from playground.engine.source.tape import FOLDED, LITERAL, PLAIN, Tape, Taped

# Other line ends and byte order marks, which are left to the parser. All other white space is ` `, `\t` and `\r?\n`.
_DOUBTFUL = re.compile("[\x85\u2028\u2029\ufeff]|\r(?!\n)")
_KEY = r"[A-Za-z_./$(][A-Za-z0-9_./$(){}-]{0,200}+|\"[^\"\\\r\n]{0,200}+\"|'[^'\r\n]{0,200}+'"
_LINE = re.compile(  # possessive: with backtracking, a long run of spaces would take cubic time
    r"( *+)(- ++)?"  # indentation, and the dash of a list's item
    rf"(?:({_KEY}):(?=[ \r\n]))? *+"
    rf"(?:({PLAIN_TEXT})|({QUOTED_LINES})|({IN_BRACKETS})|([|>][-+]?)(?= *\r?\n))? *+(?:(?<![^ \n])#[^\r\n]*+)?\r?\n"
)
_SPACES, _DASH, _PLAIN, _BLOCK = 1, 2, 4, 7  # of its groups
_START = re.compile(rf"( *+)(?:(- ++|-(?=\r?\n))|((?:{_KEY}|<<):(?=[ \r\n])))?")  # of a line that is odd otherwise
_QUOTES = "'\""


class _LeftToParserError(Exception):
    """The parser must read the whole document."""


def read_lines(text: str, guards: Guards, resolver: Resolver, raw_problems: list[RawProblem]) -> Taped | None:
    """The value and Tape of a document whose lines all end with a line feed; None if the parser must read it.

    Repeated keys are added to ``raw_problems``.
    """
    if ("\r" in text or not text.isascii()) and _DOUBTFUL.search(text):
        return None
    tape = Tape()
    try:
        value = _read(text, tape, guards, resolver, raw_problems)
    except _LeftToParserError:
        return None
    return Taped(value, tape) if guards.take(tape) else None


def _read(  # long: one loop over the lines, few calls in each
    text: str, tape: Tape, guards: Guards, resolver: Resolver, raw_problems: list[RawProblem]
) -> Any:
    """The value of the document. Raises _LeftToParserError."""
    depth, longest = guards.limits.depth, guards.limits.scalar_characters
    starts, ends, styles, skips, names = tape.starts, tape.ends, tape.styles, tape.skips, tape.names
    levels, fallback = Levels(tape), ParserFallback(text, tape, guards, resolver)
    repeated = RepeatedKeys(levels, raw_problems)
    column, container, is_list = levels.column, levels.container, levels.is_list
    awaiting = True  # whether a value on lines of its own comes next: the root, or what the last key holds
    began, first, name = -1, 0, ""  # the last entry: its line, its first node, its key,
    above: str | None = None  # and its value, if that is plain and may go on below
    colon = last_end = at = look = 0
    size = len(text)
    match: Any = _LINE.match
    start_of: Any = _START.match  # which always matches
    body: Any = None
    value: Any
    while at < size:
        if at >= look:
            guards.deadline.check()
            look = at + STEPS  # a line has a character at least

        # The parts of the line. It is odd if it is not an entry, or one that only the parser can read.
        line = match(text, at)
        if line is None:
            spaces, dash, key = start_of(text, at).groups()
            is_odd = True
        else:
            spaces, dash, key, plain, quoted, brackets, block = line.groups()
            is_odd = key is None and (dash is None or line.lastindex == _DASH)
            if is_odd and line.lastindex == _SPACES:
                at = line.end()
                continue  # nothing, or a comment
            if block is not None and not is_odd:
                body = read_block(text, block, line.end(), len(spaces) + len(dash or "") * (key is not None))
                is_odd = body is None
        here, dashed = len(spaces), dash is not None

        # The mapping or list that it belongs to.
        if here != column or awaiting or dashed is not is_list:
            if here < column or (here == column and dashed <= is_list):
                if awaiting:
                    levels.leave_empty(name, colon)
                    last_end = colon
                if not levels.close(here, last_end, is_list=dashed):
                    raise _LeftToParserError
            elif awaiting and (dashed or key is not None or column < 0):
                levels.open(name, here, at + here, is_list=dashed)
                if len(levels.outer) + 2 > depth:
                    raise _LeftToParserError
            elif began < 0:
                raise _LeftToParserError
            elif above is not None and (more := read_more(text, above, last_end, column)) is not None:
                value, last_end = more  # two words at least, so they mean nothing but themselves
                if last_end - starts[-1] > longest:
                    raise _LeftToParserError
                container[-1 if is_list else name] = value
                ends[-1], above, at = last_end, None, text.index("\n", last_end) + 1
                continue
            elif repeated.last >= first:
                raise _LeftToParserError
            else:
                at, is_odd = began, True  # it belongs to the entry above, which is not what it seemed
                levels.take_back(name, first)
            awaiting = False
            column, container, is_list = levels.column, levels.container, levels.is_list

        if is_odd:
            at = fallback.read(at, column, container, levels.node, len(levels.outer) - 1)
            if at < 0:
                raise _LeftToParserError
            began, last_end = -1, fallback.end
            continue

        # Its key.
        began, first, above = at, len(starts), plain
        if key is not None:
            if dashed:
                levels.open("", here + len(dash), at + here + len(dash), is_list=False)
                column, container, is_list = levels.column, levels.container, levels.is_list
            if key[0] in _QUOTES:
                name, style = text_of(key)
            elif type(resolver[key]) is str:
                name, style = key, PLAIN
            else:
                raise _LeftToParserError
            start, node = at + column, len(starts)
            colon = start + len(key) + 1
            starts.append(start)  # `tape.add`, written out here and below: it is called for each key and value
            ends.append(colon - 1)
            styles.append(style)
            skips.append(node + 1)
            names[node] = name
            if name in container:
                if len(raw_problems) == value_problems.MOST:
                    raise _LeftToParserError
                repeated.add(name, node)

        # Its value.
        at = line.end()
        if plain is not None:
            start, last_end = line.span(_PLAIN)
            value = resolver[plain]
            if type(value) is float and value_problems.unusual_number(start, last_end, plain, value, ROOT):
                raise _LeftToParserError
            starts.append(start)
            ends.append(last_end)
            styles.append(PLAIN)
            skips.append(len(starts))
        elif block is not None:
            start, (value, at) = line.start(_BLOCK), body
            last_end = at
            tape.add(start, at, LITERAL if block[0] == "|" else FOLDED)
        elif quoted is None and brackets is None:
            awaiting = True
            continue
        else:
            start, last_end = line.span(line.lastindex)
            value = _in_quotes_or_brackets(text, start, last_end, tape, resolver)
        if last_end - start > longest:
            raise _LeftToParserError
        if is_list:
            container.append(value)
        else:
            container[name] = value
    if column < 0:
        raise _LeftToParserError
    if awaiting:
        levels.leave_empty(name, colon)
        last_end = colon
    levels.close(-1, last_end, is_list=False)
    return levels.container[""]


def _in_quotes_or_brackets(text: str, start: int, end: int, tape: Tape, resolver: Resolver) -> Any:
    """The value that is written between ``start`` and ``end``, added to the Tape."""
    if text[start] in _QUOTES:
        value, style = text_of(text[start:end])
        tape.add(start, end, style)
        return value
    value = read_flow(text, start, end, tape, resolver)
    if value is None:
        raise _LeftToParserError
    return value
