"""`process`: prints the List of a Template's Objects, or `oc`'s error message.

oc ``pkg/cli/process``: which check comes first, the words and the exit status are those of `oc process --local`.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Mapping, Sequence

from playground.cli.input.assignments import Assignments, assignments, warn_of_lists
from playground.cli.input.files import LIMITS, display_name, fail, input_files, pairs, read_text, write
from playground.cli.input.interactive import ask
from playground.cli.input.values_file import Values, read_values, with_values
from playground.cli.output.printers import answer
from playground.cli.output.refusals import (
    UNREAD,
    given_documents,
    named_twice,
    unusable,
    usage_error,
    why_not,
    why_unread,
)
from playground.cli.output.report import explanation, printable, tell
from playground.cli.output.terminal import for_stream, progress
from playground.engine import Evaluation, Inputs, ProcessedTemplate, Severity, evaluate, refused_unread

_SEE_HELP = "See 'oc process -h' for help and examples"


def run_process(options: Namespace) -> int:
    """Print the Objects, or `oc`'s error message and return 1; diagnostics never change the status."""
    from_file = read_values(options.values) if options.values else Values()
    options = with_values(options, from_file)
    twice = named_twice(options)
    if not twice:
        warn_of_lists(options)
    if words := twice or usage_error(options):
        return fail(f"error: {words}\n{_SEE_HELP}")
    assigned = assignments(options)
    if words := unusable(options, assigned.repeated):
        return fail(f"error: {words}\n{_SEE_HELP}")
    files = input_files(options.filename)
    try:
        text = read_text(files[0])
    except FileNotFoundError:
        return fail(f'{UNREAD}the path "{options.filename}" does not exist')
    evaluation = _evaluation(text, options, from_file, assigned)
    refused = _why_unread(evaluation, files, options) or why_not(evaluation, options, assigned.wrong)
    status = 1 if refused or evaluation.processed is None else _print(evaluation.processed, options)
    if refused:
        fail(refused)
    _report(evaluation, options, from_file, refused, display_name(files[0]))
    return status


def _why_unread(evaluation: Evaluation, files: Sequence[str], options: Namespace) -> str:
    """`oc`'s error if it could not read one of ``files``, of which ``evaluation`` is the first; or ""."""
    refused = why_unread(evaluation, files[0], options.namespace)
    count = len(given_documents(evaluation))
    for file in files[1:]:
        further = evaluate(read_text(file), Inputs(dialect=options.dialect), limits=LIMITS)
        refused = refused or why_unread(further, file, options.namespace)
        count += len(given_documents(further))
    if count > 1 and not refused:
        # `oc`, too, writes it to standard output, into the answer.
        write([f"{count} input templates found, but only the first will be processed"])
    return refused


def _evaluation(text: str, options: Namespace, from_file: Values, assigned: Assignments) -> Evaluation:
    """Evaluate the Template; and again with the values that `--interactive` asked for, or without unknown ones."""
    expressions = {**from_file.expressions, **pairs(options.expressions, "--from")}
    labels = {**from_file.labels, **assigned.labels}

    def evaluated(values: Mapping[str, str]) -> Evaluation:
        with progress(f"processing {display_name(options.filename)}"):
            return evaluate(
                text,
                Inputs(values=values, expressions=expressions, dialect=options.dialect, labels=labels),
                limits=LIMITS,
            )

    values = {**from_file.values, **assigned.values}
    evaluation = evaluated(values)
    needed = values
    if options.ignore_unknown_parameters and evaluation.template:
        needed = {name: value for name, value in values.items() if evaluation.template.parameter(name)}
    processed = evaluation.processed
    if options.interactive and not options.parameters and processed and not refused_unread(processed):
        needed = {**needed, **ask(processed, needed)}
    return evaluation if needed == values else evaluated(needed)


def _print(processed: ProcessedTemplate, options: Namespace) -> int:
    """Write the answer to standard output, and an error of its printer to standard error; return the status."""
    made = answer(processed, options)
    sys.stdout.write(for_stream(made.text, sys.stdout))
    return fail(f"error: {made.refused}") if made.refused else 0


def _report(evaluation: Evaluation, options: Namespace, from_file: Values, refused: str, file: str) -> None:
    """Write to standard error: unknown names in the values file, the references (`--explain`), the diagnostics."""
    template = evaluation.template
    for name, place in from_file.places.items() if template and not options.ignore_unknown_parameters else ():
        if template and not template.parameter(name):
            fail(printable(f'{display_name(options.values)}:{place}: the Template has no Parameter "{name}"'))
    if options.explain and not options.parameters:
        sys.stderr.write("".join(f"{line}\n" for line in explanation(evaluation, file)))
    if refused or not options.parameters:
        tell([item for item in evaluation.diagnostics if item.severity is not Severity.HINT], evaluation, file)
