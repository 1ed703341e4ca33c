"""`process`: the List of a Template's Objects, or what `oc` says where it refuses.

oc ``pkg/cli/process``: which check comes first, the words and the exit status are those of `oc process --local`.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path

from playground.commands.answer import answer
from playground.commands.assignments import Assignments, assigned_words, assignments
from playground.commands.explanation import explanation
from playground.commands.interactive import ask
from playground.commands.refusals import UNREAD, usage_error, why_not
from playground.commands.report import printable, tell
from playground.commands.request import LIMITS, STANDARD_INPUT, RequestError, fail, pairs, read_text, shown_name, write
from playground.commands.terminal import progress
from playground.commands.values_file import Values, read_values, with_values
from playground.engine import Evaluation, Severity, evaluate, refused_unread

_SEE_HELP = "See 'oc process -h' for help and examples"


def run_process(options: Namespace) -> int:
    """Print the Objects, or why there are none; 0 or 1, and never because of a diagnostic."""
    kept = read_values(options.values) if options.values else Values()
    options = with_values(options, kept)
    if words := usage_error(options, assigned_words(options)):
        return fail(f"error: {words}\n{_SEE_HELP}")
    try:
        text = read_text(_first_file(options.filename))
    except FileNotFoundError:
        return fail(f'{UNREAD}the path "{options.filename}" does not exist')
    assigned = assignments(options)
    evaluation = _evaluation(text, options, kept, assigned)
    count = len(evaluation.source.documents)
    if count > 1:
        # `oc` writes it here too, where it spoils the answer.
        write([f"{count} input templates found, but only the first will be processed"])
    refused = why_not(evaluation, options, assigned.wrong)
    _print(evaluation, options, refused)
    _tell(evaluation, options, kept, refused)
    return 1 if refused or evaluation.processed is None else 0


def _first_file(file: str) -> str:
    """Of a folder, `oc` takes the first file that could be a Template."""
    if file.startswith(("http://", "https://")):
        raise RequestError(f'nothing is fetched from the network: save "{file}" and name its file')
    if file == STANDARD_INPUT or not Path(file).is_dir():
        return file
    found = sorted(path for path in Path(file).iterdir() if path.suffix in (".json", ".yaml", ".yml"))
    if not found:
        raise RequestError(f"error reading [{file}]: recognized file extensions are [.json .yaml .yml]")
    return str(found[0])


def _evaluation(text: str, options: Namespace, kept: Values, assigned: Assignments) -> Evaluation:
    expressions = {**kept.expressions, **pairs(options.expressions, "--from")}
    labels = {**kept.labels, **assigned.labels}

    def made(values: Mapping[str, str]) -> Evaluation:
        with progress(f"processing {shown_name(options.filename)}"):
            return evaluate(
                text, values=values, expressions=expressions, dialect=options.dialect, labels=labels, limits=LIMITS
            )

    values = {**kept.values, **assigned.values}
    evaluation = made(values)
    needed = values
    if options.ignore_unknown_parameters and evaluation.template:
        needed = {name: value for name, value in values.items() if evaluation.template.parameter(name)}
    processed = evaluation.processed
    if options.interactive and not options.parameters and processed and not refused_unread(processed):
        needed = {**needed, **ask(processed, needed)}
    return evaluation if needed == values else made(needed)


def _print(evaluation: Evaluation, options: Namespace, refused: str) -> None:
    """What is asked for, on the standard output, or ``refused``, on the standard error."""
    if refused:
        fail(refused)
    elif evaluation.processed is not None:
        sys.stdout.write(answer(evaluation.processed, options))


def _tell(evaluation: Evaluation, options: Namespace, kept: Values, refused: str) -> None:
    """Beside the answer, on the standard error: unknown names of a file of values, the references, the diagnostics."""
    template, file = evaluation.template, shown_name(options.filename)
    for name, place in kept.places.items() if template and not options.ignore_unknown_parameters else ():
        if template and not template.parameter(name):
            fail(printable(f'{shown_name(options.values)}:{place}: the Template has no Parameter "{name}"'))
    if options.explain and not options.parameters:
        sys.stderr.write("".join(f"{line}\n" for line in explanation(evaluation, file)))
    if refused or not options.parameters:
        tell([item for item in evaluation.diagnostics if item.severity is not Severity.HINT], evaluation, file)
