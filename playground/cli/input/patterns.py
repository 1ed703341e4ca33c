"""Expands file patterns such as `dir/*.yaml`.

Go ``path/filepath``: ``Glob`` and ``Match``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_SPECIAL = re.compile(r"[*?\[\\]")
_PART = re.compile(r"\*|\?|\\(.)|\[(\^?+)((?:(?:\\.|[^\]\\-])(?:-(?:\\.|[^\]\\-]))?)+)\]|([^*?\[\\])", re.DOTALL)
_RANGE = re.compile(r"\\?(.)(?:-\\?(.))?", re.DOTALL)
_ANY: Final = {"*": "[^/]*", "?": "[^/]"}


class PatternError(ValueError):
    """A pattern with an error in its syntax."""


def matching_files(pattern: str) -> list[str]:
    """The names of the existing files and folders that ``pattern`` describes, sorted. Raises PatternError.

    `*` and `?` match names that begin with a dot, too, but no slash.
    """
    _expression(pattern)  # like Go, refuse a pattern with an error in any part, even if its folder does not exist
    if not _SPECIAL.search(pattern):
        return [pattern] if os.path.lexists(pattern) else []
    folder, slash, name = pattern.rpartition("/")
    expression = _expression(name)
    folder = folder or slash or "."
    folders = matching_files(folder) if _SPECIAL.search(folder) else [folder]
    return [path for folder in folders for path in _in_folder(folder, expression)]


def _in_folder(folder: str, expression: re.Pattern[str]) -> Iterator[str]:
    try:
        names = sorted((path.name for path in Path(folder).iterdir()), key=os.fsencode)
    except OSError:
        return
    yield from (os.path.normpath(f"{folder}/{name}") for name in names if expression.fullmatch(name))


def _expression(pattern: str) -> re.Pattern[str]:
    """``pattern`` as a regular expression. Raises PatternError."""
    parts: list[str] = []
    position = 0
    while position < len(pattern):
        match = _PART.match(pattern, position)
        if match is None:
            raise PatternError("syntax error in pattern")
        position = match.end()
        escaped, negation, ranges, character = match.groups()
        if ranges:
            characters = "".join(_class_part(part) for part in _RANGE.finditer(ranges))
            parts.append(f"[{negation}{characters}]" if characters else "." if negation else "(?!)")
        else:
            parts.append(_ANY.get(match[0]) or re.escape(escaped or character))
    return re.compile("".join(parts), re.DOTALL)


def _class_part(match: re.Match[str]) -> str:
    """One character or range of a class; a range whose end comes before its start matches nothing."""
    first, last = match[1], match[2] or match[1]
    return f"{re.escape(first)}-{re.escape(last)}" if first <= last else ""
