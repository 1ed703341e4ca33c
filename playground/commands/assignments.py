"""Values and labels that come with the arguments of `process`: `-p`, bare words, `--param-file`, `-l`.

oc ``pkg/cli/process``: what is wrong with any of them is told only once the text has been read.
"""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Iterable
from dataclasses import dataclass

from playground.commands.parameter_file import ParameterFileError, file_assignments
from playground.commands.request import fail, pairs

_COMMA_LIST = re.compile(r"=.*,.*=")
_VARIABLE_NAME = re.compile(r"[-._a-zA-Z][-._a-zA-Z0-9]*")
_BAD_NAME = (
    "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not"
    " start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is"
    " '[-._a-zA-Z][-._a-zA-Z0-9]*')"
)


@dataclass(frozen=True, slots=True)
class Assignments:
    """What the arguments give: values and labels by name, and what is wrong with any, the first to be told first."""

    values: dict[str, str]
    labels: dict[str, str]
    wrong: tuple[str, ...]


def assigned_words(options: Namespace) -> list[str]:
    """All ``NAME=value`` words of the arguments."""
    return [*(word for word in options.words if "=" in word), *options.param]


def assignments(options: Namespace) -> Assignments:
    """What the arguments give; says at once, on the standard error, which value is not taken or misread."""
    for word in options.param:
        if _COMMA_LIST.search(word):
            words = f'--param no longer accepts comma-separated lists of values. "{word}" will be treated as a single'
            fail(f"warning: {words} key-value pair.")
    assigned = assigned_words(options)
    wrong = [error for word in assigned if (error := _assignment_error(word))]
    values = pairs((word for word in assigned if not _assignment_error(word)), "-p")
    wrong += _with_files(values, options.param_file)
    labels, bad_labels = _labels(options.labels or "")
    return Assignments(values, labels, (bad_labels, *wrong) if bad_labels else tuple(wrong))


def _with_files(given: dict[str, str], files: Iterable[str]) -> list[str]:
    """Add the values of parameter files, which never take the place of one that is there; what is wrong with them."""
    wrong: list[str] = []
    for file in files:
        try:
            values = file_assignments(file)
        except ParameterFileError as error:
            return [str(error), *wrong]
        for name, value in values.items():
            if not _VARIABLE_NAME.fullmatch(name):
                wrong.append(f"invalid parameter assignment in {name}={value}")
            elif name in given:
                fail(f'warning: Template parameter "{name}" already defined, ignoring value from file "{file}"')
            else:
                given[name] = value
    return wrong


def _labels(written: str) -> tuple[dict[str, str], str]:
    """The labels of `-l`, and what is wrong with them."""
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
    if not equals:
        return f'invalid parameter assignment in "{word}", []'
    return "" if _VARIABLE_NAME.fullmatch(name) else f'invalid parameter assignment in "{word}", [{_BAD_NAME}]'
