"""`check`: what the rules say of a text, for people or as one JSON object."""

from __future__ import annotations

import json
from argparse import Namespace

from playground.commands.report import as_json, report
from playground.commands.request import evaluated, shown_name, write
from playground.engine import Severity


def run_check(options: Namespace) -> int:
    """Print what the rules say of the text; 1 when it has an error."""
    evaluation = evaluated(options)
    if options.format == "json":
        # ASCII only, whatever the terminal's encoding: it is for programs.
        write([json.dumps({"diagnostics": [as_json(item) for item in evaluation.diagnostics]}, indent=2)])
    else:
        file = shown_name(options.filename)
        write(line for item in evaluation.diagnostics for line in report(item, evaluation, file))
    return 1 if evaluation.count(Severity.ERROR) else 0
