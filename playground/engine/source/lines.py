"""YAML as most people write it, read line by line: block mappings and lists of values that stand on one line.

Whatever else there is in a document (anchors, tags, folded text, escapes, repeated keys, anything doubtful), all of
it is left to ``events``, whose every answer this one must give, too: a test compares them on all that is at hand. It
spares the parser's event and its two marks for each key and value, and so three fifths of the time of reading.
"""

from __future__ import annotations

import re
from itertools import count
from typing import Any

from playground.engine.deadline import STEPS
from playground.engine.location import ROOT
from playground.engine.source import sketches
from playground.engine.source.limits import Guards
from playground.engine.source.scalars import Resolver
from playground.engine.source.tape import DOUBLE, FLOW, LITERAL, PLAIN, SINGLE, Tape, Taped

# Further line ends and byte order marks: there the parser is asked, as for tabs. All other white space is ` ` and `\n`.
_DOUBTFUL = re.compile("[\x85\u2028\u2029\ufeff]")
_WORD = r"[^ \n:#]*+(?:(?::(?=[^ \n])|#)[^ \n:#]*+)*+"
_PLAIN = rf"(?:[^ \n\-?:,\[\]{{}}#&*!|>'\"%@`]|-(?=[^ \n])){_WORD}(?: +(?:[^ \n:#]|:(?=[^ \n])){_WORD})*+"
_QUOTED = r"\"[^\"\\\n]*+\"|'[^'\n]*+'"
_ITEM = rf"{_QUOTED}|(?:[A-Za-z0-9_./$(]|-(?=[A-Za-z0-9-]))[A-Za-z0-9_./$()=+@-]*+"  # inside brackets
_ENTRY = rf"(?:{_ITEM}): ++(?:{_ITEM})"
_FLOW = (
    rf"\[ *+(?:(?:{_ITEM})(?: *+, *+(?:{_ITEM})){{0,200}}+)? *+\]"
    rf"|\{{ *+(?:{_ENTRY}(?: *+, *+{_ENTRY}){{0,200}}+)? *+\}}"
)
_LINE = re.compile(  # no run of spaces is ever given back, or a long one would cost its length to the power of three
    r"( *+)(- ++)?"  # indentation, and the dash of a list's item
    r"(?:([A-Za-z_/$(][A-Za-z0-9_./$(){}-]{0,200}+|\"[^\"\\\n]{0,200}+\"|'[^'\n]{0,200}+'):(?=[ \n]))? *+"
    rf"(?:({_PLAIN})|({_QUOTED})|(\|[-+]?)(?= *\n)|({_FLOW}))? *+(?:(?<![^ \n])#[^\n]*+)?\n"
)
_BLOCK = re.compile(r"\n*+( +)[^ \n][^\n]*+\n(?:\1[^\n]*+\n|\n)*+")
_BLANK = re.compile(r"\n +\n")  # whether its spaces belong to the text is a long story
_TOKEN = re.compile(_ITEM)
_QUOTES = "'\""
_AROUND = 3  # events of every document: the beginning of the stream, that of the document, and its end


