"""`--param-file`: parses a file of assignments by the grammar of `oc process`.

oc ``pkg/cli/process`` and the reader of environment files it uses: no values of several lines, and text after `#` is
lost unless it is in quotes.
"""

from __future__ import annotations

import os
import re
from stat import S_ISDIR

from playground.cli.input.files import STANDARD_INPUT, read_text
from playground.engine import go_quote

_ESCAPE = re.compile(r"\\(.)")
_NAMED = {"n": "\n", "r": "\r"}


class ParameterFileError(Exception):
    """A file of assignments that cannot be parsed; the message is `oc`'s."""


def file_assignments(file: str) -> dict[str, str]:
    """Parse ``file`` (`-`: standard input); the last value of a name wins. Raises ParameterFileError."""
    shown = "stdin" if file == STANDARD_INPUT else file
    try:
        # To a Path, "" would be the current folder.
        if file != STANDARD_INPUT and S_ISDIR(os.stat(file).st_mode):  # noqa: PTH116
            raise ParameterFileError(f"Cannot read variables from {go_quote(file)}: is a directory")
    except OSError as error:
        why = (error.strerror or "").lower()
        raise ParameterFileError(f"Cannot stat {go_quote(file)}: stat {file}: {why}") from None
    values: dict[str, str] = {}
    for line in read_text(file).split("\n"):
        line = line.removesuffix("\r")
        if line.strip(" \t") and not line.strip(" \t").startswith("#"):
            pair = assignment(line)
            if pair is None:
                words = "Can't separate key from value"
                raise ParameterFileError(f"Cannot read variables from file {go_quote(shown)}: {words}")
            values[pair[0]] = pair[1]
    return values


def assignment(line: str) -> tuple[str, str] | None:
    """The name and value of one line; None if it has neither `=` nor `:`.

    >>> assignment("export URL = http://h/x#part"), assignment("B: 'it\\\\'s'  # why"), assignment("bare")
    (('URL', 'http://h/x'), ('B', "it's"), None)
    """
    line = _without_comment(line)
    separator = min((mark for mark in "=:" if mark in line), key=line.index, default="")
    if not separator:
        return None
    name, _, value = line.partition(separator)
    return name.removeprefix("export").strip(" "), _unquoted(value.strip(" "))


def _without_comment(line: str) -> str:
    """The line up to the first `#` outside quotes; a part between two `#` opens or closes a quote if it has one."""
    kept: list[str] = []
    is_open = False
    for part in line.split("#"):
        if part.count('"') == 1 or part.count("'") == 1:
            if is_open:
                kept.append(part)
            is_open = not is_open
            if not is_open:
                continue
        if not kept or is_open:
            kept.append(part)
    return "#".join(kept)


def _unquoted(value: str) -> str:
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        return _ESCAPE.sub(lambda match: _NAMED.get(match[1], match[1]), value[1:-1])
    return value
