"""`check`: prints the diagnostics as text, JSON, SARIF or workflow commands."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from playground.cli.arguments import CheckOptions
from playground.cli.input.files import display_name, evaluate_file
from playground.cli.output.report import diagnostic_lines, workflow_command
from playground.cli.output.sarif import sarif_log
from playground.cli.streams import is_coloured, write
from playground.engine import Evaluation, Severity, diagnostic_json


def run_check(options: CheckOptions) -> int:
    """Print the diagnostics of the text; return 1 if one of them is an error, else 0. Raises RequestError."""
    evaluation = evaluate_file(options)
    write(_PRINTERS[options.format](evaluation, options.filename), painted=options.format == "text")
    return 1 if evaluation.count(Severity.ERROR) else 0


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
