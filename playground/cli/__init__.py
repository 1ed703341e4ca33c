"""The command line: `process`, `expand`, `check`, `test`, `convert`, `template`, `explain`, `completion` and `lsp`.

Exit status: `process` has that of `oc process`, or of `diff` when it compares value sets; the others have 1 for an
error in the text and 2 for a usage error.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial

from playground.cli.arguments import parse
from playground.cli.check import run_check
from playground.cli.comparison import compares, run_comparison
from playground.cli.completion import run_completion
from playground.cli.converting.command import run_convert
from playground.cli.expand import run_expand
from playground.cli.explain import run_explain
from playground.cli.options import (
    CheckOptions,
    CompletionOptions,
    ConvertOptions,
    ExpandOptions,
    ExplainOptions,
    LspOptions,
    MakeTemplateOptions,
    Options,
    ProcessOptions,
    RequestError,
    SuiteOptions,
    TextOptions,
)
from playground.cli.process import run_process
from playground.cli.streams import fail
from playground.cli.template import run_template
from playground.cli.testing.command import run_tests
from playground.cli.watched_files import watch


def main(argv: Sequence[str] | None = None, serve_editor: Callable[[], int] | None = None) -> int:
    """Run the command in ``argv`` (by default ``sys.argv[1:]``) and return its exit status.

    ``serve_editor`` runs the language server, which is no part of this folder, and returns the exit status of `lsp`.
    Writes to `sys.stdout` and `sys.stderr`. Raises SystemExit only for usage errors and `--help`.
    """
    options = parse(sys.argv[1:] if argv is None else argv)
    if isinstance(options, TextOptions) and options.watch:
        return watch(options, partial(_run, options, serve_editor))
    return _run(options, serve_editor)


def _run(options: Options, serve_editor: Callable[[], int] | None) -> int:
    """Run one command; report a RequestError on standard error. Returns the exit status."""
    try:
        match options:
            case ProcessOptions():
                return run_comparison(options) if compares(options) else run_process(options)
            case ExpandOptions():
                return run_expand(options)
            case CheckOptions():
                return run_check(options)
            case SuiteOptions():
                return run_tests(options)
            case ConvertOptions():
                return run_convert(options)
            case MakeTemplateOptions():
                return run_template(options)
            case ExplainOptions():
                return run_explain(options)
            case CompletionOptions():
                return run_completion(options)
            case LspOptions():
                return serve_editor() if serve_editor else fail("error: no language server is here", 2)
    except RequestError as error:
        return fail(f"error: {error}", options.usage_status)
