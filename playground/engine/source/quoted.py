"""Reads quoted scalars without rare escapes."""

from __future__ import annotations

import re
from typing import Final

from playground.engine.source.tape import DOUBLE, PLAIN, SINGLE

_DOUBLE = r"[^\"\\\r\n]*+(?>(?:\\[\"\\nt][^\"\\\r\n]*+)*)"  # with the escapes that are often seen
_SINGLE = r"[^'\r\n]*+(?>(?:''[^'\r\n]*+)*)"
_BREAK = r"\r?\n(?>(?: *+\r?\n)*) ++(?![ \t\r\n])"
QUOTED: Final = rf"\"{_DOUBLE}\"|'{_SINGLE}'"
QUOTED_LINES: Final = rf"\"{_DOUBLE}(?>(?:{_BREAK}{_DOUBLE})*)\"|'{_SINGLE}(?>(?:{_BREAK}{_SINGLE})*)'"
QUOTES: Final = ("'", '"')
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "t": "\t"}  # the others mean themselves
_BREAKS = re.compile(r"\n(\n*+)")


def fold(lines: str) -> str:
    """Lines as one text: a line break becomes a space, and of several the first is dropped."""
    return _BREAKS.sub(lambda breaks: breaks[1] or " ", lines)


def text_of(written: str) -> tuple[str, str]:
    """The text and style of a scalar that is ``QUOTED``, ``QUOTED_LINES`` or plain."""
    mark = written[:1]
    if mark not in QUOTES:
        return written, PLAIN
    text = written[1:-1]
    if "\n" in text:
        first, *others, last = text.split("\n")
        text = fold("\n".join((first.rstrip(" \t\r"), *(line.strip(" \t\r") for line in others), last.lstrip(" "))))
    if mark == "'":
        return text.replace("''", "'"), SINGLE
    return (_ESCAPE.sub(lambda escape: _ESCAPED.get(escape[1], escape[1]), text) if "\\" in text else text), DOUBLE
