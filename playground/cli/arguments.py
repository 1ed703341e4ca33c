"""The arguments of the command line: parsed as `oc` parses its own, and given to each command as its options."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Final, NoReturn, TypeVar

from playground.cli.streams import say
from playground.engine import KUBERNETES_VERSIONS, Dialect, go_quote

STANDARD_INPUT: Final = "-"  # as the name of a file
DIALECTS: Final = ("auto", *(dialect.value for dialect in Dialect))
PROCESS_FORMATS: Final = (
    "json", "yaml", "kyaml", "name", "describe", "jsonpath=…", "jsonpath-as-json=…", "jsonpath-file=…",
    "go-template=…", "go-template-file=…", "aligned",
)  # fmt: skip
EXPAND_FORMATS: Final = ("yaml", "json", "env")
CHECK_FORMATS: Final = ("text", "json", "sarif", "github")
SHELLS: Final = ("bash", "zsh", "fish")
_NEEDED = re.compile(r"argument (\S+): expected one argument")
_TRUTHS = {  # ``strconv.ParseBool``
    **dict.fromkeys(("1", "t", "T", "true", "TRUE", "True"), True),
    **dict.fromkeys(("0", "f", "F", "false", "FALSE", "False"), False),
}
_CLUSTER_HELP = "Services, ConfigMaps, Secrets and node that are not in the text"


class RequestError(Exception):
    """What the arguments ask for is not possible, as when a file is missing; the message is for the user."""


@dataclass(frozen=True, slots=True)
class TextOptions:
    """What every command is told that reads a text."""

    usage_status: ClassVar[int] = 2
    filename: str  # "" if there is none; only `process` can do without
    assignments: tuple[str, ...]  # of `-p`
    expressions: tuple[str, ...]  # of `--from`
    dialect: str
    watch: bool


@dataclass(frozen=True, slots=True)
class ProcessOptions(TextOptions):
    """The options of `process`. None is an option that is not given, which is not the same as an empty one."""

    usage_status: ClassVar[int] = 1
    words: tuple[str, ...]  # assignments without `-p`, and names of stored Templates
    parameter_files: tuple[str, ...]
    ignore_unknown_parameters: bool
    labels: str | None
    parameters: bool
    raw: bool
    output: str | None
    template: str | None
    namespace: str | None
    values_file: str | None
    interactive: bool
    explain: bool
    show_managed_fields: bool
    denied: tuple[str, ...]  # the flags that are switched off, as `--raw=false`


@dataclass(frozen=True, slots=True)
class ClusterOptions(TextOptions):
    """What the commands are told that expand pods."""

    cluster: str | None
    kubernetes_version: str


@dataclass(frozen=True, slots=True)
class ExpandOptions(ClusterOptions):
    """The options of `expand`."""

    output: str


@dataclass(frozen=True, slots=True)
class CheckOptions(ClusterOptions):
    """The options of `check`."""

    format: str


@dataclass(frozen=True, slots=True)
class ExplainOptions:
    """The options of `explain`."""

    usage_status: ClassVar[int] = 2
    code: str


@dataclass(frozen=True, slots=True)
class CompletionOptions:
    """The options of `completion`."""

    usage_status: ClassVar[int] = 2
    shell: str


Options = ProcessOptions | ExpandOptions | CheckOptions | ExplainOptions | CompletionOptions
_Options = TypeVar("_Options", bound=Options)


def parse(argv: Sequence[str]) -> Options:
    """The options of the command in ``argv``. Raises SystemExit for usage errors and `--help`."""
    namespace, rest = command_parser().parse_known_args(argv)
    # argparse accepts positionals in one place only; `oc` accepts them between any options.
    option = next((word for word in rest if word.startswith("-") and word != "-"), "")
    if option or (rest and namespace.kind is not ProcessOptions):
        namespace.parser.error(_unknown_option(option) if option else f"unknown arguments: {' '.join(rest)}")
    if namespace.kind is ProcessOptions:
        namespace.words += rest
    options: Options = _options(namespace.kind, namespace)
    return options


def _options(kind: type[_Options], namespace: argparse.Namespace) -> _Options:
    values: dict[str, Any] = {field.name: getattr(namespace, field.name) for field in fields(kind)}
    lists = {name: tuple(value) for name, value in values.items() if isinstance(value, list)}
    return kind(**(values | lists))


def _unknown_option(word: str) -> str:
    """The message of `oc` for an option that it does not know."""
    if word.startswith("--"):
        return f"unknown flag: {word.partition('=')[0]}"
    return f"unknown shorthand flag: '{word[1]}' in {word}"


class _Parser(argparse.ArgumentParser):
    """A parser whose usage errors exit with ``usage_status`` and are worded as `oc` words them."""

    usage_status = 2
    words: Sequence[str] = ()  # that are parsed

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Like ArgumentParser's, but as with `oc` a flag may have a boolean value, `--raw=false`, and an option takes
        the next word whatever it is, `-p -a=b`.
        """
        self.words = list(args or ())
        denied: list[str] = []
        namespace, rest = super().parse_known_args(list(self._for_argparse(self.words, denied)), namespace)
        if denied:
            namespace.denied = denied
        return namespace, rest

    def _for_argparse(self, words: Sequence[str], denied: list[str]) -> Iterator[str]:
        """``words`` as argparse wants them; flags with the value false go to ``denied`` instead."""
        switches = {name for action in self._actions if action.nargs == 0 for name in action.option_strings}
        valued = {name for action in self._actions if action.nargs is None for name in action.option_strings}
        rest = iter(words)
        for word in rest:
            if word == "--":
                yield word
                yield from rest
                return
            name, equals, value = word.partition("=")
            if word in valued:
                following = next(rest, None)
                yield word if following is None else f"{word}={following}"
            elif not equals or not name.startswith("--") or name not in switches:
                yield word
            elif value not in _TRUTHS:
                why = f"strconv.ParseBool: parsing {go_quote(value)}: invalid syntax"
                self.error(f"invalid argument {go_quote(value)} for {go_quote(name)} flag: {why}")
            elif _TRUTHS[value]:
                yield name
            else:
                denied.append(name)

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        # argparse would take `--` away, which is a value like any other behind an option.
        is_value = action.nargs is None and action.option_strings and arg_strings == ["--"]
        return "--" if is_value else super()._get_values(action, arg_strings)

    def error(self, message: str) -> NoReturn:
        last = self.words[-1] if self.words else ""
        match = _NEEDED.fullmatch(message)
        if match and last in match[1].split("/"):
            where = last if last.startswith("--") else f"'{last[1]}' in {last}"
            message = f"flag needs an argument: {where}"
        command = "oc process" if self.usage_status == ProcessOptions.usage_status else self.prog
        say(f"error: {message}\nSee '{command} -h' for help and examples")
        self.exit(self.usage_status)


