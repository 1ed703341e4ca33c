"""Parses the environment file of a ``fileKeyRef``: `NAME='value'` entries.

Kubernetes v1.36 ``pkg/kubelet/util/env/env_util.go`` (KEP-3721); the grammar is a strict part of a POSIX shell's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from playground.engine.model.records import record

LONGEST_LINE = 65_535  # bytes before the line's end: what Go's scanner holds

_BLANKS = " \t"


class EnvFileError(ValueError):
    """The file breaks the grammar before the wanted name was found; the message says where."""


@record()
class EnvFile:
    """A file as far as it keeps to the grammar: the first value of each name, and what stopped the reading."""

    values: Mapping[str, str]
    error: str = ""

    def value(self, key: str) -> str:
        """The value of the first entry for ``key``; "" when there is none, which the kubelet cannot tell apart.

        Errors after the entry are not reported. Raises EnvFileError if there is one before it, and no entry.
        """
        if key not in self.values and self.error:
            raise EnvFileError(self.error)
        return self.values.get(key, "")


def parsed(content: str) -> EnvFile:
    """The entries of a file, parsed once for all its keys."""
    values: dict[str, str] = {}
    try:
        for name, value in _entries(content):
            values.setdefault(name, value)
    except EnvFileError as error:
        return EnvFile(values, str(error))
    return EnvFile(values)


def _entries(content: str) -> Iterator[tuple[str, str]]:
    lines = content.split("\n")
    number = 0
    while number < len(lines):
        line = _scanned(lines, number).lstrip(_BLANKS)
        number += 1
        if not line or line.startswith("#"):
            continue
        name, value = _entry(line, number)
        text = ""  # NAME= 'x': a shell would take this as an empty NAME, and so does the kubelet
        if value is not None:
            text, number = _quoted(value, lines, number)
        yield name, text


def _scanned(lines: list[str], index: int) -> str:
    """The line without its end, a carriage return included; one that is too long ends the reading."""
    line = lines[index]
    if len(line) > LONGEST_LINE // 4 and len(line.encode("utf-8", "surrogatepass")) > LONGEST_LINE:
        raise EnvFileError(f"line {index + 1} has more than {LONGEST_LINE:,} bytes")
    return line.removesuffix("\r")


def _entry(line: str, number: int) -> tuple[str, str | None]:
    """The name, and what follows the opening quote; None for an empty value."""
    name, equals, rest = line.partition("=")
    if not equals:
        raise EnvFileError(f"line {number} has no `=`")
    if not name or name != name.rstrip(_BLANKS):
        raise EnvFileError(f"line {number} has no name, or a blank, before `=`")
    if rest[:1] in (" ", "\t"):
        return name, None
    if not rest.startswith("'"):
        raise EnvFileError(f"line {number} has a value that is not in single quotes")
    return name, rest[1:]


def _quoted(rest: str, lines: list[str], number: int) -> tuple[str, int]:
    """The text up to the closing quote, which may be lines away, and the number of the next line."""
    start, parts = number, []
    while "'" not in rest:
        parts.append(rest)
        if number >= len(lines):
            raise EnvFileError(f"the quote opened on line {start} is never closed")
        rest = _scanned(lines, number)
        number += 1
    text, _, after = rest.partition("'")
    after = after.lstrip(_BLANKS)
    if after and not after.startswith("#"):
        raise EnvFileError(f"line {number} has text after the closing quote")
    return "\n".join([*parts, text]), number
