"""Values and labels in the arguments of `process`: `-p`, `NAME=VALUE`, `--param-file`, `-l`.

oc ``pkg/cli/process``, and the reader of environment files it uses: errors in the arguments are reported only after the
text has been read.
"""

from __future__ import annotations

import os
import re
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from stat import S_ISDIR

from playground.cli.input.files import STANDARD_INPUT, fail, pairs, read_text
from playground.engine import go_quote, strict_env_name_errors

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


_COMMA_LIST = re.compile(r"=.*,.*=")


@dataclass(frozen=True, slots=True)
class Assignments:
    """Values and labels by name, and the first error in them, or ""."""

    values: dict[str, str]
    labels: dict[str, str]
    wrong: str
    repeated: tuple[str, ...]  # names with more than one value, sorted


def assignments(options: Namespace) -> Assignments:
    """Parse the arguments; warnings of ignored values go to standard error at once."""
    words = _given(options)
    values: dict[str, str] = {}
    repeated: tuple[str, ...] = ()
    wrong = next(filter(None, map(_assignment_error, words)), "")
    if not wrong:
        counts = Counter(word.partition("=")[0] for word in words)
        repeated = tuple(sorted(name for name, count in counts.items() if count > 1))
        values = pairs(words, "-p")
        wrong = _with_files(values, options.param_file)
    labels, bad_labels = _labels(options.labels or "")
    return Assignments(values, labels, bad_labels or wrong, repeated)


def warn_of_lists(options: Namespace) -> None:
    """Warn on standard error of words that look like several assignments; only if `-p` is used, as `oc` does."""
    for word in filter(_COMMA_LIST.search, _given(options) if options.param else ()):
        message = "--param no longer accepts comma-separated lists of values."
        fail(f"warning: {message} {go_quote(word)} will be treated as a single key-value pair.")


def _given(options: Namespace) -> list[str]:
    return [*options.param, *(word for word in options.words if "=" in word)]


def _with_files(given: dict[str, str], files: Iterable[str]) -> str:
    """Add the values of parameter files, without overriding existing ones; return the error, or ""."""
    for file in files:
        try:
            values = file_assignments(file)
        except ParameterFileError as error:
            return str(error)
        for name, value in values.items():
            if strict_env_name_errors(name):
                return f"invalid parameter assignment in {name}={value}"
        for name in filter(given.__contains__, values):
            ignored = f"already defined, ignoring value from file {go_quote(file)}"
            fail(f"warning: Template parameter {go_quote(name)} {ignored}")
        given.update({**values, **given})
    return ""


def _labels(written: str) -> tuple[dict[str, str], str]:
    """Parse the labels of `-l`; return them and the error, or ""."""
    labels: dict[str, str] = {}
    for word in written.split(",") if written else ():
        if word.count("=") != 1:
            return {}, f"error parsing labels: unexpected label spec: {word}"
        key, _, value = word.partition("=")
        if not key:
            return {}, "error parsing labels: unexpected empty label key"
        labels[key] = value
    return labels, ""


def _assignment_error(word: str) -> str:
    name, equals, _ = word.partition("=")
    errors = strict_env_name_errors(name)
    return f"invalid parameter assignment in {go_quote(word)}, [{' '.join(errors)}]" if errors or not equals else ""
