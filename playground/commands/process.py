"""`process`: the List of a Template's Objects, or what `oc` says where it refuses.

oc ``pkg/cli/process``: which check comes first, the words and the exit status are those of `oc process --local`.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from playground.commands.answer import answer
from playground.commands.assignments import Assignments, assigned_words, assignments
from playground.commands.refusals import UNREAD, usage_error, why_not
from playground.commands.report import tell
from playground.commands.request import LIMITS, STANDARD_INPUT, RequestError, fail, pairs, read_text, shown_name, write
from playground.engine import Evaluation, Severity, evaluate

_SEE_HELP = "See 'oc process -h' for help and examples"


def run_process(options: Namespace) -> int:
    """Print the Objects, or why there are none; 0 or 1, and never because of a diagnostic."""
    if words := usage_error(options, assigned_words(options)):
        return fail(f"error: {words}\n{_SEE_HELP}")
    try:
        text = read_text(_first_file(options.filename))
    except FileNotFoundError:
        return fail(f'{UNREAD}the path "{options.filename}" does not exist')
    assigned = assignments(options)
    evaluation = _evaluation(text, options, assigned)
    count = len(evaluation.source.documents)
    if count > 1:
        # `oc` writes it here too, where it spoils the answer.
        write([f"{count} input templates found, but only the first will be processed"])
    return _print(evaluation, options, why_not(evaluation, options, assigned.wrong))


def _first_file(file: str) -> str:
    """Of a folder, `oc` takes the first file that could be a Template."""
    if file == STANDARD_INPUT or not Path(file).is_dir():
        return file
    found = sorted(path for path in Path(file).iterdir() if path.suffix in (".json", ".yaml", ".yml"))
    if not found:
        raise RequestError(f"error reading [{file}]: recognized file extensions are [.json .yaml .yml]")
    return str(found[0])


def _evaluation(text: str, options: Namespace, assigned: Assignments) -> Evaluation:
    expressions = pairs(options.expressions, "--from")

    def made(values: dict[str, str]) -> Evaluation:
        return evaluate(
            text,
            values=values,
            expressions=expressions,
            dialect=options.dialect,
            labels=assigned.labels,
            limits=LIMITS,
        )

    evaluation = made(assigned.values)
    if options.ignore_unknown_parameters and evaluation.template:
        known = {name: value for name, value in assigned.values.items() if evaluation.template.parameter(name)}
        return evaluation if known == assigned.values else made(known)
    return evaluation


def _print(evaluation: Evaluation, options: Namespace, refused: str) -> int:
    """Print what is asked for, or ``refused``; then the diagnostics, to the standard error."""
    if refused:
        fail(refused)
    elif evaluation.processed is not None:
        sys.stdout.write(answer(evaluation.processed, options))
    if refused or not options.parameters:
        tell(
            [item for item in evaluation.diagnostics if item.severity is not Severity.HINT],
            evaluation,
            shown_name(options.filename),
        )
    return 1 if refused or evaluation.processed is None else 0