def command_parser() -> _Parser:
    """The parser of the whole command line."""
    parser = _Parser(prog="python -m playground", description="Process Templates and expand pods.", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, kind: type[Options], summary: str) -> _Parser:
        of_command = commands.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        of_command.usage_status = kind.usage_status
        of_command.set_defaults(kind=kind, parser=of_command, denied=())
        return of_command

    process = command("process", ProcessOptions, "Process a Template as `oc process` does and print its Objects.")
    _add_inputs(process, file_required=False)
    _add_process(process)

    expand = command("expand", ExpandOptions, "Expand what the text holds as the kubelet does and print it.")
    _add_inputs(expand)
    _add_cluster(expand)
    expand.add_argument("-o", "--output", default="yaml", choices=EXPAND_FORMATS, help="default: yaml")

    check = command("check", CheckOptions, "Say what is wrong with the text, or surely not meant.")
    _add_inputs(check)
    _add_cluster(check)
    check.add_argument("--format", default="text", choices=CHECK_FORMATS, help="default: text")

    manual = command("explain", ExplainOptions, "Explain a diagnostic: what it finds, why it matters, what to do.")
    manual.add_argument("code", metavar="CODE", help="such as ENV502, or its name")

    completion = command("completion", CompletionOptions, "Print a script that completes these words in a shell.")
    completion.add_argument("shell", choices=SHELLS, help="the shell that is to read it")
    return parser


def _add_process(parser: _Parser) -> None:
    """Options of `process` only; most are those of `oc process`."""
    add = parser.add_argument
    add("words", nargs="*", metavar="NAME=VALUE", help="the same as -p NAME=VALUE")
    add(
        "--param-file",
        dest="parameter_files",
        action="append",
        default=[],
        metavar="FILE",
        help="lines of NAME=VALUE; repeatable",
    )
    add("--ignore-unknown-parameters", action="store_true", help="values without a Parameter are no error")
    add("-l", "--labels", metavar="K=V,…", help="labels to set on every Object")
    add("--parameters", action="store_true", help="print the Parameters, process nothing")
    add("--raw", action="store_true", help="print the Objects one by one instead of a List")
    add("-o", "--output", metavar="FORMAT", help=f"{', '.join(PROCESS_FORMATS)}; the default is json")
    add("--template", metavar="TEMPLATE", help="the text or file for -o go-template and jsonpath; alone: go-template")
    add("-n", "--namespace", metavar="NAME", help="must fit the Template's own namespace, as with `oc`")
    add("--values", dest="values_file", metavar="FILE", help="a file that names the Template and its values")
    add("--interactive", action="store_true", help="ask for each Parameter that has no value yet")
    add("--explain", action="store_true", help="tell on the standard error what became of each reference")
    add("--show-managed-fields", action="store_true", help="print metadata.managedFields, too")
    add("--local", action="store_true", help="accepted, and always so: no cluster is asked")


def _add_cluster(parser: _Parser) -> None:
    """Options of all commands that expand pods."""
    newest = KUBERNETES_VERSIONS[0]
    parser.add_argument("--cluster", metavar="FILE", help=_CLUSTER_HELP)
    parser.add_argument(
        "--kubernetes-version",
        default=newest,
        choices=KUBERNETES_VERSIONS,
        metavar="VERSION",
        help=f"{KUBERNETES_VERSIONS[-1]} to {newest}, the default",
    )


def _add_inputs(parser: _Parser, *, file_required: bool = True) -> None:
    """Options of all commands that read a text."""
    add = parser.add_argument
    add("-f", "--filename", default="", required=file_required, metavar="FILE", help="the text; `-` is standard input")
    add(
        "-p",
        "--param",
        dest="assignments",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a Parameter's value; repeatable",
    )
    add("--from", action="append", default=[], dest="expressions", metavar="NAME=REGEX", help="replaces a `from`")
    add("--dialect", default="auto", choices=DIALECTS, help="how to process a Template; default: auto")
    add("--watch", action="store_true", help="run again whenever a file has changed")
