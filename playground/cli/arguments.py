"""The command line: parses the arguments and runs `process`, `expand`, `check`, `explain` or `completion`.

`process` exits with the status of `oc process`; the others with 1 for an error in the text, 2 for a usage error.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn

from playground.cli.check import CHECK_FORMATS, run_check
from playground.cli.completion import SHELLS, run_completion
from playground.cli.expand import run_expand
from playground.cli.explain import run_explain
from playground.cli.input.files import RequestError, fail
from playground.cli.input.values_file import DIALECTS
from playground.cli.output.printers import FORMATS
from playground.cli.process import run_process
from playground.cli.watch import watch
from playground.engine import KUBERNETES_VERSIONS, go_quote

_NEEDED = re.compile(r"argument (\S+): expected one argument")
_TRUTHS = {  # ``strconv.ParseBool``
    **dict.fromkeys(("1", "t", "T", "true", "TRUE", "True"), True),
    **dict.fromkeys(("0", "f", "F", "false", "FALSE", "False"), False),
}
_CLUSTER_HELP = "Services, ConfigMaps, Secrets and node that are not in the text"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command in ``argv`` (by default ``sys.argv[1:]``) and return its exit status.

    Writes to `sys.stdout` and `sys.stderr`. Raises SystemExit for usage errors and `--help` only.
    """
    options, rest = _parser().parse_known_args(sys.argv[1:] if argv is None else argv)
    # argparse accepts positionals in one place only; `oc` accepts them between any options.
    if rest and (options.command != "process" or any(word.startswith("-") for word in rest)):
        options.parser.error(_unknown(next((word for word in rest if word.startswith("-")), " ".join(rest))))
    if options.command == "process":
        options.words += rest
    try:
        status: int = watch(options, options.run) if options.watch else options.run(options)
    except RequestError as error:
        return fail(f"error: {error}", options.parser.usage_status)
    return status


def _unknown(word: str) -> str:
    """The message of `oc` for an option that it does not know."""
    if word.startswith("--"):
        return f"unknown flag: {word.partition('=')[0]}"
    return f"unknown shorthand flag: '{word[1]}' in {word}" if word.startswith("-") else f"unknown arguments: {word}"


class _Parser(argparse.ArgumentParser):
    """A parser whose usage errors exit with ``usage_status`` and are worded as `oc` words them."""

    usage_status = 2
    given: Sequence[str] = ()

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Like ArgumentParser's, but as with `oc` a flag may have a boolean value, `--raw=false`, and an option takes
        the next word whatever it is, `-p -a=b`.
        """
        self.given = list(args or ())
        self.denied: list[str] = []
        found, rest = super().parse_known_args(list(self._switched(self.given)), namespace)
        if self.denied:
            found.denied = tuple(self.denied)
        return found, rest

    def _switched(self, words: Sequence[str]) -> Iterator[str]:
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
                self.denied.append(name)

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        # argparse would take `--` away, which is a value like any other behind an option.
        is_value = action.nargs is None and action.option_strings and arg_strings == ["--"]
        return "--" if is_value else super()._get_values(action, arg_strings)

    @property
    def called(self) -> str:
        """The command's name in messages; `process` is `oc process` there."""
        return "oc process" if self.usage_status == 1 else self.prog

    def error(self, message: str) -> NoReturn:
        last = self.given[-1] if self.given else ""
        needed = _NEEDED.fullmatch(message)
        if needed and last in needed[1].split("/"):
            where = last if last.startswith("--") else f"'{last[1]}' in {last}"
            message = f"flag needs an argument: {where}"
        fail(f"error: {message}\nSee '{self.called} -h' for help and examples")
        self.exit(self.usage_status)


def _parser() -> _Parser:
    parser = _Parser(prog="python -m playground", description="Process Templates and expand pods.", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, run: Callable[[argparse.Namespace], int], summary: str) -> _Parser:
        made = commands.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        made.set_defaults(run=run, parser=made, watch=False, denied=())
        return made

    process = command("process", run_process, "Process a Template as `oc process` does and print its Objects.")
    process.usage_status = 1
    _add_inputs(process, file_required=False)
    _add_process(process)

    expand = command("expand", run_expand, "Expand what the text holds as the kubelet does and print it.")
    _add_inputs(expand)
    _add_cluster(expand)
    expand.add_argument("-o", "--output", default="yaml", choices=("yaml", "json", "env"), help="default: yaml")

    check = command("check", run_check, "Say what is wrong with the text, or surely not meant.")
    _add_inputs(check)
    _add_cluster(check)
    check.add_argument("--format", default="text", choices=CHECK_FORMATS, help="default: text")

    manual = command("explain", run_explain, "Explain a diagnostic: what it finds, why it matters, what to do.")
    manual.add_argument("code", metavar="CODE", help="such as ENV502, or its name")

    completion = command("completion", run_completion, "Print a script that completes these words in a shell.")
    completion.add_argument("shell", choices=SHELLS, help="the shell that is to read it")
    completion.set_defaults(root=parser)
    return parser


def _add_process(parser: _Parser) -> None:
    """Options of `process` only; most are those of `oc process`."""
    add = parser.add_argument
    add("words", nargs="*", metavar="NAME=VALUE", help="the same as -p NAME=VALUE")
    add("--param-file", action="append", default=[], metavar="FILE", help="lines of NAME=VALUE; repeatable")
    add("--ignore-unknown-parameters", action="store_true", help="values without a Parameter are no error")
    add("-l", "--labels", metavar="K=V,…", help="labels to set on every Object")
    add("--parameters", action="store_true", help="print the Parameters, process nothing")
    add("--raw", action="store_true", help="print the Objects one by one instead of a List")
    add("-o", "--output", metavar="FORMAT", help=f"{', '.join(FORMATS)}; the default is json")
    add("--template", metavar="TEMPLATE", help="the text or file for -o go-template and jsonpath; alone: go-template")
    add("-n", "--namespace", metavar="NAME", help="must fit the Template's own namespace, as with `oc`")
    add("--values", metavar="FILE", help="a file that names the Template and its values")
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
    add("-f", "--filename", required=file_required, metavar="FILE", help="the text; `-` is standard input")
    add("-p", "--param", action="append", default=[], metavar="NAME=VALUE", help="a Parameter's value; repeatable")
    add("--from", action="append", default=[], dest="expressions", metavar="NAME=REGEX", help="replaces a `from`")
    add("--dialect", default="auto", choices=DIALECTS, help="how to process a Template; default: auto")
    add("--watch", action="store_true", help="run again whenever a file has changed")
