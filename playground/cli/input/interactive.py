"""`--interactive`: asks for each Parameter that has no value yet; secrets are not echoed."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from getpass import getpass

from playground.cli.arguments import RequestError
from playground.cli.streams import is_terminal, printable, write_error
from playground.engine import ConversionError, Dialect, ParameterValue, ProcessedTemplate, convert, secret_parameters

EMPTY = '""'  # typed for an empty value, because just Enter means the default


def ask(processed: ProcessedTemplate, given: Collection[str]) -> dict[str, str]:
    """Ask for the values of the Parameters that are not ``given``; those that keep default or generator are left out.

    Asks on standard error, so that the output can be redirected. Raises RequestError without a terminal.
    """
    if not is_terminal(sys.stdin) or not is_terminal(sys.stderr):
        raise RequestError("--interactive needs a terminal to ask at")
    secrets = secret_parameters(processed)
    answers: dict[str, str] = {}
    for value in processed.values:
        name = value.parameter.name
        if name and name not in given and name not in answers:
            typed = _answer(value, processed.dialect, secret=name in secrets)
            if typed is not None:
                answers[name] = typed
    return answers


def _answer(value: ParameterValue, dialect: Dialect, *, secret: bool) -> str | None:
    """Ask for one value until it is valid; None to keep the default or generator."""
    _say("", *_question(value, dialect))
    while True:
        typed = _typed(f"{printable(value.parameter.name)}{_default(value, secret=secret)}: ", secret=secret)
        if typed == "" and (value.parameter.value or value.parameter.generate or not value.parameter.required):
            return None
        text = "" if typed == EMPTY else typed
        objection = _objection(value, dialect, text)
        if not objection:
            return text
        _say(f"    {objection}")


def _question(value: ParameterValue, dialect: Dialect) -> Iterator[str]:
    parameter = value.parameter
    marks = ["required"] if parameter.required else []
    marks += [parameter.type] if parameter.type and dialect is Dialect.PROPOSAL else []
    yield (parameter.display_name or parameter.name) + (f" ({', '.join(marks)})" if marks else "")
    yield from (f"    {line}" for line in parameter.description.splitlines())


def _default(value: ParameterValue, *, secret: bool) -> str:
    """What just Enter means, in brackets."""
    parameter = value.parameter
    if parameter.value:
        return " [hidden]" if secret else f" [{printable(parameter.value)}]"
    return " [generated]" if parameter.generate else ""


def _objection(value: ParameterValue, dialect: Dialect, text: str) -> str:
    """Why ``text`` is not valid for the Parameter, or ""."""
    if value.parameter.required and not text:
        return "A value is needed."
    if dialect is not Dialect.PROPOSAL or not text:
        return ""
    try:
        convert(text, value.parameter.type)
    except ConversionError as error:
        return f"This is no {value.parameter.type}: {error.message}."
    except KeyError:
        return ""  # an unknown type, which processing refuses
    return ""


def _typed(prompt: str, *, secret: bool) -> str:
    try:
        if secret:
            return getpass(prompt, stream=sys.stderr)
        sys.stderr.write(prompt)
        sys.stderr.flush()
        line = sys.stdin.readline()
    except EOFError:
        line = ""
    if not line:
        _say("")
        raise RequestError("the input ended before every question was answered")
    return line.rstrip("\n")


def _say(*lines: str) -> None:
    write_error(map(printable, lines))
    sys.stderr.flush()
