"""Parses the arguments, as `oc` parses its own, into the options of one command."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any, Final, NamedTuple, NoReturn, TypeVar

from playground import PROGRAM, __version__
from playground.cli.options import (
    CHECK_FORMATS,
    CONVERSIONS,
    DIALECTS,
    EXPAND_FORMATS,
    PROCESS_FORMATS,
    SEVERITIES,
    SHELLS,
    CheckOptions,
    CompletionOptions,
    ConvertOptions,
    ExpandOptions,
    ExplainOptions,
    LspOptions,
    MakeTemplateOptions,
    Options,
    ProcessOptions,
    SuiteOptions,
)
from playground.cli.streams import say
from playground.engine import KUBERNETES_VERSIONS, go_quote, nearest_name

# Messages of argparse
_VALUE_MISSING = re.compile(r"argument (\S+): expected one argument")
_UNKNOWN_COMMAND = re.compile(r"argument COMMAND: invalid choice: (.*) \(choose from .*")
_COMMAND_MISSING: Final = "the following arguments are required: COMMAND"
_FILE_MISSING: Final = "the following arguments are required: -f/--filename"
_TRUTHS = {  # ``strconv.ParseBool``
    **dict.fromkeys(("1", "t", "T", "true", "TRUE", "True"), True),
    **dict.fromkeys(("0", "f", "F", "false", "FALSE", "False"), False),
}
# Flags of `oc` that concern a connection or a log: kubectl ``options``, and oc ``cmd/oc/oc.go`` for `--loglevel`.
_IGNORED_TEXTS: Final = (
    "as", "as-group", "as-uid", "as-user-extra", "cache-dir", "certificate-authority", "client-certificate",
    "client-key", "cluster", "context", "kubeconfig", "request-timeout", "server", "tls-server-name", "token", "user",
)  # fmt: skip
_IGNORED_SWITCHES: Final = (
    "disable-compression", "insecure-skip-tls-verify", "match-server-version", "warnings-as-errors",
)  # fmt: skip
_IGNORED_SHORTHANDS: Final = {"server": "-s", "v": "-v"}
_LEVEL = re.compile(r"[-+]?[0-9]+")  # of `-v` and `--loglevel`
# Of `--log-flush-frequency`.
_DURATION = re.compile(r"[-+]?(?:0|(?:(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:ns|us|µs|μs|ms|s|m|h))+)")
_MODULES = re.compile(r"(?:(?:[^,=]+=[+]?[0-9]+)?(?:,|\Z))*")  # of `--vmodule`
_DIALECT_HELP = (
    "openshift: substitute as `oc process` does; proposal: as in the Kubernetes proposal, `$(NAME)` and types too; "
    "default: auto, which follows the apiVersion"
)
_EXPAND_HELP = (
    "yaml: the Objects; json: what each container gets, and the errors; env: the variables as an environment file; "
    "default: yaml"
)
_CHECK_HELP = (
    "github: workflow commands of GitHub Actions; server: only what `kubectl apply` would say of objects that "
    "cannot be read; default: text"
)
_FILES_HELP = "a file, or a folder whose JSON and YAML files are checked; what is no Kubernetes text is passed over"
_CHOSEN_HELP = "a file that is checked whatever it holds; `-`: standard input; repeatable"
# At the end of each command's help; a test runs them.
_EXAMPLES: Final[Mapping[str, tuple[str, ...]]] = {
    "process": (
        "-f shop.yaml -p NAME=shop -p REPLICAS=2",
        "-f shop.yaml --set a=a.env --set b=b.env -o diff",
    ),
    "expand": ("-f pod.yaml", "-f shop.yaml -p NAME=shop -o env"),
    "check": (".", "pod.yaml shop.yaml --format sarif"),
    "test": (".", "shop.test.yaml --update"),
    "convert": (
        "--to helm -f shop.yaml -o shop",
        "--to helm -f shop.yaml -p REPLICAS=2 -o shop.tgz",
        "--to kustomize -f shop.yaml --set a=a.env -o out",
    ),
    "template": ("pod.yaml", "pod.yaml --env --without image,replicas"),
    "explain": ("ENV502", "forward-reference", "ENV", ""),
    "completion": ("bash", "fish"),
    "lsp": ("",),
}
_FAIL_HELP = f"the mildest severity that makes the exit status 1; default: {SEVERITIES[0]}"
_CLUSTER_HELP = "a file with the Services, ConfigMaps, Secrets and node that are not in the text"


_Kind = TypeVar("_Kind", bound=Options)


def parse(argv: Sequence[str]) -> Options:
    """The options of the command in ``argv``. Raises SystemExit for usage errors and `--help`."""
    namespace, unparsed = command_parser().parse_known_args(argv)
    options_end = unparsed.index("--") if "--" in unparsed else len(unparsed)
    unknown = (argument for argument in unparsed[:options_end] if argument.startswith("-") and argument != "-")
    if unknown_option := next(unknown, ""):
        namespace.parser.refuse_option(unknown_option)
    # `oc` accepts positionals between any options. argparse accepts them in one place, and leaves the others unparsed.
    positionals = unparsed[:options_end] + unparsed[options_end + 1 :]
    if "positionals" in namespace:
        namespace.positionals += positionals
    elif positionals:
        namespace.parser.error(f"unknown arguments: {' '.join(positionals)}")
    if namespace.kind is CheckOptions and not namespace.positionals and not namespace.filenames:
        message = "name a file or a folder to check, or `-` for standard input"
        namespace.parser.error(message, f"`{namespace.parser.prog} .` checks the current folder.")
    if namespace.kind is MakeTemplateOptions and not namespace.positionals:
        namespace.parser.error("name a file or a folder with Kubernetes objects, or `-` for standard input")
    options: Options = _options_of(namespace.kind, namespace)
    return options


def _options_of(kind: type[_Kind], namespace: argparse.Namespace) -> _Kind:
    """The parsed values as options of ``kind``, with tuples instead of lists."""
    values: dict[str, Any] = {field.name: getattr(namespace, field.name) for field in fields(kind)}
    lists = {name: tuple(value) for name, value in values.items() if isinstance(value, list)}
    return kind(**(values | lists))


class _Parser(argparse.ArgumentParser):
    """A parser whose usage errors have `oc`'s words and exit with ``usage_status``.

    The whole line and each command have a parser of this class. In the methods, a flag is an option without a value,
    such as `--raw`.
    """

    usage_status = 2
    arguments: Sequence[str] = ()  # the arguments that are being parsed

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """ArgumentParser's method, with three rules of `oc`.

        A flag may have a boolean value: `--raw=false`. An option takes the next argument as its value even if that
        looks like an option: `-p -a=b`. The name of an option may have `_` for `-`: `--param_file`.

        Values of an option after the first one pass argparse by: it searches all options before it reads each of them.
        """
        self.arguments = list(args or ())
        flags: dict[str, bool] = {}
        repeated: list[tuple[argparse.Action, str]] = []
        arguments = list(self._for_argparse(self.arguments, flags, repeated))
        namespace, unparsed = super().parse_known_args(arguments, namespace)
        for action, value in repeated:
            try:
                action(self, namespace, self._get_values(action, [value]))
            except argparse.ArgumentError as error:
                self.error(str(error))
        for name, is_on in flags.items():
            setattr(namespace, name[2:].replace("-", "_"), is_on)
        # argparse calls this method for the whole line and, inside that call, for the command. The whole line has no
        # flags: without this condition, its call would empty the command's ``switched_off``.
        if flags:
            namespace.switched_off = [name for name, is_on in flags.items() if not is_on]
        return namespace, unparsed

    def _for_argparse(
        self, arguments: Sequence[str], flags: dict[str, bool], repeated: list[tuple[argparse.Action, str]]
    ) -> Iterator[str]:
        """``arguments`` without flags and repeated options, in the form that argparse understands.

        Adds the last value of each flag to ``flags``, and the values of an option after the first one to ``repeated``.
        """
        actions = {name: action for action in self._actions for name in action.option_strings}
        given: set[argparse.Action] = set()
        remaining = iter(arguments)
        for argument in remaining:
            if argument == "--":
                yield argument
                yield from remaining
                return
            name, equals, value = argument.partition("=")
            dashed = name.replace("_", "-") if name.startswith("--") else name
            action = actions.get(dashed)
            if action is None or isinstance(action, argparse._HelpAction | argparse._VersionAction):
                yield argument
            elif action.nargs is None:  # the option has a value; argparse reports a missing one
                following = value if equals else next(remaining, None)
                if following is None:
                    yield dashed
                elif action in given:
                    repeated.append((action, following))
                else:
                    given.add(action)
                    yield f"{dashed}={following}"
            elif equals and value not in _TRUTHS:
                why = f"strconv.ParseBool: parsing {go_quote(value)}: invalid syntax"
                self.refuse_value(action, value, why)
            else:
                flags[dashed] = _TRUTHS[value] if equals else True

    def refuse_value(self, action: argparse.Action, value: str, why: str) -> NoReturn:
        """End the program with `oc`'s error for a ``value`` that the option ``action`` does not accept."""
        names = ", ".join(sorted(action.option_strings, key=len))
        self.error(f"invalid argument {go_quote(value)} for {go_quote(names)} flag: {why}")

    def refuse_option(self, option: str) -> NoReturn:
        """End the program with `oc`'s error for an unknown ``option``."""
        if not option.startswith("--"):
            self.error(f"unknown shorthand flag: '{option[1]}' in {option}")
        name = option.partition("=")[0]
        actions = [action for action in self._actions if action.help != argparse.SUPPRESS]
        near = nearest_name(name, [known for action in actions for known in action.option_strings])
        self.error(f"unknown flag: {name}", f"Did you mean `{near}`?" if near else "")

    def _get_values(self, action: argparse.Action, arg_strings: list[str]) -> Any:
        # argparse would drop `--`; after an option, `--` is a value like any other.
        is_value = action.nargs is None and action.option_strings and arg_strings == ["--"]
        return "--" if is_value else super()._get_values(action, arg_strings)

    def error(self, message: str, advice: str = "") -> NoReturn:
        """End the program with an error. The ``advice`` is ours, so it comes after `oc`'s words."""
        last = self.arguments[-1] if self.arguments else ""
        match = _VALUE_MISSING.fullmatch(message)
        if match and last in match[1].split("/"):  # argparse says `-p/--param`; `oc` says the name that the user wrote
            where = last if last.startswith("--") else f"'{last[1]}' in {last}"
            message = f"flag needs an argument: {where}"
        elif message == _FILE_MISSING:
            message = "name the file with the text: `-f FILE`, or `-f -` for standard input"
        elif message == _COMMAND_MISSING:
            message = f"name a command: {', '.join(_EXAMPLES)}"
        elif unknown := _UNKNOWN_COMMAND.fullmatch(message):
            near = nearest_name(unknown[1].strip("'"), list(_EXAMPLES))
            message = f"unknown command {unknown[1]}"
            advice = f"Did you mean `{near}`?" if near else f"The commands are {', '.join(_EXAMPLES)}."
        # Messages of `process` name `oc`: no other command has this status.
        command = "oc process" if self.usage_status == ProcessOptions.usage_status else self.prog
        say("\n".join(filter(None, (f"error: {message}", f"See '{command} -h' for help and examples", advice))))
        self.exit(self.usage_status)


