"""The options of each command, as its function gets them, and the values that they may have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from playground.engine import Dialect, Severity

STANDARD_INPUT: Final = "-"  # as the name of a file
DIALECTS: Final = ("auto", *(dialect.value for dialect in Dialect))
PROCESS_FORMATS: Final = (
    "json", "yaml", "kyaml", "name", "describe", "jsonpath=…", "jsonpath-as-json=…", "jsonpath-file=…",
    "go-template=…", "go-template-file=…", "aligned", "diff", "table",
)  # fmt: skip
COMPARISONS: Final = ("diff", "table")  # the formats that compare value sets
EXPAND_FORMATS: Final = ("yaml", "json", "env")
CHECK_FORMATS: Final = ("text", "json", "sarif", "github", "server")
SEVERITIES: Final = tuple(severity.value for severity in Severity)
SHELLS: Final = ("bash", "zsh", "fish")
CONVERSIONS: Final = ("helm", "kustomize")


class RequestError(Exception):
    """The command cannot do what the arguments ask for, such as read a missing file; the message is for the user."""


@dataclass(frozen=True, slots=True)
class ValueOptions:
    """The options of every command that processes a Template."""

    usage_status: ClassVar[int] = 2  # the exit status for a usage error or a RequestError
    assignments: tuple[str, ...]  # the values of `-p`: NAME=VALUE
    expressions: tuple[str, ...]  # the values of `--from`: NAME=REGEX
    dialect: str


@dataclass(frozen=True, slots=True)
class TextOptions(ValueOptions):
    """The options of every command that reads a text, and can run again when it has changed."""

    watch: bool


@dataclass(frozen=True, slots=True)
class ProcessOptions(TextOptions):
    """The options of `process`. None means that an option is not given; "" means that its value is empty."""

    usage_status: ClassVar[int] = 1
    filename: str  # "" without `-f`
    positionals: tuple[str, ...]  # assignments without `-p`, and names of Templates in a cluster, which are refused
    parameter_files: tuple[str, ...]
    sets: tuple[str, ...]  # the values of `--set`: NAME=FILE
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
    allow_missing_template_keys: bool
    switched_off: tuple[str, ...]  # names of flags that are switched off: `--raw` for `--raw=false`


@dataclass(frozen=True, slots=True)
class ClusterOptions(TextOptions):
    """The options of every command that expands pods."""

    cluster: str | None
    kubernetes_version: str  # "": the newest


@dataclass(frozen=True, slots=True)
class ExpandOptions(ClusterOptions):
    """The options of `expand`."""

    filename: str
    output: str


@dataclass(frozen=True, slots=True)
class CheckOptions(ClusterOptions):
    """The options of `check`."""

    filenames: tuple[str, ...]  # the values of `-f`
    positionals: tuple[str, ...]  # files and folders without `-f`
    format: str
    fail_on: str  # one of SEVERITIES
    select: tuple[str, ...]  # codes, names and families, with commas or spaces between them
    ignore: tuple[str, ...]  # as ``select``
    fix: bool
    diff: bool


@dataclass(frozen=True, slots=True)
class SuiteOptions:
    """The options of `test`."""

    usage_status: ClassVar[int] = 2
    positionals: tuple[str, ...]  # test files, and folders with test files
    part: str  # of the names of tests; "" for all
    update: bool
    junit: str | None
    quiet: bool


@dataclass(frozen=True, slots=True)
class ConvertOptions(ValueOptions):
    """The options of `convert`."""

    to: str  # one of CONVERSIONS
    filename: str
    output: str  # a folder, or a file `.tgz`
    name: str  # "": that of the Template
    parameter_files: tuple[str, ...]
    sets: tuple[str, ...]  # the values of `--set`: NAME=FILE
    force: bool
    generate_in_chart: bool

    @property
    def writes_archive(self) -> bool:
        """Whether ``output`` is a file with all files in it, and no folder."""
        return self.output.endswith((".tgz", ".tar.gz"))


@dataclass(frozen=True, slots=True)
class MakeTemplateOptions:
    """The options of `template`."""

    usage_status: ClassVar[int] = 2
    positionals: tuple[str, ...]  # files and folders
    env: bool
    without: tuple[str, ...]  # rules and suggestions, with commas between them
    keep_secrets: bool


@dataclass(frozen=True, slots=True)
class ExplainOptions:
    """The options of `explain`."""

    usage_status: ClassVar[int] = 2
    code: str  # or the name of a rule, or a family; "" for all rules


@dataclass(frozen=True, slots=True)
class CompletionOptions:
    """The options of `completion`."""

    usage_status: ClassVar[int] = 2
    shell: str


@dataclass(frozen=True, slots=True)
class LspOptions:
    """The options of `lsp`: none."""

    usage_status: ClassVar[int] = 2


Options = (
    ProcessOptions
    | ExpandOptions
    | CheckOptions
    | SuiteOptions
    | ConvertOptions
    | MakeTemplateOptions
    | ExplainOptions
    | CompletionOptions
    | LspOptions
)
