"""`completion`: generates a completion script for a shell from the argument parser.

bash "Programmable Completion", zsh "Completion System" (`compdef`), fish `complete`.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from playground.commands.printer import FORMATS
from playground.commands.request import write
from playground.engine import RULES

NAME: Final = "playground"  # the command that the script defines
_ROOT: Final = Path(__file__).resolve().parents[2]
_WORDS_OF: Final[Mapping[str, tuple[str, ...]]] = {
    "FORMAT": tuple(name.rstrip("…") for name in FORMATS),
    "CODE": tuple(rule.code for rule in RULES),
}


@dataclass(frozen=True, slots=True)
class Word:
    """An option or positional argument of a command."""

    flags: tuple[str, ...]  # none for a positional
    help: str
    takes_value: bool
    values: tuple[str, ...]
    is_file: bool


@dataclass(frozen=True, slots=True)
class Command:
    """One command and its arguments."""

    name: str
    help: str
    words: tuple[Word, ...]


def run_completion(options: Namespace) -> int:
    """Print the script for a shell."""
    write([SCRIPTS[options.shell](tuple(commands_of(options.root)))])
    return 0


def commands_of(parser: argparse.ArgumentParser) -> Iterator[Command]:
    """The commands of ``parser``, with their arguments."""
    holder = next(item for item in parser._actions if isinstance(item, argparse._SubParsersAction))
    helps = {item.dest: item.help or "" for item in holder._choices_actions}
    for name, made in holder.choices.items():
        yield Command(name, helps[name], tuple(_word(action) for action in made._actions))


def _word(action: argparse.Action) -> Word:
    metavar = action.metavar if isinstance(action.metavar, str) else ""
    values = tuple(str(choice) for choice in action.choices or ()) or _WORDS_OF.get(metavar, ())
    takes_value = action.nargs != 0
    return Word(tuple(action.option_strings), action.help or "", takes_value, values, metavar == "FILE")


def _function(assigned: str) -> str:
    """The program as a shell function, so that it works in every folder."""
    return (
        f'{NAME}() {{ PYTHONPATH={shlex.quote(str(_ROOT))}${{PYTHONPATH:+:$PYTHONPATH}} {assigned} -m {NAME} "$@"; }}'
    )


def _bash(commands: tuple[Command, ...]) -> str:
    cases = "\n".join(_bash_case(command) for command in commands)
    names = " ".join(command.name for command in commands)
    return f"""\
# {NAME}: completion for bash. Use: source <({NAME} completion bash)
type -t {NAME} >/dev/null || {_function(shlex.quote(sys.executable))}
_{NAME}() {{
    local word="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD - 1]}}" words=""
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W "{names} --help" -- "$word"))
        return
    fi
    case "${{COMP_WORDS[1]}}" in
{cases}
    esac
    if [[ $words == FILE ]]; then
        compopt -o filenames 2>/dev/null
        COMPREPLY=($(compgen -f -- "$word"))
    else
        COMPREPLY=($(compgen -W "$words" -- "$word"))
    fi
}}
complete -F _{NAME} {NAME}"""


def _bash_case(command: Command) -> str:
    """The completions within ``command``: values of the option before, or else options and positional values."""
    lines = [f"    {command.name})", '        case "$before" in']
    for word in command.words:
        if word.flags and word.takes_value:
            offered = "FILE" if word.is_file else " ".join(word.values)
            lines.append(f'        {" | ".join(word.flags)}) words="{offered}" ;;')
    everything = " ".join(text for word in command.words for text in word.flags or word.values)
    return "\n".join([*lines, f'        *) words="{everything}" ;;', "        esac", "        ;;"])


def _zsh(commands: tuple[Command, ...]) -> str:
    names = " ".join(shlex.quote(f"{command.name}:{command.help}") for command in commands)
    cases = "\n".join(
        f"    {command.name}) _arguments {' '.join(shlex.quote(spec) for spec in _zsh_specs(command))} ;;"
        for command in commands
    )
    return f"""\
# {NAME}: completion for zsh. Use: source <({NAME} completion zsh)
(( $+commands[{NAME}] )) || {_function(shlex.quote(sys.executable))}
_{NAME}() {{
    local -a names=({names})
    if (( CURRENT == 2 )); then
        _describe command names
        return
    fi
    shift words
    (( CURRENT-- ))
    case $words[1] in
{cases}
    esac
}}
compdef _{NAME} {NAME}"""


def _zsh_specs(command: Command) -> Iterator[str]:
    for word in command.words:
        action = "_files" if word.is_file else f"({' '.join(word.values)})" if word.values else ""
        description = word.help.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")
        for flag in word.flags:
            yield f"*{flag}[{description}]" + (f":value:{action}" if word.takes_value else "")
        if not word.flags:
            yield f"*:value:{action}"


def _fish(commands: tuple[Command, ...]) -> str:
    lines = [
        f"# {NAME}: completion for fish. Use: {NAME} completion fish | source",
        f"if not type -q {NAME}",
        f"    function {NAME}",
        f"        PYTHONPATH={_fish_quoted(str(_ROOT))} {_fish_quoted(sys.executable)} -m {NAME} $argv",
        "    end",
        "end",
        f"complete -c {NAME} -f",
    ]
    for command in commands:
        lines.append(f"complete -c {NAME} -n __fish_use_subcommand -a {command.name} -d {_fish_quoted(command.help)}")
        inside = f"complete -c {NAME} -n '__fish_seen_subcommand_from {command.name}'"
        lines += [f"{inside}{_fish_word(word)}" for word in command.words]
    return "\n".join(lines)


def _fish_word(word: Word) -> str:
    flags = "".join(f" -l {flag[2:]}" if flag.startswith("--") else f" -s {flag[1:]}" for flag in word.flags)
    value = f"{' -r' if word.flags and word.takes_value else ''}{' -F' if word.is_file else ''}"
    offered = f" -a {_fish_quoted(' '.join(word.values))}" if word.values else ""
    return f"{flags}{value}{offered} -d {_fish_quoted(word.help)}"


def _fish_quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


SCRIPTS: Final[Mapping[str, Callable[[tuple[Command, ...]], str]]] = {"bash": _bash, "zsh": _zsh, "fish": _fish}
