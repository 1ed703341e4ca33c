"""Reads keys, words, quoted text without rare escapes, and block scalars, each from its source text."""

from __future__ import annotations

import re
from math import isfinite
from typing import Final

from playground.engine.reading.scalars import Resolver, Scalar, is_long_integer
from playground.engine.reading.tape import DOUBLE, PLAIN, SINGLE

# A plain scalar is words with spaces between them. A colon before a space ends the scalar; `#` begins no word.
_REST_OF_WORD = r"[^ \t\r\n:#]*+(?>(?:(?::(?=[^ \t\r\n])|#)[^ \t\r\n:#]*+)*)"
_NEXT_WORD = rf"(?:[^ \t\r\n:#]|:(?=[^ \t\r\n])){_REST_OF_WORD}"
_FIRST_WORD = rf"(?:[^ \t\r\n\-?:,\[\]{{}}#&*!|>'\"%@`]|-(?=[^ \t\r\n])){_REST_OF_WORD}"
PLAIN_WORDS: Final = rf"{_FIRST_WORD}(?>(?: +{_NEXT_WORD})*)"  # on the scalar's first line
MORE_WORDS: Final = rf"{_NEXT_WORD}(?>(?: +{_NEXT_WORD})*)"  # on each of its further lines
QUOTED: Final = (
    r"\"[^\"\\\r\n]*+(?>(?:\\[\"\\nt][^\"\\\r\n]*+)*)\""  # only with common escapes
    r"|'[^'\r\n]*+(?>(?:''[^'\r\n]*+)*)'"
)
QUOTES: Final = frozenset("'\"")
BLOCKS: Final = frozenset("|>")
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "t": "\t"}  # `\\` and `\"` give the character itself
_BREAKS = re.compile(r"\n(\n*+)")
# The lines of a block scalar. Group 1 is the indentation of its first line that is not blank.
_BLOCK_LINES = re.compile(r"(?>\n*)( +)[^ \t\n][^\n]*+\n(?>(?:\1[^\n]*+\n| *+\n)*)")
_SPACES_ONLY = re.compile(r"\n( +)(?=\n)")
_UNFOLDED_BREAK = re.compile(r"\A\n|\n[ \t]")  # more indented lines keep their line breaks


class UncommonYamlError(Exception):
    """The document is not common YAML; the event reader must read the whole of it."""


def unquote(source: str) -> tuple[str, str]:
    """The text and style of a key or value that is ``QUOTED`` or plain, on one line."""
    quote = source[0]
    if quote == '"':
        text = source[1:-1]
        return (_ESCAPE.sub(lambda escape: _ESCAPED.get(escape[1], escape[1]), text) if "\\" in text else text), DOUBLE
    return (source[1:-1].replace("''", "'"), SINGLE) if quote == "'" else (source, PLAIN)


def plain_value(source: str, resolver: Resolver) -> Scalar:
    """The value of plain words on one or more lines.

    Raises UncommonYamlError for an infinite number, NaN, or a number that loses digits: the event reader reports these.
    """
    if "\n" in source:
        # Two words or more are always a string.
        return _fold_lines("\n".join(line.strip(" \r") for line in source.split("\n")))
    value = resolver[source]
    if type(value) is float and (not isfinite(value) or is_long_integer(source, value)):
        raise UncommonYamlError
    return value


def block_value(source: str, column: int) -> str:
    """The value of a block scalar: its header, then its lines, which are deeper than ``column``.

    The header is `|` or `>`, then perhaps `+`, which keeps the last line breaks, or `-`, which drops them all.
    Raises UncommonYamlError for uncommon indentation or folding.
    """
    header, _, lines = f"{source}\n".replace("\r\n", "\n").partition("\n")
    block = _BLOCK_LINES.fullmatch(lines)
    if block is None or len(block[1]) <= column:
        raise UncommonYamlError
    margin = block[1]
    # A line of spaces is empty, unless it has more spaces than the margin.
    lines = _SPACES_ONLY.sub(lambda blank: blank[0] if len(blank[1]) > len(margin) else "\n", f"\n{lines}")
    value = lines.replace(f"\n{margin}", "\n")[1:]
    text = value.rstrip("\n")
    breaks = value[len(text) :]
    if header[0] == ">":
        if _UNFOLDED_BREAK.search(text):
            raise UncommonYamlError
        text = _fold_lines(text)
    return text + {"+": breaks, "-": ""}.get(header[1:].strip(), "\n")


def _fold_lines(lines: str) -> str:
    """Lines as one text: a line break becomes a space, and of several the first is dropped."""
    return _BREAKS.sub(lambda breaks: breaks[1] or " ", lines)
