"""Writes the manual page `template-playground.1`, from the parser of the command line and the table of exit statuses.

roff's macros: man(7). Argument parsers have their commands and options in underscored attributes only.
"""

from __future__ import annotations

import re
from argparse import SUPPRESS, Action, ArgumentParser, _SubParsersAction
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from playground import __version__

_DOCUMENT: Final = Path(__file__).resolve().parents[1] / "docs" / "command-line.md"
_STATUSES: Final = re.compile(r"^\| command \| 0 \| 1 \| 2 \|\n.*\n((?:\|.*\n)+)\n(.*)$", re.MULTILINE)


def man_page(parser: ArgumentParser) -> str:
    """The page of the program that ``parser`` parses the arguments of, in roff."""
    (commands,) = (action for action in parser._actions if isinstance(action, _SubParsersAction))
    lines = [
        f'.TH {parser.prog.upper()} 1 "" "Template Playground {__version__}"',
        ".SH NAME",
        f"{_escaped(parser.prog)} \\- {_escaped(str(parser.description).rstrip('.'))}",
        ".SH SYNOPSIS",
        f".B {_escaped(parser.prog)}",
        "COMMAND [OPTION]...",
        ".SH OPTIONS",
        *_options(parser),
        ".SH COMMANDS",
        *(line for name, command in commands.choices.items() for line in _command(name, command)),
        ".SH EXIT STATUS",
    ]
    lines += _statuses(_DOCUMENT.read_text(encoding="utf-8"))
    lines += [".SH ENVIRONMENT", ".TP", _bold("NO_COLOR"), "If it is set, nothing is printed in colours."]
    lines += [".TP", _bold("PUBLIC_URL"), "The site that the links in SARIF lead to."]
    return "\n".join([*lines, ""])


def _statuses(document: str) -> Iterator[str]:
    """The exit statuses of each command, and the sentences about all commands, from the table in ``document``."""
    table = _STATUSES.search(document)
    assert table, "the table of exit statuses has another form"
    for row in table[1].splitlines():
        command, *meanings = (cell.strip().replace("`", "") for cell in row.strip("|").split("|"))
        yield from (".TP", _bold(command))
        for status, meaning in enumerate(meanings):
            if meaning != "–":
                yield f"{status}: {_escaped(meaning)}\n.br"
    yield from (".PP", _escaped(table[2]))


def _command(name: str, parser: ArgumentParser) -> Iterator[str]:
    """The section of one command: its summary, its options and its examples."""
    yield f".SS {_escaped(name)}"
    yield _escaped(str(parser.description))
    yield from _options(parser)
    yield ".PP"
    for example in str(parser.epilog).splitlines():
        yield f"{_escaped(example)}\n.br"


def _options(parser: ArgumentParser) -> Iterator[str]:
    """The arguments and options of ``parser`` but `--help`, each with its help."""
    formatter = parser._get_formatter()
    for action in parser._actions:
        if action.help not in (None, SUPPRESS) and action.dest != "help" and not isinstance(action, _SubParsersAction):
            yield ".TP"
            yield _invocation(action)
            yield _escaped(formatter._expand_help(action))


def _invocation(action: Action) -> str:
    """An option's names with the name of its value, or an argument's name."""
    value = action.metavar or "|".join(map(str, action.choices or ()))
    names = ", ".join(_bold(name) for name in action.option_strings)
    return " ".join(filter(None, (names, f"\\fI{_escaped(str(value))}\\fR" if value else "")))


def _bold(text: str) -> str:
    return f"\\fB{_escaped(text)}\\fR"


def _escaped(text: str) -> str:
    """``text`` without meaning for roff, which reads a line that begins with `.` or `'` as a command."""
    plain = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{plain}" if plain.startswith((".", "'")) else plain
