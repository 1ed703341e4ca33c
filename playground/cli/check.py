"""`check`: prints the diagnostics as text, JSON, SARIF or workflow commands."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from playground.cli.input.files import display_name, evaluated, write
from playground.cli.output.report import report, workflow_command
from playground.cli.output.sarif import sarif_log
from playground.cli.output.terminal import is_coloured
from playground.engine import Evaluation, Severity, diagnostic_json


def run_check(options: Namespace) -> int:
    """Print the diagnostics of the text; return 1 if there is an error."""
    evaluation = evaluated(options)
    write(_FORMATS[options.format](evaluation, options.filename), painted=options.format == "text")
    return 1 if evaluation.count(Severity.ERROR) else 0


def _text(evaluation: Evaluation, file: str) -> Iterator[str]:
    coloured = is_coloured(sys.stdout)
    for item in evaluation.diagnostics:
        yield from report(item, evaluation, display_name(file), coloured=coloured)


def _json(evaluation: Evaluation, file: str) -> Iterator[str]:
    yield _dumped({"diagnostics": [diagnostic_json(item) for item in evaluation.diagnostics]})


def _sarif(evaluation: Evaluation, file: str) -> Iterator[str]:
    yield _dumped(sarif_log(evaluation.diagnostics, file))


def _github(evaluation: Evaluation, file: str) -> Iterator[str]:
    return (workflow_command(item, display_name(file)) for item in evaluation.diagnostics)


def _dumped(value: Mapping[str, Any]) -> str:
    """JSON in ASCII, which programs can read in any encoding."""
    return json.dumps(value, indent=2)


_FORMATS: Final[Mapping[str, Callable[[Evaluation, str], Iterator[str]]]] = {
    "text": _text,
    "json": _json,
    "sarif": _sarif,
    "github": _github,
}
CHECK_FORMATS: Final = tuple(_FORMATS)
