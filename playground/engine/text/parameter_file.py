"""Parameter files: lines of NAME=VALUE, as `oc process --param-file` reads them. A named one is a value set.

oc ``pkg/cli/process``, and its reader of environment files.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

SET_NAME: Final = "[A-Za-z0-9][A-Za-z0-9_-]{0,29}"  # of a value set; the pattern matches the whole name

_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "r": "\r"}
_SPECIAL = re.compile(r'["\\\n\r]')
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r"}
_PLAIN = re.compile(r"[A-Za-z0-9_./:@%+,=-]*")


class AssignmentMissingError(Exception):
    """A line of a parameter file has neither `=` nor `:`; ``line`` is its number, from 1."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


def parse_parameter_file(text: str) -> dict[str, str]:
    """The values in a parameter file; the last value of a name wins. Raises AssignmentMissingError."""
    values: dict[str, str] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        assignment = line.removesuffix("\r")
        if assignment.strip(" \t") and not assignment.strip(" \t").startswith("#"):
            pair = parse_assignment(assignment)
            if pair is None:
                raise AssignmentMissingError(number)
            values[pair[0]] = pair[1]
    return values


def parse_assignment(line: str) -> tuple[str, str] | None:
    """The name and value of one line; None if it has neither `=` nor `:`.

    >>> parse_assignment("export URL = http://h/x#part"), parse_assignment("B: 'it\\\\'s'  # why")
    (('URL', 'http://h/x'), ('B', "it's"))
    """
    line = _without_comment(line)
    separator = min((mark for mark in "=:" if mark in line), key=line.index, default="")
    if not separator:
        return None
    name, _, value = line.partition(separator)
    return name.removeprefix("export").strip(" "), _unquoted(value.strip(" "))


def parameter_file(values: Mapping[str, str]) -> str:
    """``values`` as a parameter file. A comment stands for each value that the format cannot hold.

    >>> parameter_file({"A": "1", "B": "it's # two\\nlines"})
    'A=1\\nB="it\\'s # two\\\\nlines"\\n'
    """
    return "".join(f"{_line_of(name, value)}\n" for name, value in values.items())


def _line_of(name: str, value: str) -> str:
    """The line that ``parse_assignment`` reads as this value; a comment if there is none."""
    quoted = f'"{_SPECIAL.sub(lambda match: _ESCAPES[match[0]], value)}"'
    for text in ([value] if _PLAIN.fullmatch(value) else []) + [quoted]:
        # `oc` takes a leading `export` from every name.
        for line in (f"{name}={text}", f"export {name}={text}"):
            if parse_assignment(line) == (name, value):
                return line
    name_in_comment = "".join(character if character.isprintable() else "?" for character in name)
    return f"# {name_in_comment}: this file format cannot hold the value"


def _without_comment(line: str) -> str:
    """The line up to the first `#` outside quotes.

    As in `oc`'s reader, a part between two `#` opens or closes a quotation if it has exactly one quote character.
    """
    parts: list[str] = []
    is_open = False
    for part in line.split("#"):
        if part.count('"') == 1 or part.count("'") == 1:
            if is_open:
                parts.append(part)
            is_open = not is_open
            if not is_open:
                continue
        if not parts or is_open:
            parts.append(part)
    return "#".join(parts)


def _unquoted(value: str) -> str:
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        return _ESCAPE.sub(lambda match: _ESCAPED.get(match[1], match[1]), value[1:-1])
    return value