class _Ignored(argparse.Action):
    """An option of `oc` that changes nothing here; only the form of its value is checked."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: str | None = None) -> None:
        value = str(values)
        why = ""
        if self.dest in ("v", "loglevel"):
            why = _why_no_level(value)
        elif self.dest == "log_flush_frequency" and not _DURATION.fullmatch(value):
            why = "parse error"
        elif self.dest == "vmodule" and not _MODULES.fullmatch(value):
            why = "syntax error: expect comma-separated list of filename=N"
        if why:
            parser.refuse_value(self, value, why)


def _why_no_level(value: str) -> str:
    """Go's error for a log level that is no 32-bit integer, or ""."""
    if not _LEVEL.fullmatch(value):
        return f"strconv.ParseInt: parsing {go_quote(value)}: invalid syntax"
    digits = value.lstrip("+-").lstrip("0")
    # The length comes first: Python refuses to convert very long numbers.
    in_range = len(digits) <= 10 and -(2**31) <= int(value) < 2**31
    return "" if in_range else f"strconv.ParseInt: parsing {go_quote(value)}: value out of range"


class _HelpFormatter(argparse.HelpFormatter):
    """Prints examples line by line; argparse would fill the lines."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return text if text.startswith("examples:") else super()._fill_text(text, width, indent)


def command_parser(program: str = PROGRAM) -> _Parser:
    """The parser of the whole command line, which ``program`` starts."""
    parser = _Parser(
        prog=program,
        description="Process OpenShift Templates, expand Kubernetes pods, and check both.",
        epilog=f"`{program} COMMAND --help` lists the options of a command, with examples.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"template-playground {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, kind, summary, add_options in _COMMANDS:
        command = commands.add_parser(
            name,
            help=summary,
            description=summary,
            epilog="\n".join(["examples:", *(f"  {program} {name} {example}".rstrip() for example in _EXAMPLES[name])]),
            formatter_class=_HelpFormatter,
            allow_abbrev=False,
        )
        command.usage_status = kind.usage_status
        command.set_defaults(kind=kind, parser=command, switched_off=())
        add_options(command)
    return parser


def _add_process(parser: _Parser) -> None:
    """Options of `process`; most are those of `oc process`."""
    _add_file(parser, required=False)
    _add_inputs(parser)
    _add_value_files(parser, "with -o diff and -o table: a value set, its name and its --param-file; repeatable")
    add = parser.add_argument
    add("positionals", nargs="*", metavar="NAME=VALUE", help="the same as -p NAME=VALUE")
    add(
        "--ignore-unknown-parameters",
        action="store_true",
        help="ignore values of Parameters that the Template does not declare",
    )
    add("-l", "--labels", metavar="K=V,…", help="labels to set on every Object")
    add("--parameters", action="store_true", help="list the Parameters instead of processing the Template")
    add("--raw", action="store_true", help="print the Objects one by one instead of a List")
    add("-o", "--output", metavar="FORMAT", help=f"{', '.join(PROCESS_FORMATS)}; default: json")
    template_help = "the expression, or its file, of -o go-template and -o jsonpath; without -o, a Go template"
    add("--template", metavar="TEMPLATE", help=template_help)
    add("-n", "--namespace", metavar="NAME", help="like `oc`, refuse a text that names a namespace")
    add("--values", dest="values_file", metavar="FILE", help="a file that names a Template and its values")
    add("--interactive", action="store_true", help="ask for each value that is not given; Enter keeps the default")
    add("--explain", action="store_true", help="print on standard error how each reference was substituted")
    add("--show-managed-fields", action="store_true", help="also print metadata.managedFields")
    missing_help = "with =false, a missing field is an error for -o go-template and -o jsonpath"
    add("--allow-missing-template-keys", action="store_true", default=True, help=missing_help)
    add("--local", action="store_true", help="accepted for compatibility; processing is always local")
    for name in _IGNORED_SWITCHES:
        add(f"--{name}", action="store_true", help=argparse.SUPPRESS)
    for name in (*_IGNORED_TEXTS, "log-flush-frequency", "loglevel", "v", "vmodule"):
        shorthand = (_IGNORED_SHORTHANDS[name],) if name in _IGNORED_SHORTHANDS else ()
        add(*shorthand, f"--{name}", action=_Ignored, help=argparse.SUPPRESS)


def _add_expand(parser: _Parser) -> None:
    """Options of `expand`."""
    _add_file(parser, required=True)
    _add_inputs(parser)
    _add_cluster(parser)
    parser.add_argument("-o", "--output", default="yaml", choices=EXPAND_FORMATS, help=_EXPAND_HELP)


def _add_check(parser: _Parser) -> None:
    """Options of `check`."""
    add = parser.add_argument
    add("positionals", nargs="*", metavar="FILE", help=_FILES_HELP)
    add("-f", "--filename", dest="filenames", action="append", default=[], metavar="FILE", help=_CHOSEN_HELP)
    add("--format", default="text", choices=CHECK_FORMATS, help=_CHECK_HELP)
    add("--fail-on", default=SEVERITIES[0], choices=SEVERITIES, help=_FAIL_HELP)
    add("--fix", action="store_true", help="apply every fix with one meaning, and check again; `-`: print the text")
    add("--diff", action="store_true", help="show what --fix would change, and write no file")
    add("--select", action="append", default=[], metavar="CODE", help="report only these; repeatable, with commas")
    add("--ignore", action="append", default=[], metavar="CODE", help="do not report these; repeatable, with commas")
    _add_inputs(parser)
    _add_cluster(parser)


def _add_test(parser: _Parser) -> None:
    """Options of `test`."""
    add = parser.add_argument
    add("positionals", nargs="*", metavar="FILE", help="a test file, or a folder with files `*.test.yaml`")
    add("--filter", dest="part", default="", metavar="TEXT", help="run only the tests with TEXT in their names")
    add("--update", action="store_true", help="write the snapshots that are missing or differ; remove obsolete ones")
    add("--junit", metavar="FILE", help="also write the results as JUnit XML to FILE")
    add("--quiet", action="store_true", help="print only what does not pass, and the summary")


def _add_convert(parser: _Parser) -> None:
    """Options of `convert`."""
    add = parser.add_argument
    to_help = "helm: a chart for Helm 3 and 4; kustomize: a base, and an overlay for each --set"
    add("--to", required=True, choices=CONVERSIONS, help=to_help)
    _add_file(parser, required=True)
    output_help = "a folder that is new or empty; for a chart also a file that ends with `.tgz`"
    add("-o", "--output", required=True, metavar="PATH", help=output_help)
    add("--name", default="", metavar="NAME", help="the name of the chart; default: the Template's, as a DNS label")
    add("--force", action="store_true", help="replace files of the same names; other files stay")
    drawn_help = "helm: the chart draws generated values that are in a Secret, and keeps them in the cluster"
    add("--generate-in-chart", action="store_true", help=drawn_help)
    _add_values(parser)
    _add_value_files(parser, "kustomize: a value set, its name and its --param-file; repeatable")


def _add_template(parser: _Parser) -> None:
    """Options of `template`."""
    add = parser.add_argument
    files_help = "a file, or a folder whose JSON and YAML files with Kubernetes objects are taken; `-`: standard input"
    add("positionals", nargs="*", metavar="FILE", help=files_help)
    add("--env", action="store_true", help="make every variable with a value a parameter, too")
    without_help = "leave out a rule, or the parameter of this name; repeatable, with commas"
    add("--without", action="append", default=[], metavar="RULE", help=without_help)
    add("--keep-secrets", action="store_true", help="keep pasted secrets, as defaults of their parameters")


def _add_explain(parser: _Parser) -> None:
    """The argument of `explain`."""
    code_help = "a code such as ENV502, a name such as forward-reference, or a family such as ENV; default: all rules"
    parser.add_argument("code", nargs="?", default="", metavar="CODE", help=code_help)


def _add_completion(parser: _Parser) -> None:
    """The argument of `completion`."""
    parser.add_argument("shell", choices=SHELLS, help="the shell that reads the script")


def _add_lsp(parser: _Parser) -> None:
    """The option of `lsp`."""
    parser.add_argument("--stdio", action="store_true", help="changes nothing; some editors add it")


def _add_cluster(parser: _Parser) -> None:
    """Options of every command that expands pods."""
    newest = KUBERNETES_VERSIONS[0]
    parser.add_argument("--cluster", metavar="FILE", help=_CLUSTER_HELP)
    parser.add_argument(
        "--kubernetes-version",
        default="",
        choices=KUBERNETES_VERSIONS,
        metavar="VERSION",
        help=f"the Kubernetes version whose rules apply, {KUBERNETES_VERSIONS[-1]} to {newest}; default: {newest}",
    )


def _add_file(parser: _Parser, *, required: bool) -> None:
    """The option of every command that reads one text."""
    file_help = "the file with the text; `-`: standard input"
    parser.add_argument("-f", "--filename", default="", required=required, metavar="FILE", help=file_help)


def _add_inputs(parser: _Parser) -> None:
    """Options of every command that reads a text, and can run again when it has changed."""
    _add_values(parser)
    parser.add_argument("--watch", action="store_true", help="run again whenever a file has changed")


def _add_values(parser: _Parser) -> None:
    """Options of every command that processes a Template."""
    add = parser.add_argument
    add(
        "-p",
        "--param",
        dest="assignments",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="the value of a Parameter; repeatable",
    )
    add(
        "--from",
        action="append",
        default=[],
        dest="expressions",
        metavar="NAME=REGEX",
        help="generate the value of a Parameter from this expression; repeatable",
    )
    add("--dialect", default="auto", choices=DIALECTS, help=_DIALECT_HELP)


def _add_value_files(parser: _Parser, set_help: str) -> None:
    """Options that name files with values; ``set_help``: what `--set` does."""
    file_help = "a file with lines of NAME=VALUE; repeatable"
    add = parser.add_argument
    add("--param-file", dest="parameter_files", action="append", default=[], metavar="FILE", help=file_help)
    add("--set", dest="sets", action="append", default=[], metavar="NAME=FILE", help=set_help)


class _Command(NamedTuple):
    """A command: its name, the class of its options, what it does, and the function that adds its options."""

    name: str
    kind: type[Options]
    summary: str
    add_options: Callable[[_Parser], None]


_COMMANDS: Final = (
    _Command("process", ProcessOptions, "Process a Template as `oc process` does and print its Objects.", _add_process),
    _Command(
        "expand",
        ExpandOptions,
        "Process the Templates, expand the variables of the pods as the kubelet does, and print the Objects.",
        _add_expand,
    ),
    _Command("check", CheckOptions, "Report errors and likely mistakes in files.", _add_check),
    _Command(
        "test", SuiteOptions, "Run the tests of Templates in FILES; by default, of the current folder.", _add_test
    ),
    _Command(
        "convert",
        ConvertOptions,
        "Convert a Template to the files of another tool, such as a Helm chart.",
        _add_convert,
    ),
    _Command("template", MakeTemplateOptions, "Make a Template of plain Objects, and print it.", _add_template),
    _Command("explain", ExplainOptions, "Explain a rule, or list the rules.", _add_explain),
    _Command(
        "completion",
        CompletionOptions,
        "Print a script that completes commands and options in a shell.",
        _add_completion,
    ),
    _Command("lsp", LspOptions, "Serve an editor as a language server, on standard input and output.", _add_lsp),
)
