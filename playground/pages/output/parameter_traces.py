"""Where a Parameter's value came from, and which references it replaces."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from playground.engine import (
    ORIGINS,
    Evaluation,
    FieldPath,
    Origin,
    ParameterReference,
    ParameterValue,
    ProcessedTemplate,
    secret_parameters,
)
from playground.pages.allowance import Allowance
from playground.pages.markup import VisibleValue
from playground.pages.output.lines import span_text
from playground.pages.output.traces import TracedPlace, output_place

MOST_PARAMETERS = 100  # whose trace can be opened in the output
MOST_PLACES = 20  # of one Parameter's references

_ORIGINS = {**ORIGINS, Origin.GIVEN: "given in the form"}


@dataclass(frozen=True, slots=True)
class ParameterTrace(VisibleValue):
    """One Parameter: its value, where the value came from, and where the value is used."""

    id: str
    name: str
    value: str
    origin: str
    expression: str  # that the value was generated from
    secret: bool
    declared: TracedPlace
    uses: tuple[TracedPlace, ...]
    uses_left_out: int
    is_known: bool = True


def parameter_ids(processed: ProcessedTemplate | None) -> dict[str, str]:
    """The ids of the traces of the Parameters whose values the output can hold, by name."""
    ids: dict[str, str] = {}
    for reference in processed.references if processed else ():
        if reference.fate == "substituted" and len(ids) < MOST_PARAMETERS:
            ids.setdefault(reference.name, f"trace-parameter-{len(ids)}")
    return ids


def parameter_traces(evaluation: Evaluation, allowance: Allowance, only: str = "") -> tuple[ParameterTrace, ...]:
    """The traces that can be opened in the output, in the order in which the Parameters are used first.

    With ``only``, just the trace with that id.
    """
    ids = {name: id_ for name, id_ in parameter_ids(evaluation.processed).items() if only in ("", id_)}
    return traces_of_parameters(evaluation, ids, allowance)


def traces_of_parameters(
    evaluation: Evaluation, ids: dict[str, str], allowance: Allowance
) -> tuple[ParameterTrace, ...]:
    """The traces of the Parameters of these names, with these ids; those that are not declared are left out."""
    processed = evaluation.processed
    if processed is None:
        return ()
    secret, references = secret_parameters(processed), _references(processed.references, ids)
    return tuple(
        _trace(evaluation, processed, value, id_, references[name], name in secret, allowance)
        for name, id_ in ids.items()
        if (value := processed.value(name)) is not None
    )


def _references(references: Iterable[ParameterReference], names: Iterable[str]) -> dict[str, list[ParameterReference]]:
    """The references to each Parameter in ``names``, without those of a form that the dialect leaves as text."""
    by_name: dict[str, list[ParameterReference]] = {name: [] for name in names}
    for reference in references:
        if reference.name in by_name and reference.fate != "inert":
            by_name[reference.name].append(reference)
    return by_name


def _trace(
    evaluation: Evaluation,
    processed: ProcessedTemplate,
    value: ParameterValue,
    id_: str,
    references: list[ParameterReference],
    secret: bool,
    allowance: Allowance,
) -> ParameterTrace:
    parameter = value.parameter
    declared = processed.template.document.span(parameter.path)
    listed = tuple(allowance.rows(references, MOST_PLACES))
    return ParameterTrace(
        id=id_,
        name=allowance.name(parameter.name),
        value=allowance.clip(value.text),
        origin=_ORIGINS[value.origin],
        expression=allowance.clip(value.expression) if value.origin is Origin.GENERATED else "",
        secret=secret,
        declared=TracedPlace(f"parameters[{parameter.index}], line {declared.start.line}", span_text(declared)),
        uses=tuple(_use(evaluation, processed, reference, allowance) for reference in listed),
        uses_left_out=len(references) - len(listed),
    )


def _use(
    evaluation: Evaluation, processed: ProcessedTemplate, reference: ParameterReference, allowance: Allowance
) -> TracedPlace:
    """The place of a reference, and the field of the output that holds its value.

    There is no such field for a reference in a key or outside of an Object, or if the output was cut at a limit.
    """
    document = processed.template.document
    spans = document.key_text_span if reference.in_key else document.text_span
    span = spans(reference.path, reference.start, reference.end)
    label = f"{allowance.name(str(FieldPath(reference.path[len(processed.template.path) :])))}, line {span.start.line}"
    if processed.full or reference.object is None or reference.in_key:
        return TracedPlace(label, span_text(span))
    path = FieldPath(reference.path[len(evaluation.objects[reference.object].path) :])
    return TracedPlace(label, span_text(span), output_place(reference.object, path))
