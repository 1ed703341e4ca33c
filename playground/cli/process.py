"""`process`: prints the List of a Template's Objects, or `oc`'s error message.

oc ``pkg/cli/process``: the order of the checks, the messages and the exit status are those of `oc process --local`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from playground.cli.input.assignments import Assignments, parse_assignments, warn_of_lists
from playground.cli.input.files import LIMITS, READ_FAILURE, display_name, input_files, pairs, read_existing, read_text
from playground.cli.input.interactive import ask
from playground.cli.input.values_file import Values, read_values, with_values
from playground.cli.options import ProcessOptions, RequestError
from playground.cli.output.printers import process_output
from playground.cli.output.process_refusal import (
    given_documents,
    missing_input,
    named_twice,
    usage_error,
    why_unprocessed,
    why_unread,
)
from playground.cli.output.report import reference_lines, write_diagnostics
from playground.cli.streams import fail, for_stream, printable, progress, say, write, write_error
from playground.engine import Evaluation, Inputs, ProcessedTemplate, Severity, Source, evaluate, refused_unread


def run_process(options: ProcessOptions) -> int:
    """Print the Objects and return 0, or print `oc`'s error message and return 1.

    Diagnostics go to standard error and never change the status. Raises RequestError.
    """
    values = read_values(options.values_file) if options.values_file else Values()
    options = with_values(options, values)
    if error := named_twice(options):
        return _report_misuse(error)
    warn_of_lists(options)
    if error := usage_error(options):
        return _report_misuse(error)
    assignments = parse_assignments(options)
    if error := missing_input(options, assignments.repeated):
        return _report_misuse(error)
    evaluation, file, further_files = evaluate_first_file(options, inputs_of(options, values, assignments))
    unread = _why_files_unread(evaluation, file, further_files, options)
    refused = unread or why_unprocessed(evaluation, options, assignments.error)
    status = 1 if refused or evaluation.processed is None else _print(evaluation.processed, options)
    if refused:
        say(refused)
    _report(evaluation, options, values, refused, display_name(file))
    return status


def evaluate_first_file(options: ProcessOptions, inputs: Inputs) -> tuple[Evaluation, str, list[str]]:
    """The Evaluation of the first file of `-f` that is not empty, which `oc` processes, and the names of it and those
    after it."""
    file, *further_files = input_files(options.filename)
    evaluation = evaluate_text(_text_of(file), options, inputs)
    while further_files and not _has_content(evaluation):
        file, *further_files = further_files
        evaluation = evaluate_text(_text_of(file), options, inputs)
    return evaluation, file, further_files


def _text_of(file: str) -> str:
    """The text of ``file``. Raises RequestError, for a missing file in `oc`'s words."""
    try:
        return read_text(file)
    except FileNotFoundError:
        raise RequestError(f'{READ_FAILURE}the path "{file}" does not exist') from None


def _has_content(evaluation: Evaluation) -> bool:
    """Whether `oc` finds an object or an error in the text; it skips empty texts."""
    return bool(given_documents(evaluation)) or any(problem.refused for problem in evaluation.source.problems)


def _report_misuse(error: str) -> int:
    """Report arguments that exclude each other; return the exit status."""
    return fail(f"error: {error}\nSee 'oc process -h' for help and examples")


def _why_files_unread(
    evaluation: Evaluation, first_file: str, further_files: Sequence[str], options: ProcessOptions
) -> str:
    """`oc`'s error for the first of the files that it cannot read, or ""; ``evaluation`` is that of ``first_file``.

    If `oc` can read all files and they hold several Templates, writes `oc`'s notice that only the first is processed.
    Raises RequestError for a file that was deleted meanwhile.
    """
    refused = why_unread(evaluation, first_file, options.namespace)
    template_count = len(given_documents(evaluation))
    for file in further_files:
        further = evaluate(read_existing(file), Inputs(dialect=options.dialect), limits=LIMITS)
        if _has_content(further):
            refused = refused or why_unread(further, file, options.namespace)
        template_count += len(given_documents(further))
    if template_count > 1 and not refused:
        # `oc` also writes this line to standard output, before the Objects.
        write([f"{template_count} input templates found, but only the first will be processed"])
    return refused


def inputs_of(options: ProcessOptions, values: Values, assignments: Assignments) -> Inputs:
    """The Inputs of the arguments and of the values file; the arguments have priority."""
    return Inputs(
        values={**values.values, **assignments.values},
        expressions={**values.expressions, **pairs(options.expressions, "--from")},
        dialect=options.dialect,
        labels={**values.labels, **assignments.labels},
    )


def evaluate_text(text: str | Source, options: ProcessOptions, inputs: Inputs) -> Evaluation:
    """Evaluate ``text``; evaluate again if `--interactive` adds values, or if unknown values are ignored."""
    with progress(f"processing {display_name(options.filename)}"):
        evaluation = evaluate(text, inputs, limits=LIMITS)
    values = dict(inputs.values)
    if options.ignore_unknown_parameters and evaluation.template:
        values = {name: value for name, value in values.items() if evaluation.template.parameter(name)}
    processed = evaluation.processed
    if options.interactive and not options.parameters and processed and not refused_unread(processed):
        values |= ask(processed, values)
    if values == inputs.values:
        return evaluation
    with progress(f"processing {display_name(options.filename)}"):
        return evaluate(text, replace(inputs, values=values), limits=LIMITS)


def _print(processed: ProcessedTemplate, options: ProcessOptions) -> int:
    """Write the output to standard output; if an error ended it, report that error. Returns the exit status."""
    output = process_output(processed, options, datetime.now(UTC))
    sys.stdout.write(for_stream(output.text, sys.stdout))
    return fail(f"error: {output.error}") if output.error else 0


def _report(evaluation: Evaluation, options: ProcessOptions, values: Values, refused: str, file: str) -> None:
    """Write unknown names in the values file, the references (`--explain`) and the diagnostics to standard error.

    With `--parameters`, which only lists the Parameters, write no references, and diagnostics only of a refused text.
    """
    if options.values_file and evaluation.template and not options.ignore_unknown_parameters:
        for name, place in values.places.items():
            if not evaluation.template.parameter(name):
                place_in_file = f"{display_name(options.values_file)}:{place}"
                say(printable(f'{place_in_file}: the Template has no Parameter "{name}"'))
    if options.explain and not options.parameters:
        write_error(reference_lines(evaluation, file))
    if refused or not options.parameters:
        noticeable = [item for item in evaluation.diagnostics if item.severity is not Severity.HINT]
        write_diagnostics(noticeable, evaluation, file)
