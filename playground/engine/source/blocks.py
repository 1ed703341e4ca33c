"""Reads block scalars, ``|`` and ``>``, from their lines; unusual ones are left to the parser."""

from __future__ import annotations

import re

from playground.engine.source.quoted import fold

_BODY = re.compile(r"(?>(?:\r?\n)*)( +)[^ \t\r\n][^\r\n]*+\r?\n(?>(?:\1[^\r\n]*+\r?\n| *+\r?\n)*)")
_BLANK = re.compile(r"\n( +)(?=\n)")
_UNFOLDED = re.compile(r"\A\n|\n[ \t]")  # more indented lines keep their line breaks


def read_block(text: str, header: str, start: int, column: int) -> tuple[str, int] | None:
    """The value and the end of a block scalar in a mapping or list at ``column``; None if the parser must read it.

    The ``header`` is its first line, without an indentation; ``start`` is where the next line begins.
    """
    body = _BODY.match(text, start)
    if body is None or len(body[1]) <= column:
        return None
    lines, margin = body[0], len(body[1])
    if "\r" in lines:
        lines = lines.replace("\r\n", "\n")
    if _BLANK.search(lines):  # spaces beyond the margin belong to the text
        lines = _BLANK.sub(lambda blank: blank[0] if len(blank[1]) > margin else "\n", lines)
    value = f"\n{lines}".replace(f"\n{body[1]}", "\n")[1:]
    kept = value.rstrip("\n")
    if header[0] == ">":
        if _UNFOLDED.search(kept):
            return None
        value = fold(kept) + value[len(kept) :]
        kept = value.rstrip("\n")
    return (value if header[1:] == "+" else kept if header[1:] == "-" else f"{kept}\n"), body.end()
