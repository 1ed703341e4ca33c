"""Reads common YAML line by line: block mappings and lists of values on one line.

Anything else goes to the parser: a single entry (``fallback``), or, if in doubt, the whole document (``events``). Both
must give the same answers; a test compares them on all available texts. Reading by lines saves the parser's event and
two marks for each key and value, which is two thirds of the time.
"""

from __future__ import annotations

import re
from typing import Any

from playground.engine.source import value_problems
from playground.engine.source.blocks import read_block
from playground.engine.source.fallback import LeftToParserError, ParserFallback
from playground.engine.source.limits import Guards
from playground.engine.source.other_lines import DASH, SPACES, line_at, read_key, read_value, refuse_unusual, start_at
from playground.engine.source.plain import read_more
from playground.engine.source.problem import RawProblem
from playground.engine.source.repeated import Level, RepeatedKeys
from playground.engine.source.scalars import TYPED_STARTS, WORDS, Resolver
from playground.engine.source.simple_lines import SimpleLines
from playground.engine.source.tape import BLOCK, DOUBLE, PLAIN, SINGLE, Tape, Taped

# Other line ends and byte order marks, which are left to the parser. All other white space is ` `, `\t` and `\r?\n`.
_DOUBTFUL = re.compile("[\x85\u2028\u2029\ufeff]|\r(?!\n)")


def read_lines(text: str, guards: Guards, resolver: Resolver, raw_problems: list[RawProblem]) -> Taped | None:
    """The value and Tape of a document whose lines all end with a line feed; None if the parser must read it.

    Repeated keys are added to ``raw_problems``.
    """
    if ("\r" in text or not text.isascii()) and _DOUBTFUL.search(text):
        return None
    tape, longest = Tape(), guards.limits.scalar_characters
    try:
        value = _read(text, tape, guards, resolver, raw_problems)
    except LeftToParserError:
        return None
    if len(text) > longest and tape.has_longer(longest):
        return None
    return Taped(value, tape) if guards.take(tape) else None


