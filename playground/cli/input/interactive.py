"""`--interactive`: asks for the value of each Parameter that the arguments do not give; secrets are not echoed."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from getpass import getpass

from playground.cli.options import RequestError
from playground.cli.streams import is_terminal, printable, write_error
from playground.engine import ConversionError, Dialect, ParameterValue, ProcessedTemplate, convert, secret_parameters

EMPTY = '""'  # the user types this for an empty value, because Enter alone means the default


def ask(processed: ProcessedTemplate, given_names: Collection[str]) -> dict[str, str]:
    """Ask for the values of all Parameters but ``given_names``; return the answers by name.

    A Parameter that keeps its default or its generator is left out of the answers.
    The questions go to standard error, so that the output can be redirected. Raises RequestError without a terminal.
    """
    if not is_terminal(sys.stdin) or not is_terminal(sys.stderr):
        raise RequestError("--interactive asks questions: standard input and standard error must be terminals")
    secrets = secret_parameters(processed)
    answers: dict[str, str] = {}
    for value in processed.values:
        name = value.parameter.name
        if name and name not in given_names and name not in answers:
            answer = _answer(value, processed.dialect, secret=name in secrets)
            if answer is not None:
                answers[name] = answer
    return answers


def _answer(value: ParameterValue, dialect: Dialect, *, secret: bool) -> str | None:
    """Ask for one value until the answer is valid; return None if the default or the generator stays."""
    _print("", *_question(value, dialect))
    while True:
        line = _read_line(f"{printable(value.parameter.name)}{_default(value, secret=secret)}: ", secret=secret)
        if line == "" and (value.parameter.value or value.parameter.generate or not value.parameter.required):
            return None
        text = "" if line == EMPTY else line
        objection = _objection(value, dialect, text)
        if not objection:
            return text
        _print(f"    {objection}")


def _question(value: ParameterValue, dialect: Dialect) -> Iterator[str]:
    parameter = value.parameter
    marks = ["required"] if parameter.required else []
    marks += [parameter.type] if parameter.type and dialect is Dialect.PROPOSAL else []
    yield (parameter.display_name or parameter.name) + (f" ({', '.join(marks)})" if marks else "")
    yield from (f"    {line}" for line in parameter.description.splitlines())


def _default(value: ParameterValue, *, secret: bool) -> str:
    """The value that Enter alone stands for, in brackets."""
    parameter = value.parameter
    if parameter.value:
        return " [hidden]" if secret else f" [{printable(parameter.value)}]"
    return " [generated]" if parameter.generate else ""


def _objection(value: ParameterValue, dialect: Dialect, text: str) -> str:
    """Why ``text`` is not valid for the Parameter, or ""."""
    if value.parameter.required and not text:
        return "This Parameter requires a value."
    if dialect is not Dialect.PROPOSAL or not text:
        return ""
    try:
        convert(text, value.parameter.type)
    except ConversionError as error:
        return f"This value is not of type {value.parameter.type}: {error.message}."
    except KeyError:
        return ""  # an unknown type, which processing refuses
    return ""


def _read_line(prompt: str, *, secret: bool) -> str:
    """Read a line from the terminal, if ``secret`` without echo. Raises RequestError at the end of the input."""
    try:
        if secret:
            return getpass(prompt, stream=sys.stderr)
        sys.stderr.write(prompt)
        sys.stderr.flush()
        line = sys.stdin.readline()
    except EOFError:
        line = ""
    if not line:
        _print("")
        raise RequestError("the input ended before every question was answered")
    return line.rstrip("\n")


def _print(*lines: str) -> None:
    write_error(map(printable, lines))
    sys.stderr.flush()
