"""`check`: prints the diagnostics as text, JSON, SARIF or workflow commands, or what `kubectl apply` would say."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from playground.cli.arguments import STANDARD_INPUT, CheckOptions
from playground.cli.input.files import display_name, evaluate_file
from playground.cli.output.report import diagnostic_lines, workflow_command
from playground.cli.output.sarif import sarif_log
from playground.cli.streams import is_coloured, write, write_error
from playground.engine import Evaluation, Severity, apply_errors, diagnostic_json


def run_check(options: CheckOptions) -> int:
    """Print the diagnostics of the text; return 1 if one of them is an error, else 0. Raises RequestError."""
    evaluation = evaluate_file(options)
    if options.format == "server":
        return _run_server(evaluation, options.filename)
    write(_PRINTERS[options.format](evaluation, options.filename), painted=options.format == "text")
    return 1 if evaluation.count(Severity.ERROR) else 0


def _run_server(evaluation: Evaluation, file: str) -> int:
    """Print what `kubectl apply` would say of the Objects; return 1 if it would refuse one, or read no text, else 0."""
    if not evaluation.readable:
        write_error(_text(evaluation, file))
        return 1
    errors = apply_errors(evaluation, "STDIN" if file == STANDARD_INPUT else file)
    write(errors)
    return 1 if errors else 0


def _text(evaluation: Evaluation, file: str) -> Iterator[str]:
    coloured = is_coloured(sys.stdout)
    for diagnostic in evaluation.diagnostics:
        yield from diagnostic_lines(diagnostic, evaluation, display_name(file), coloured=coloured)


def _json(evaluation: Evaluation, file: str) -> Iterator[str]:
    yield _dumped({"diagnostics": [diagnostic_json(diagnostic) for diagnostic in evaluation.diagnostics]})


def _sarif(evaluation: Evaluation, file: str) -> Iterator[str]:
    yield _dumped(sarif_log(evaluation.diagnostics, file))


def _github(evaluation: Evaluation, file: str) -> Iterator[str]:
    return (workflow_command(diagnostic, display_name(file)) for diagnostic in evaluation.diagnostics)


def _dumped(value: Mapping[str, Any]) -> str:
    """``value`` as JSON in ASCII, so that a program reads the same text in any encoding."""
    return json.dumps(value, indent=2)


_PRINTERS: Final[Mapping[str, Callable[[Evaluation, str], Iterator[str]]]] = {
    "text": _text,
    "json": _json,
    "sarif": _sarif,
    "github": _github,
}
