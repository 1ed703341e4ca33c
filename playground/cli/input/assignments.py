"""Values and labels in the arguments of `process`: `-p`, `NAME=VALUE`, `--param-file`, `-l`.

oc ``pkg/cli/process``. As in `oc`, errors in the arguments are reported only after the text has been read.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from stat import S_ISDIR

from playground.cli.input.files import pairs, read_text
from playground.cli.options import STANDARD_INPUT, ProcessOptions, RequestError
from playground.cli.streams import say
from playground.engine import (
    SET_NAME,
    AssignmentMissingError,
    go_quote,
    parse_parameter_file,
    strict_env_name_errors,
)

_SET_NAME = re.compile(SET_NAME)
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
    except (OSError, ValueError) as error:  # ValueError: a NUL character in the name
        why = (getattr(error, "strerror", None) or str(error)).lower()
        raise ParameterFileError(f"Cannot stat {go_quote(file)}: stat {file}: {why}") from None
    try:
        return parse_parameter_file(read_text(file))
    except AssignmentMissingError:
        name = go_quote("stdin" if file == STANDARD_INPUT else file)
        raise ParameterFileError(f"Cannot read variables from file {name}: Can't separate key from value") from None


def checked_assignments(file: str) -> dict[str, str]:
    """``file_assignments``; raises ParameterFileError also for a name that no Parameter can have."""
    values = file_assignments(file)
    for name, value in values.items():
        if strict_env_name_errors(name):
            raise ParameterFileError(f"invalid parameter assignment in {name}={value}")
    return values


def read_sets(assignments: Iterable[str]) -> dict[str, dict[str, str]]:
    """The values of each value set, by its name. ``assignments``: NAME=FILE, as `--set` takes them. RequestError."""
    sets: dict[str, dict[str, str]] = {}
    for assignment in assignments:
        name, equals, file = assignment.partition("=")
        if not equals or not _SET_NAME.fullmatch(name):
            rule = "a name has at most 30 letters, digits, `-` and `_`"
            raise RequestError(f'--set needs NAME=FILE, got "{assignment}"; {rule}')
        if name in sets:
            raise RequestError(f'the value set "{name}" is given twice')
        try:
            sets[name] = checked_assignments(file)
        except ParameterFileError as error:
            raise RequestError(str(error)) from None
    return sets


def read_assignments(assignments: Sequence[str], files: Iterable[str]) -> dict[str, str]:
    """The values of `-p` and of the parameter ``files``; those of `-p` have priority. RequestError."""
    error = next(filter(None, map(_assignment_error, assignments)), "")
    values = {} if error else pairs(assignments, "-p")
    if error := error or _add_files(values, files):
        raise RequestError(error)
    return values


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
            file_values = checked_assignments(file)
        except ParameterFileError as error:
            return str(error)
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
