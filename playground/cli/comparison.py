"""`process --set NAME=FILE … -o diff` or `-o table`: what differs between the Objects of several value sets.

Exit status, as that of `diff`: 0 if nothing differs, 1 if something does, 2 if the sets cannot be compared.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, Final

from playground.cli.input.assignments import parse_assignments, read_sets
from playground.cli.input.files import display_name
from playground.cli.input.values_file import Values, read_values, with_values
from playground.cli.options import COMPARISONS, ProcessOptions, RequestError
from playground.cli.output.process_refusal import missing_input, named_twice, usage_error, why_unprocessed, why_unread
from playground.cli.output.report import write_diagnostics
from playground.cli.output.tabwriter import Layout, aligned_cells
from playground.cli.process import evaluate_first_file, evaluate_text, inputs_of
from playground.cli.streams import fail, printable, say, write
from playground.engine import (
    MISSING,
    Deadline,
    Difference,
    Evaluation,
    Severity,
    TracedObject,
    compare,
)

FAILURE: Final = 2
LONGEST_CELL: Final = 60  # characters of a value in the table; a longer one is cut
_TABLE: Final = Layout(0, 3)
_WHOLE: Final = "(object)"  # in place of a path


def compares(options: ProcessOptions) -> bool:
    """Whether ``options`` ask to compare value sets."""
    return bool(options.sets) or options.output in COMPARISONS


def run_comparison(options: ProcessOptions) -> int:
    """Print what differs between the value sets; return the exit status. Diagnostics go to standard error."""
    try:
        sets = _sets(options)
        evaluations, file = _evaluations(options, sets)
    except RequestError as error:
        return fail(f"error: {error}", FAILURE)
    refusals = {name: _refusal(evaluation, options, file) for name, evaluation in zip(sets, evaluations, strict=True)}
    for name, refusal in refusals.items():
        if refusal:
            say(f"{name}: {refusal}")
    _report(evaluations, file)
    if any(refusals.values()):
        return FAILURE
    differences = list(compare([_objects(evaluation) for evaluation in evaluations], Deadline()))
    names = tuple(sets)
    write(_table(differences, names) if options.output == "table" else _diff(differences, names))
    return 1 if differences else 0


def _sets(options: ProcessOptions) -> Mapping[str, Mapping[str, str]]:
    """The values of each set, by its name. Raises RequestError."""
    if options.output not in COMPARISONS:
        raise RequestError("--set compares value sets: use it with -o diff or -o table")
    if options.interactive or options.raw or options.parameters:
        raise RequestError("--interactive, --raw and --parameters cannot be used with --set")
    sets = read_sets(options.sets)
    if len(sets) < 2:
        raise RequestError(f"-o {options.output} compares value sets: name at least two with --set NAME=FILE")
    return sets


def _evaluations(options: ProcessOptions, sets: Mapping[str, Mapping[str, str]]) -> tuple[list[Evaluation], str]:
    """The Evaluation for each set, and the name of the file. Raises RequestError.

    The values of a set have priority over those of the other options. A generated value is the same in all sets.
    """
    values = read_values(options.values_file) if options.values_file else Values()
    options = with_values(options, values)
    if error := named_twice(options) or usage_error(options):
        raise RequestError(error)
    assignments = parse_assignments(options)
    if error := missing_input(options, assignments.repeated) or assignments.error:
        raise RequestError(error)
    shared, evaluations, file = inputs_of(options, values, assignments), list[Evaluation](), ""
    generated: dict[str, str] = {}
    for set_values in sets.values():
        inputs = replace(shared, values={**shared.values, **set_values}, generated=dict(generated))
        if evaluations:
            evaluation = evaluate_text(evaluations[0].source, options, inputs)
        else:
            evaluation, file, _ = evaluate_first_file(options, inputs)
        evaluations.append(evaluation)
        generated |= evaluation.processed.generated if evaluation.processed else {}
    return evaluations, file


def _refusal(evaluation: Evaluation, options: ProcessOptions, file: str) -> str:
    """`oc`'s error for the text with the values of one set, or ""."""
    return (why_unread(evaluation, file, options.namespace) or why_unprocessed(evaluation, options, "")).rstrip("\n")


def _objects(evaluation: Evaluation) -> Sequence[TracedObject]:
    return evaluation.processed.objects if evaluation.processed else ()


def _report(evaluations: Sequence[Evaluation], file: str) -> None:
    """Write the diagnostics of all sets to standard error, except hints; each once."""
    diagnostics = {
        (item.code, item.span, item.message): item
        for evaluation in evaluations
        for item in evaluation.diagnostics
        if item.severity is not Severity.HINT
    }
    write_diagnostics(list(diagnostics.values()), evaluations[0], display_name(file))


def _diff(differences: Sequence[Difference], sets: Sequence[str]) -> Iterator[str]:
    """Each Object that differs, its fields, and the value that each set gives the field."""
    widest = max(map(len, sets))
    for name, fields in groupby(differences, _name):
        yield name
        for difference in fields:
            yield f"  {_field(difference)}"
            for set_name, value in zip(sets, difference.values, strict=True):
                yield f"    {set_name:<{widest}}  {_text(value)}"


def _table(differences: Sequence[Difference], sets: Sequence[str]) -> list[str]:
    """A line for each field that differs, a column for each set; only the heading if nothing differs."""
    rows = [("OBJECT", "FIELD", *sets)]
    rows += [(_name(item), _field(item), *map(_cell, item.values)) for item in differences]
    return aligned_cells("\n".join("\t".join(row) for row in rows), _TABLE).split("\n")


def _name(difference: Difference) -> str:
    return printable(difference.name).replace("\t", "\\t")


def _field(difference: Difference) -> str:
    return printable(str(difference.path)).replace("\t", "\\t") or _WHOLE


def _text(value: Any) -> str:
    """A value as JSON, so that `"1"` and `1` differ; `missing` for a field that a set does not have."""
    return "missing" if value is MISSING else printable(json.dumps(value, ensure_ascii=False))


def _cell(value: Any) -> str:
    text = _text(value)
    return text if len(text) <= LONGEST_CELL else f"{text[: LONGEST_CELL - 1]}…"
