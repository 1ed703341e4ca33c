"""Expands file patterns such as `dir/*.yaml`.

Go ``path/filepath``: ``Glob`` and ``Match``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

_SPECIAL = re.compile(r"[*?\[\\]")
# `*`, `?`, an escaped character, a class (whether it is negated, and its ranges), or any other character.
_PART = re.compile(r"\*|\?|\\(.)|\[(\^?+)((?:(?:\\.|[^\]\\-])(?:-(?:\\.|[^\]\\-]))?)+)\]|([^*?\[\\])", re.DOTALL)
_RANGE = re.compile(r"\\?(.)(?:-\\?(.))?", re.DOTALL)  # a character of a class, or the two ends of a range


class PatternError(ValueError):
    """A pattern with an error in its syntax."""


def matching_files(pattern: str) -> list[str]:
    """The names of the existing files and folders that ``pattern`` describes, sorted. Raises PatternError.

    `*` and `?` match names that begin with a dot, too, but no slash.
    """
    _expression(pattern)  # like Go, refuse a pattern with an error in any part, even if its folder does not exist
    if not _SPECIAL.search(pattern):
        return [pattern] if os.path.lexists(pattern) else []
    names: list[str] = []
    start = pattern  # becomes the folder above the first name with a special character
    while _SPECIAL.search(start):
        folder, slash, name = start.rpartition("/")
        names.append(name)
        start = folder or slash or "."
    paths = [start]
    for expression in map(_expression, reversed(names)):
        paths = [path for folder in paths for path in _in_folder(folder, expression)]
    return paths


def _in_folder(folder: str, expression: re.Pattern[str]) -> Iterator[str]:
    try:
        names = sorted((path.name for path in Path(folder).iterdir()), key=os.fsencode)
    except OSError:
        return
    yield from (os.path.normpath(Path(folder) / name) for name in names if expression.fullmatch(name))


def _expression(pattern: str) -> re.Pattern[str]:
    """``pattern`` as a regular expression. Raises PatternError."""
    pieces = [""]  # the pattern between the `*`
    position = 0
    while position < len(pattern):
        match = _PART.match(pattern, position)
        if match is None:
            raise PatternError("syntax error in pattern")
        position = match.end()
        if match[0] == "*":
            pieces.append("")
        else:
            pieces[-1] += _piece(match)
    if len(pieces) > 1:
        pieces[-1] = f"[^/]*{pieces[-1]}"
    # Like Go, take the first place where a piece fits: to try all places of all pieces would take too long.
    pieces[1:-1] = [f"(?>[^/]*?{piece})" for piece in pieces[1:-1]]
    return re.compile("".join(pieces), re.DOTALL)


def _piece(match: re.Match[str]) -> str:
    """A part of a pattern as a regular expression for one character."""
    escaped, negation, ranges, character = match.groups()
    if not ranges:
        return "[^/]" if match[0] == "?" else re.escape(escaped or character)
    characters = "".join(_class_part(part) for part in _RANGE.finditer(ranges))
    # Without any character, a negated class matches every character, and any other class none.
    return f"[{negation}{characters}]" if characters else "." if negation else "(?!)"


def _class_part(match: re.Match[str]) -> str:
    """One character or range of a class; a range whose end comes before its start matches nothing."""
    first, last = match[1], match[2] or match[1]
    return f"{re.escape(first)}-{re.escape(last)}" if first <= last else ""
