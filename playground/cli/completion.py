"""`completion`: prints a script that completes commands and options in a shell."""

from __future__ import annotations

import shlex
import sys
from argparse import ArgumentParser, _SubParsersAction
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from playground import COMMAND
from playground.cli.arguments import command_parser
from playground.cli.options import PROCESS_FORMATS, CompletionOptions, RequestError
from playground.cli.streams import write
from playground.engine import RULES, SUGGESTION_RULES

SCRIPTS: Final = Path(__file__).with_name("completions")  # the installed package has the scripts in this folder
_ROOT: Final = Path(__file__).resolve().parents[2]
_CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "FORMAT": tuple(name.rstrip("…") for name in PROCESS_FORMATS),
    "CODE": tuple(rule.code for rule in RULES),
    "RULE": tuple(SUGGESTION_RULES),
}


def run_completion(options: CompletionOptions) -> int:
    """Print the script for the shell that ``options`` name; return 0.

    The installed package has the scripts. In the repository the script is made now, and also defines the command.
    """
    if SCRIPTS.is_dir():
        write([(SCRIPTS / options.shell).read_text(encoding="utf-8")])
    else:
        write([_program(options.shell), completion_script(command_parser(), options.shell)])
    return 0


def completion_script(parser: ArgumentParser, shell: str) -> str:
    """The script that completes the arguments of ``parser``. Changes ``parser``: it cannot parse afterwards.

    Raises RequestError without shtab, which only developers need.
    """
    # Imported here: the import takes 40 ms, a tenth of the start of every other command.
    try:
        shtab: Any = import_module("shtab")
    except ModuleNotFoundError as error:
        raise RequestError("the scripts are made with shtab; `make .venv/installed-dev` installs it") from error
    parser.prog = COMMAND
    _set_completions(parser, shtab.FILE)
    script: str = shtab.complete(parser, shell=shell)
    # Sourced directly, shtab's script for zsh registers nothing; our documentation says `source`.
    return f"eval {shlex.quote(script)}" if shell == "zsh" else script


def _set_completions(parser: ArgumentParser, file: Any) -> None:
    """Tell shtab what completes the arguments of ``parser`` and its commands: files, formats or codes.

    ``file``: shtab's FILE, which stands for the names of files.
    """
    for action in parser._actions:
        if isinstance(action, _SubParsersAction):
            for command in action.choices.values():
                _set_completions(command, file)
        elif action.metavar in ("FILE", "PATH"):
            action.complete = file  # type: ignore[attr-defined]
        elif action.metavar in _CHOICES:
            action.choices = _CHOICES[str(action.metavar)]


def _program(shell: str) -> str:
    """Shell code that defines a function named COMMAND, unless a program of that name is installed.

    The function runs the repository's command line from any folder.
    """
    run = f"{shlex.quote(sys.executable)} -m {__name__.partition('.')[0]}"
    root = shlex.quote(str(_ROOT))
    if shell == "fish":
        return f"type -q {COMMAND}; or function {COMMAND}; PYTHONPATH={root} {run} $argv; end"
    is_program = f"(( $+commands[{COMMAND}] ))" if shell == "zsh" else f"type -t {COMMAND} >/dev/null"
    return f'{is_program} || {COMMAND}() {{ PYTHONPATH={root}${{PYTHONPATH:+:$PYTHONPATH}} {run} "$@"; }}'
