"""`expand`: prints the Objects, or what their containers receive, as the kubelet computes it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from playground.cli.input.files import CLUSTER_FILE_KEYS, display_name, evaluate_file
from playground.cli.options import ExpandOptions, RequestError
from playground.cli.output.env_file_printer import env_file_lines, omission_lines
from playground.cli.output.report import event_lines, write_diagnostics
from playground.cli.streams import printable, write, write_error
from playground.engine import CLUSTER_KEYS, Evaluation, Severity, expansion_answer, nearest_name, output_lines


def run_expand(options: ExpandOptions) -> int:
    """Print the Objects or what their containers receive, and the errors in the text; return 1 for an error, else 0.

    Errors go to standard error. `-o json` prints one JSON object, also for an unreadable text and for a missing
    file. `-o env` lists on standard error the variables that an environment file cannot hold; `-o yaml` lists there
    the Events of unresolved references. Raises RequestError.
    """
    try:
        evaluation = evaluate_file(options)
    except RequestError as error:
        if options.output == "json":
            _write_json({"containers": [], "validationErrors": [], "warnings": [], "error": str(error)})
        raise
    write_error(_unknown_keys(evaluation))
    errors = [diagnostic for diagnostic in evaluation.diagnostics if diagnostic.severity is Severity.ERROR]
    if options.output == "json":
        answer = expansion_answer(evaluation)
        if not evaluation.readable:
            answer["error"] = errors[0].message
        _write_json(answer)
    elif options.output == "env":
        write(env_file_lines(evaluation))
        write_error(omission_lines(evaluation))
    else:
        write(output_lines(evaluation.expanded).texts)
        write_error(event_lines(evaluation))
    write_diagnostics(errors, evaluation, display_name(options.filename))
    return 1 if errors else 0


def _write_json(answer: dict[str, Any]) -> None:
    write([json.dumps(answer, ensure_ascii=False, indent=2)])


def _unknown_keys(evaluation: Evaluation) -> Iterator[str]:
    """A line for each unknown key of the cluster file, with a similar key if there is one."""
    for key in evaluation.inputs.cluster or ():
        if key not in CLUSTER_FILE_KEYS:
            near = nearest_name(str(key), CLUSTER_KEYS)
            advice = f"; did you mean {near}?" if near else ""
            yield printable(f"the cluster's key {key} is unknown and ignored{advice}")
