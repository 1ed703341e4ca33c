"""Maps each character of a scalar's value to its place in the source, in all five styles.

libyaml ``scanner.c`` says how scalars are folded, escaped and chomped. The decoded text is compared with the parser's
value, and where they differ there is no map: better no exact place than a wrong one.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from playground.engine.model.records import record
from playground.engine.reading.tape import DOUBLE, FOLDED, LITERAL, PLAIN, SINGLE


class Run(NamedTuple):
    """A piece of a scalar's value."""

    text: str
    start: int  # where its source begins
    end: int


@record()
class OffsetMap:
    """The runs of one scalar. A run is copied character by character, or decoded as a whole, as an escape is."""

    value_starts: tuple[int, ...]  # where each run begins in the value; the value's length comes last
    source_starts: tuple[int, ...]  # where each run begins in the source; the place of the value's end comes last
    source_ends: tuple[int, ...]  # where each run ends in the source

    def source_range(self, start: int, end: int) -> tuple[int, int]:
        """The offsets of ``value[start:end]`` in the source."""
        length = self.value_starts[-1]
        start = max(0, min(start, length))
        end = max(start, min(end, length))
        begin = self._source_start(start)
        return begin, begin if start == end else self._source_end(end - 1)

    def _source_start(self, offset: int) -> int:
        run = bisect_right(self.value_starts, offset) - 1
        return self.source_starts[run] + (offset - self.value_starts[run] if self._is_copied(run) else 0)

    def _source_end(self, last: int) -> int:
        run = bisect_right(self.value_starts, last) - 1
        if self._is_copied(run):
            return self.source_starts[run] + last - self.value_starts[run] + 1
        return self.source_ends[run]

    def _is_copied(self, run: int) -> bool:
        """Whether the run is as long in the source as in the value; the value's end counts as such a run."""
        if run + 1 == len(self.value_starts):
            return True
        size = self.value_starts[run + 1] - self.value_starts[run]
        return size == self.source_ends[run] - self.source_starts[run]


def offset_map(raw: str, style: str, value: str) -> OffsetMap | None:
    """The map of a scalar from its source text (no anchor or tag), style and value; None when they don't agree.

    >>> offset_map('"a\\\\tb"', "double", "a\\tb").source_range(2, 3)
    (4, 5)
    """
    start, length = 0 if style == PLAIN else 1, len(value)  # the value may start after a quote
    if value and style in (PLAIN, SINGLE, DOUBLE) and raw[start : len(raw) - start] == value:
        return OffsetMap((0, length), (start, start + length), (start + length, start + length))
    for runs in _readings(raw, style, value):
        decoded = list(runs)
        if "".join(run.text for run in decoded) == value:
            value_end = len(raw) if style == PLAIN else len(raw) - 1 if style in (SINGLE, DOUBLE) else None
            return _build_map(decoded, value_end)
    return None


def _build_map(runs: list[Run], value_end: int | None) -> OffsetMap:
    """The map of ``runs``. ``value_end``: where the value ends in the source; None: where the last run ends."""
    value_starts, source_starts, source_ends, length, last = [], [], [], 0, 0
    for text, start, end in runs:
        if text:
            value_starts.append(length)
            source_starts.append(start)
            source_ends.append(end)
            length += len(text)
            last = end
    stop = last if value_end is None else value_end
    return OffsetMap((*value_starts, length), (*source_starts, stop), (*source_ends, stop))


def _readings(raw: str, style: str, value: str) -> Iterator[Iterator[Run]]:
    """The possible readings of a scalar's source: for double quotes those of YAML and of JSON, else one or none."""
    if style == PLAIN:
        yield _flow_runs(raw, 0, len(raw), _PLAIN_PART)
    elif style == SINGLE:
        yield _flow_runs(raw, 1, len(raw) - 1, _SINGLE_PART)
    elif style == DOUBLE:
        yield _flow_runs(raw, 1, len(raw) - 1, _DOUBLE_PART)
        yield _flow_runs(raw, 1, len(raw) - 1, _JSON_PART)
    elif style in (LITERAL, FOLDED):
        yield from _block_readings(raw, style == FOLDED, value)


_BREAK = r"(?:\r\n|[\r\n\x85\u2028\u2029])"
_FOLD = rf"(?P<fold>[ \t]*(?P<first>{_BREAK})(?P<rest>(?:[ \t]*{_BREAK})*)[ \t]*)"
_TEXT = r"[^ \t\r\n\x85\u2028\u2029{}]+|[ \t]+"
# Compiled on first use, for a place inside such a scalar. `chr(39)` is a single quote, `chr(92)` a backslash.
_PLAIN_PART = rf"{_FOLD}|(?P<text>{_TEXT.format('')})"
_SINGLE_PART = rf"{_FOLD}|(?P<escape>'')|(?P<text>{_TEXT.format(chr(39))})"
_DOUBLE_PART = (
    rf"(?P<join>\\{_BREAK}(?P<after>(?:[ \t]*{_BREAK})*)[ \t]*)"
    r"|(?P<escape>\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[^xuU]))"
    rf"|{_FOLD}|(?P<text>{_TEXT.format(chr(92) * 2)})"
)
_JSON_PART = (  # a pair of escapes is one character, half a pair is U+FFFD; no lines are folded
    r"(?P<pair>\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})|(?P<half>\\u[dD][89a-fA-F][0-9a-fA-F]{2})"
    r"|(?P<escape>\\(?:u[0-9a-fA-F]{4}|[^u]))|(?P<text>[^\\]+)"
)
_ONE_BREAK = re.compile(_BREAK)
_ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b",
    " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip


def _flow_runs(raw: str, offset: int, end: int, part: str) -> Iterator[Run]:
    """A plain or quoted scalar: lines are folded, escapes decoded, the rest is copied."""
    match_part = re.compile(part).match
    while offset < end:
        match = match_part(raw, offset, end)
        if match is None:
            return
        groups = match.groupdict()
        if groups.get("text") is not None:
            yield Run(match[0], offset, match.end())
        elif groups.get("escape") is not None:
            yield Run(_unescape(match[0]), offset, match.end())
        elif groups.get("pair") is not None:
            yield Run(str(json.loads(f'"{match[0]}"')), offset, match.end())
        elif groups.get("half") is not None:
            yield Run("\ufffd", offset, match.end())
        elif groups.get("join") is not None:
            yield from _breaks(raw, match.start("after"), match.end("after"))
        else:
            yield from _fold(raw, match)
        offset = match.end()


def _unescape(escape: str) -> str:
    if escape == "''":
        return "'"
    if escape[1] in "xuU":
        code = int(escape[2:], 16)
        return chr(code) if code < 0x110000 else ""
    return _ESCAPES.get(escape[1], "")


def _normal_break(line_break: str) -> str:
    """A line break as it gets into a value; "" for none."""
    return line_break if line_break in "\u2028\u2029" else "\n"


def _breaks(raw: str, start: int, end: int) -> Iterator[Run]:
    for line_break in _ONE_BREAK.finditer(raw, start, end):
        yield Run(_normal_break(line_break[0]), line_break.start(), line_break.end())


def _fold(raw: str, match: re.Match[str]) -> Iterator[Run]:
    """Line breaks inside a scalar: a single one becomes a space, of several the first is dropped."""
    first, later_breaks = match["first"], match["rest"]
    if _normal_break(first) != "\n":  # U+2028 and U+2029 are kept
        yield Run(first, match.start("first"), match.end("first"))
    elif not later_breaks:
        yield Run(" ", match.start(), match.end())
    yield from _breaks(raw, match.start("rest"), match.end("rest"))


_HEADER = re.compile(rf"[|>](?P<marks>[-+0-9]*)[ \t]*(?:#[^\r\n\x85\u2028\u2029]*)?(?:{_BREAK}|\Z)")
_LINE = re.compile(rf"([^\r\n\x85\u2028\u2029]*)(?:{_BREAK}|\Z)")


class _Line(NamedTuple):
    """A line of a block scalar."""

    text: str
    start: int
    line_break: Run


def _block_readings(raw: str, folded: bool, value: str) -> Iterator[Iterator[Run]]:
    """The reading of a block scalar's source; none if its indentation does not fit the ``value``."""
    header = _HEADER.match(raw)
    if header is None:
        return
    marks = header["marks"]
    chomp = "+" if "+" in marks else "-" if "-" in marks else ""
    lines = _lines(raw, header.end())
    indents = [_indent(line.text) for line in lines if line.text.strip(" ")]
    first_indent = indents[0] if indents else max((len(line.text) for line in lines), default=0)
    # A digit in the header is the indentation below the parent's, which is not known here. But all spaces beyond the
    # block's indentation are part of the value.
    indent = first_indent - _indent_in(value) if any(mark.isdigit() for mark in marks) else first_indent
    if indent > 0 or not first_indent:  # else the source and the value do not agree
        yield _block_runs(lines, indent, folded, chomp)


_FIRST_TEXT = re.compile(r"[^ \n\x85\u2028\u2029]")


def _indent_in(value: str) -> int:
    """The spaces before the first text of a value; of a value without text, those of its longest line."""
    text = _FIRST_TEXT.search(value)
    if text is None:
        return max(map(len, value.splitlines()), default=0)
    return text.start() - len(value[: text.start()].rstrip(" "))


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip(" "))


def _lines(raw: str, offset: int) -> list[_Line]:
    """The lines of a block scalar that begin at ``offset``."""
    matches = (match for match in _LINE.finditer(raw, offset) if match.start() < len(raw))  # the last match is empty
    return [
        _Line(
            match[1],
            match.start(),
            Run(_normal_break(raw[match.end(1) : match.end()]), match.end(1), match.end()),
        )
        for match in matches
    ]


def _block_runs(lines: list[_Line], indent: int, folded: bool, chomp: str) -> Iterator[Run]:
    """libyaml's ``yaml_parser_scan_block_scalar``: the pending line break, then the blank lines, then the text."""
    pending: Run | None = None
    blanks: list[Run] = []
    previous_is_indented = False
    for text, start, line_break in lines:
        if len(text) <= indent and not text.strip(" "):
            blanks.append(line_break)
            continue
        is_indented = text[indent : indent + 1] in (" ", "\t")
        if pending is not None:
            if folded and pending.text == "\n" and not previous_is_indented and not is_indented:
                if not blanks:
                    yield Run(" ", pending.start, start + indent)
            else:
                yield pending
        yield from blanks
        yield Run(text[indent:], start + indent, start + len(text))
        pending, blanks, previous_is_indented = line_break, [], is_indented
    if chomp != "-" and pending is not None:
        yield pending
    if chomp == "+":
        yield from blanks