def read_lines(text: str, guards: Guards, resolver: Resolver) -> Taped | None:  # long: one loop, few calls
    """The value and Tape of a document whose lines all end with `\\n`; None where the parser must be asked."""
    if "\t" in text or "\r" in text or not (text.isascii() or _DOUBTFUL.search(text) is None):
        return None
    tape, limits = Tape(), guards.limits
    starts, ends, styles, skips, names = tape.starts, tape.ends, tape.styles, tape.skips, tape.names
    match, size = _LINE.match, len(text)
    outer: list[tuple[int, Any, int, bool, str]] = []  # the mappings and lists around the innermost one:
    column, opened, is_list, name = -1, -1, False, ""  # where it stands, its node, its last key
    root: Any = None
    container: Any = None
    awaiting = True  # whether a value on lines of its own comes next: the root, or what the last key holds
    colon = last_end = collections = 0
    at = 0
    for number in count(1):
        if at >= size:
            break
        if number % STEPS == 0:
            guards.deadline.check()
        line = match(text, at)
        if line is None or len(outer) + 3 > limits.depth:
            return None
        at = line.end()
        spaces, dash, key, plain, quoted, block, flow = line.groups()
        if dash is None and key is None:
            if plain is None and quoted is None and block is None and flow is None:
                continue  # nothing, or a comment
            return None  # a text that goes on, or that is all there is
        here = len(spaces)
        if awaiting and (here > column or (here == column and dash is not None and not is_list)):
            made: Any = [] if dash is not None else {}
            if opened < 0:
                root = made
            else:
                container[name] = made
                outer.append((column, container, opened, is_list, name))
            column, container, opened, is_list = here, made, len(starts), dash is not None
            tape.add_open(line.start(3) if dash is None else line.start(2), is_list=is_list)
            collections += 1
        else:
            if awaiting:
                container[name] = None
                tape.add(colon, colon, PLAIN)
                last_end = colon
            while here < column or (here == column and is_list and dash is None):
                if not outer:
                    return None
                tape.close(opened, last_end)
                column, container, opened, is_list, name = outer.pop()
            if here != column or is_list is (dash is None):
                return None
        awaiting = False
        if key is not None:
            start, colon = line.start(3), line.end(3) + 1
            if dash is not None:
                made = {}
                container.append(made)
                outer.append((column, container, opened, is_list, name))
                column, container, opened, is_list = here + len(dash), made, len(starts), False
                tape.add_open(start, is_list=False)
                collections += 1
            name, style = (key, PLAIN) if key[0] not in _QUOTES else _text_of(key)
            if name in container or (style is PLAIN and type(resolver[name]) is not str):
                return None
            node = len(starts)  # `tape.add`, written out here and below: it is called for each key and value
            starts.append(start)
            ends.append(colon - 1)
            styles.append(style)
            skips.append(node + 1)
            names[node] = name
        value: Any
        if plain is not None:
            start, last_end = line.span(4)
            value = resolver[plain]
            if type(value) is float and sketches.unusual_number(start, last_end, plain, value, ROOT):
                return None
            starts.append(start)
            ends.append(last_end)
            styles.append(PLAIN)
            skips.append(len(starts))
        elif quoted is not None:
            start, last_end = line.span(5)
            value, style = _text_of(quoted)
            tape.add(start, last_end, style)
        elif flow is not None:
            start, last_end = line.span(7)
            value = _flow(text, start, last_end, tape, resolver)
            if value is None:
                return None
            collections += 1
        elif block is not None:
            start = line.start(6)
            body = _BLOCK.match(text, text.index("\n", start) + 1)
            if (
                body is None
                or len(body[1]) <= column
                or _BLANK.search(text, body.start() - 1, body.end() + len(body[1]))
            ):
                return None
            last_end = body.end()
            value = f"\n{body[0]}".replace(f"\n{body[1]}", "\n")[1:]
            value = value if block == "|+" else value.rstrip("\n") + ("" if block == "|-" else "\n")
            tape.add(start, last_end, LITERAL)
            at = last_end
        elif key is not None:
            awaiting = True
            continue
        else:
            return None  # a dash alone
        if last_end - start > limits.scalar_characters:
            return None
        if is_list:
            container.append(value)
        else:
            container[name] = value
    if opened < 0:
        return None
    if awaiting:
        container[name] = None
        tape.add(colon, colon, PLAIN)
        last_end = colon
    for node in (opened, *(level[2] for level in reversed(outer))):
        tape.close(node, last_end)
    return _within(guards, Taped(root, tape), len(starts) + collections + _AROUND)


def _within(guards: Guards, piece: Taped, events: int) -> Taped | None:
    """``piece``, counted; None where it passes a limit, which only the parser's reading says in words."""
    nodes = len(piece.tape.starts)
    if guards.nodes + nodes > guards.limits.nodes or guards.events + events > guards.limits.events:
        return None
    guards.nodes, guards.events = guards.nodes + nodes, guards.events + events
    return piece


def _text_of(written: str) -> tuple[str, str]:
    """The text and style of a scalar without escapes."""
    mark = written[:1]
    if mark == '"':
        return written[1:-1], DOUBLE
    return (written[1:-1], SINGLE) if mark == "'" else (written, PLAIN)


def _flow(text: str, start: int, end: int, tape: Tape, resolver: Resolver) -> Any:
    """A mapping or list in brackets, of scalars alone; None where the parser must be asked."""
    opened = tape.add(start, end, FLOW)
    values: list[Any] = []
    for item in _TOKEN.finditer(text, start + 1, end - 1):
        value, style = _text_of(item[0])
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
