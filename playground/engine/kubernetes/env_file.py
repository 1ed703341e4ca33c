"""Parses the environment file of a ``fileKeyRef``: `NAME='value'` entries.

Kubernetes v1.36 ``pkg/kubelet/util/env/env_util.go`` (KEP-3721); the grammar is a strict part of a POSIX shell's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from playground.engine.model.records import record

LONGEST_LINE = 65_535  # bytes before the line's end: what Go's scanner holds

_BLANKS = " \t"


class EnvFileError(ValueError):
    """A line breaks the grammar before the requested entry; the message says which line."""


@record()
class EnvFile:
    """A file up to the first line that breaks the grammar: the first value of each name, and the error of that line."""

    values: Mapping[str, str]
    error: str = ""

    def value(self, key: str) -> str:
        """The value of the first entry for ``key``; "" without an entry, as the kubelet treats both alike.

        Raises EnvFileError if the file breaks the grammar before an entry for ``key``.
        """
        if key not in self.values and self.error:
            raise EnvFileError(self.error)
        return self.values.get(key, "")


def parse_env_file(content: str) -> EnvFile:
    """The entries of a file, parsed once for all its keys."""
    values: dict[str, str] = {}
    try:
        for name, value in _entries(content):
            values.setdefault(name, value)
    except EnvFileError as error:
        return EnvFile(values, str(error))
    return EnvFile(values)


def _entries(content: str) -> Iterator[tuple[str, str]]:
    """The name and value of each entry of a file. EnvFileError at the first line that breaks the grammar."""
    lines = content.split("\n")
    number = 0
    while number < len(lines):
        line = _line_at(number, lines).lstrip(_BLANKS)
        number += 1
        if not line or line.startswith("#"):
            continue
        name, value = _entry(line, number)
        if value is None:
            text = ""
        else:
            text, number = _quoted(value, lines, number)
        yield name, text


def _line_at(index: int, lines: list[str]) -> str:
    """The line without its end and a carriage return before that. EnvFileError for a line that is too long."""
    line = lines[index]
    # A character has at most four bytes: a shorter line needs no encoding.
    if len(line) > LONGEST_LINE // 4 and len(line.encode("utf-8", "surrogatepass")) > LONGEST_LINE:
        raise EnvFileError(f"line {index + 1} has more than {LONGEST_LINE:,} bytes")
    return line.removesuffix("\r")


def _entry(line: str, number: int) -> tuple[str, str | None]:
    """The name, and the text after the opening quote; None instead of a text if a blank follows `=`.

    The kubelet takes a value that starts with a blank for an empty value.
    """
    name, equals, value = line.partition("=")
    if not equals:
        raise EnvFileError(f"line {number} has no `=`")
    if not name or name != name.rstrip(_BLANKS):
        raise EnvFileError(f"line {number} has no name, or a blank, before `=`")
    if value[:1] in (" ", "\t"):
        return name, None
    if not value.startswith("'"):
        raise EnvFileError(f"line {number} has a value that is not in single quotes")
    return name, value[1:]


def _quoted(line: str, lines: list[str], number: int) -> tuple[str, int]:
    """The text up to the closing quote, which may be on a later line, and the number of lines read so far."""
    start, parts = number, []
    while "'" not in line:
        parts.append(line)
        if number >= len(lines):
            raise EnvFileError(f"the quote opened on line {start} is never closed")
        line = _line_at(number, lines)
        number += 1
    text, _, after = line.partition("'")
    after = after.lstrip(_BLANKS)
    if after and not after.startswith("#"):
        raise EnvFileError(f"line {number} has text after the closing quote")
    return "\n".join([*parts, text]), number