def _read(  # long: one loop over the lines, few calls in each
    text: str, tape: Tape, guards: Guards, resolver: Resolver, raw_problems: list[RawProblem]
) -> Any:
    """The value of the document. Raises LeftToParserError."""
    starts, ends, styles, skips = tape.starts, tape.ends, tape.styles, tape.skips
    names, mappings = tape.names, tape.mappings
    fallback, repeated = ParserFallback(text, tape, guards, resolver), RepeatedKeys(tape, raw_problems)
    depth, line_break = guards.limits.depth, "\r\n" if "\r" in text else "\n"
    # The innermost mapping or list, and those around it: at first what is around the document, as if it had a key "".
    container: Any = {}
    column, node, is_list = -1, -1, False
    outer: list[Level] = []
    awaiting = True  # whether a value on lines of its own comes next: the root, or what the last key holds
    began, first, name = -1, 0, ""  # the last entry: its line, its first node, its key,
    above = ""  # and its value, if that is plain and may go on below
    at = colon = last_end = 0
    value: Any
    made: Any
    lines = SimpleLines(text, guards.deadline)
    for spaces, dash, key, plain, quoted, rest in lines:
        # The parts of the line. It is odd if it is not an entry, or one that only the parser can read.
        line, odd_at = None, -1
        if rest != line_break:
            line = line_at(text, at)
            if line is None:
                spaces, dash, key = start_at(text, at)
                odd_at = at
            elif line.lastindex == SPACES:
                at = line.end()
                continue  # a comment
            else:
                spaces, dash, key, plain, *_, block = line.groups("")
                body = read_block(text, block, line.end(), len(spaces) + len(dash) * (key != "")) if block else None
                if not (key or dash) or line.lastindex == DASH or (block and body is None):
                    odd_at = at
        elif not key and not (dash and (plain or quoted)):
            if not (dash or plain or quoted):
                at += len(spaces) + len(rest)
                continue  # nothing
            odd_at = at
        here, dashed = len(spaces), dash != ""

        # The mapping or list that it belongs to.
        if here != column or awaiting or dashed is not is_list:
            if here < column or (here == column and dashed <= is_list):
                if awaiting:
                    last_end = _leave_empty(container, name, tape, colon)
                while here < column or (here == column and is_list > dashed):
                    ends[node], skips[node] = last_end, len(starts)
                    column, container, node, is_list = outer.pop()
                if column != here or is_list is not dashed:
                    raise LeftToParserError
            elif awaiting and (dashed or key or column < 0):
                outer.append((column, container, node, is_list))
                column, node, is_list = here, len(starts), dashed
                if dashed:
                    made = []
                else:
                    made = {}
                    mappings.add(node)
                container[name] = made
                container = made
                starts.append(at + here)  # `tape.add`, written out here and below: it is called for each key and value
                ends.append(0)  # until it is closed
                styles.append(BLOCK)
                skips.append(0)
                if len(outer) + 2 > depth:
                    raise LeftToParserError
            elif began < 0:
                raise LeftToParserError
            elif above and (more := read_more(text, above, last_end, column)) is not None:
                value, last_end = more  # two words at least, so they mean nothing but themselves
                container[-1 if is_list else name] = value
                ends[-1], above = last_end, ""
                at = lines.skip(at, rest, text.index("\n", last_end) + 1)
                continue
            elif repeated.last >= first:
                raise LeftToParserError
            else:
                odd_at = began  # it belongs to the entry above, which is not what it seemed
                if node >= first:  # the key was the first of an item
                    column, container, node, is_list = outer.pop()
                if is_list:
                    container.pop()
                else:
                    container.pop(name, None)
                tape.forget(first)
            awaiting = False

        if odd_at >= 0:
            end = fallback.read(odd_at, column, container, node, len(outer) - 1)
            at = lines.skip(at, rest, end)
            began, last_end = -1, fallback.end
            continue

        # Its key.
        began, first, above = at, len(starts), plain
        start = at + here + len(dash)
        if key:
            key_node = first
            if dashed:  # it is the first of a mapping
                outer.append((column, container, node, is_list))
                column, node, is_list, made = start - at, first, False, {}
                key_node += 1
                mappings.add(node)
                container.append(made)
                container = made
                starts.append(start)
                ends.append(0)
                styles.append(BLOCK)
                skips.append(0)
            colon = start + len(key)
            starts.append(start)
            ends.append(colon)
            skips.append(key_node + 1)
            if line is None:
                styles.append(PLAIN)
                if key in WORDS:
                    raise LeftToParserError
                name = key
            else:
                name, style = read_key(key, resolver)
                styles.append(style)
            names[key_node] = name
            if name in container:
                if len(raw_problems) == value_problems.MOST:
                    raise LeftToParserError
                repeated.add(name, key_node, (*outer[1:], (column, container, node, is_list)))
            start = colon + 2

        # Its value.
        if line is not None:
            found = read_value(line, body, tape, resolver)
            if found is None:
                awaiting, at = True, line.end()
                continue
            value, last_end, end = found
            at = lines.skip(at, rest, end)
        elif plain:
            value, last_end = plain, start + len(plain)
            if plain[0] in TYPED_STARTS:
                value = resolver[plain]
                if type(value) is float:
                    refuse_unusual(value, plain)
            starts.append(start)
            ends.append(last_end)
            styles.append(PLAIN)
            skips.append(len(starts))
            at = last_end + len(rest)
        elif quoted:
            value, last_end = quoted[1:-1], start + len(quoted)
            starts.append(start)
            ends.append(last_end)
            styles.append(DOUBLE if quoted[0] == '"' else SINGLE)
            skips.append(len(starts))
            at = last_end + len(rest)
        else:
            awaiting, at = True, colon + 1 + len(rest)
            continue
        if is_list:
            container.append(value)
        else:
            container[name] = value
    if column < 0:
        raise LeftToParserError
    if awaiting:
        last_end = _leave_empty(container, name, tape, colon)
    while outer:
        ends[node], skips[node] = last_end, len(starts)
        column, container, node, is_list = outer.pop()
    return container[""]


def _leave_empty(container: Any, name: str, tape: Tape, colon: int) -> int:
    """No value comes after the colon of a key; return where it would be."""
    container[name] = None
    tape.add(colon + 1, colon + 1, PLAIN)
    return colon + 1
