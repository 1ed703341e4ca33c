"""Values and labels in the arguments of `process`: `-p`, `NAME=VALUE`, `--param-file`, `-l`.

oc ``pkg/cli/process``: errors in them are reported only after the text has been read.
"""

from __future__ import annotations

import re
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from playground.cli.input.files import fail, pairs
from playground.cli.input.parameter_file import ParameterFileError, file_assignments
from playground.engine import go_quote, strict_env_name_errors

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
