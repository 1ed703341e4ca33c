"""Values and labels in the arguments of `process`: `-p`, `NAME=VALUE`, `--param-file`, `-l`.

oc ``pkg/cli/process``, and its reader of environment files. As in `oc`, errors in the arguments are reported only
after the text has been read.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from stat import S_ISDIR

from playground.cli.arguments import STANDARD_INPUT, ProcessOptions
from playground.cli.input.files import pairs, read_text
from playground.cli.streams import say
from playground.engine import go_quote, strict_env_name_errors

_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "r": "\r"}
_COMMA_LIST = re.compile(r"=.*,.*=")


class ParameterFileError(Exception):
    """A parameter file cannot be parsed; the message is `oc`'s."""


def file_assignments(file: str) -> dict[str, str]:
    """Parse the parameter file ``file`` (`-`: standard input); the last value of a name wins.

    Raises ParameterFileError, and RequestError if the file cannot be read.
    """
    try:
        # Not a Path: Path("") is the current folder.
        if file != STANDARD_INPUT and S_ISDIR(os.stat(file).st_mode):  # noqa: PTH116
            raise ParameterFileError(f"Cannot read variables from {go_quote(file)}: is a directory")
    except OSError as error:
        why = (error.strerror or "").lower()
        raise ParameterFileError(f"Cannot stat {go_quote(file)}: stat {file}: {why}") from None
    values: dict[str, str] = {}
    for line in read_text(file).split("\n"):
        line = line.removesuffix("\r")
        if line.strip(" \t") and not line.strip(" \t").startswith("#"):
            pair = parse_assignment(line)
            if pair is None:
                name = go_quote("stdin" if file == STANDARD_INPUT else file)
                raise ParameterFileError(f"Cannot read variables from file {name}: Can't separate key from value")
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


@dataclass(frozen=True, slots=True)
class Assignments:
    """The values and labels by name."""

    values: dict[str, str]
    labels: dict[str, str]
    error: str  # the error in the labels, else the first error in the assignments; "" without an error
    repeated: tuple[str, ...]  # names with more than one value, sorted


def parse_assignments(options: ProcessOptions) -> Assignments:
    """Parse the assignments and labels; warn on standard error of each ignored value. Raises RequestError."""
    assignments = _assignments(options)
    values: dict[str, str] = {}
    repeated: tuple[str, ...] = ()
    error = next(filter(None, map(_assignment_error, assignments)), "")
    if not error:
        counts = Counter(assignment.partition("=")[0] for assignment in assignments)
        repeated = tuple(sorted(name for name, count in counts.items() if count > 1))
        values = pairs(assignments, "-p")
        error = _add_files(values, options.parameter_files)
    labels, label_error = _labels(options.labels or "")
    return Assignments(values, labels, label_error or error, repeated)


def warn_of_lists(options: ProcessOptions) -> None:
    """Warn on standard error of each assignment that looks like several; only if `-p` is used, as `oc` does."""
    for assignment in filter(_COMMA_LIST.search, _assignments(options) if options.assignments else ()):
        message = "--param no longer accepts comma-separated lists of values."
        say(f"warning: {message} {go_quote(assignment)} will be treated as a single key-value pair.")


def _assignments(options: ProcessOptions) -> list[str]:
    """The ``NAME=VALUE`` arguments, first those with `-p`."""
    return [*options.assignments, *(argument for argument in options.positionals if "=" in argument)]


def _add_files(values: dict[str, str], files: Iterable[str]) -> str:
    """Add the values of parameter files to ``values``; those already there have priority. Returns the error, or ""."""
    for file in files:
        try:
            file_values = file_assignments(file)
        except ParameterFileError as error:
            return str(error)
        for name, value in file_values.items():
            if strict_env_name_errors(name):
                return f"invalid parameter assignment in {name}={value}"
        for name in filter(values.__contains__, file_values):
            ignored = f"already defined, ignoring value from file {go_quote(file)}"
            say(f"warning: Template parameter {go_quote(name)} {ignored}")
        values.update({**file_values, **values})
    return ""


def _labels(text: str) -> tuple[dict[str, str], str]:
    """Parse the labels of `-l`; return them and the error, or ""."""
    labels: dict[str, str] = {}
    for label in text.split(",") if text else ():
        if label.count("=") != 1:
            return {}, f"error parsing labels: unexpected label spec: {label}"
        key, _, value = label.partition("=")
        if not key:
            return {}, "error parsing labels: unexpected empty label key"
        labels[key] = value
    return labels, ""


def _assignment_error(assignment: str) -> str:
    name, equals, _ = assignment.partition("=")
    errors = strict_env_name_errors(name)
    if not errors and equals:
        return ""
    return f"invalid parameter assignment in {go_quote(assignment)}, [{' '.join(errors)}]"
