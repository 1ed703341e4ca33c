"""The reference, text, variable or Parameter at a place of the source, with its trace."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from django.utils.safestring import SafeString

from playground.engine import (
    ContainerEnvironment,
    Document,
    Evaluation,
    ExpandedText,
    FieldPath,
    Position,
    SourceSpan,
    Variable,
    type_words,
    versions_words,
    written_field,
)
from playground.pages.markup import VisibleValue, prose
from playground.pages.output.parameter_traces import ParameterTrace, traces_of_parameters
from playground.pages.output.traces import StepItem, TracedPlace, Tracer

MOST_PARTS = 20  # variables of one ConfigMap, or containers that share a text
MOST_USES = 20  # of one variable
MOST_FIRED = 5  # diagnostics at one key

CARD = "place-trace"  # the id of the card, the box in which the page shows the trace


@dataclass(frozen=True, slots=True)
class Part(VisibleValue):
    """One value at the place: a reference in ``use``, a whole text, or a variable."""

    steps: tuple[StepItem, ...]
    use: TracedPlace | None = None  # None for a variable
    reference: str = ""  # "" for a whole text
    value: str = ""
    secret: bool = False  # the result holds a secret
    is_known: bool = True
    uses: tuple[TracedPlace, ...] = ()  # where the variable is used
    uses_left_out: int = 0


@dataclass(frozen=True, slots=True)
class FieldPanel:
    """A field of an Object: what the table of Kubernetes' types says about it, and the rules that fired at it."""

    name: str
    type: str = ""  # "list of Container"; "" if the table does not have the field
    required: bool = False
    versions: str = ""  # "from Kubernetes 1.31"; "" for all versions
    description: str = ""
    values: str = ""  # "Always, IfNotPresent"; "" if any value fits
    rules: tuple[tuple[str, SafeString], ...] = ()  # the code and the message


@dataclass(frozen=True, slots=True)
class PlaceTrace:
    """The trace of a place; empty if nothing at the place has a value."""

    field: FieldPanel | None = None  # the key at the place
    parameters: tuple[ParameterTrace, ...] = ()
    parts: tuple[Part, ...] = ()
    id: str = CARD


def trace_at(evaluation: Evaluation, position: Position) -> PlaceTrace:
    """The trace of the place at ``position`` in the source."""
    document = evaluation.source.document_at(position)
    if document is None:
        return PlaceTrace()
    path, tracer = document.path_at(position), Tracer(evaluation)
    names = dict.fromkeys(_parameters(evaluation, document.index, path, position), CARD)
    parameters = traces_of_parameters(evaluation, names, tracer.allowance)
    parts = islice(_parts(evaluation, tracer, document.index, path, position), MOST_PARTS)
    return PlaceTrace(_field(evaluation, document, path, position), parameters, tuple(parts))


def _field(evaluation: Evaluation, document: Document, path: FieldPath, position: Position) -> FieldPanel | None:
    """The field whose key is at ``position``; None if it is not on a key, or the kind or the field is not known."""
    if not path or isinstance(path[-1], int) or not _within(document.key_span(path), position):
        return None
    field = written_field(evaluation.cluster.version.minor, document.value, path)
    fired = [diagnostic for diagnostic in evaluation.diagnostics if _within(diagnostic.span, position)]
    rules = tuple((diagnostic.code, prose(diagnostic.message)) for diagnostic in fired[:MOST_FIRED])
    if field is None:
        return FieldPanel(str(path[-1]), rules=rules) if rules else None
    return FieldPanel(
        name=str(path[-1]),
        type=type_words(field.type),
        required=field.required,
        versions=versions_words(field),
        description=field.description,
        values=", ".join(field.values),
        rules=rules,
    )


def _within(span: SourceSpan, position: Position) -> bool:
    """Whether ``position`` is in ``span`` or directly after it, where the cursor is after typing."""
    return span.start <= position <= span.end


def _parameters(evaluation: Evaluation, document_index: int, path: FieldPath, position: Position) -> Iterator[str]:
    """The names of the Parameters that the place refers to or declares. An ``inert`` reference is only text."""
    processed = evaluation.processed
    if processed is None or processed.template.document.index != document_index:
        return
    for reference in processed.references:
        if reference.path == path and reference.fate != "inert":
            template_document = processed.template.document
            spans = template_document.key_text_span if reference.in_key else template_document.text_span
            if _within(spans(path, reference.start, reference.end), position):
                yield reference.name
    for parameter in processed.template.parameters:
        if path.is_under(parameter.path):
            yield parameter.name


def _parts(
    evaluation: Evaluation, tracer: Tracer, document_index: int, path: FieldPath, position: Position
) -> Iterator[Part]:
    """The values at the place: in a container, or in a ConfigMap, Secret or Service that gives variables."""
    for container in evaluation.containers:
        owner = evaluation.objects[container.object]
        if owner.document.index == document_index and path.is_under(owner.where(container.path)):
            yield from _in_container(evaluation, tracer, container, path, position)
        for variable in container.variables:
            origin = variable.origin
            if origin.object is None or origin.source is None:
                continue
            source = evaluation.objects[origin.object]
            if source.document.index == document_index and path.is_under(source.where(origin.source)):
                yield _variable_part(tracer, container, variable)


def _in_container(
    evaluation: Evaluation, tracer: Tracer, container: ContainerEnvironment, path: FieldPath, position: Position
) -> Iterator[Part]:
    """The references at the place; without any, the whole text; without a text, the variables of the entry."""
    owner = evaluation.objects[container.object]
    for text in container.texts:
        if owner.where(text.path) == path and text.references:
            touched = [
                reference
                for reference in text.references
                if _within(owner.span(text.path, reference.start, reference.end), position)
            ]
            if not touched:
                yield _text_part(tracer, container, text)
            for reference in touched:
                reference_text = tracer.allowance.name(text.text[reference.start : reference.end])
                use = tracer.place_of_text(container, text, reference.start, reference.end)
                yield Part(tracer.steps(container, text, (reference,)), use, reference_text)
            return
    declared = {id(variable) for variable in container.declared}
    inherited = (variable for variable in container.variables if id(variable) not in declared)
    for variable in (*container.declared, *inherited):
        if variable.path is not None and path.is_under(owner.where(variable.path)):
            yield _variable_part(tracer, container, variable)


def _text_part(tracer: Tracer, container: ContainerEnvironment, text: ExpandedText) -> Part:
    steps = tracer.steps(container, text, text.references)
    secret = tracer.masking.hides_text(container, text)
    return Part(steps, tracer.place_of_text(container, text), value=tracer.allowance.clip(text.result), secret=secret)


def _variable_part(tracer: Tracer, container: ContainerEnvironment, variable: Variable) -> Part:
    """A variable, and the references to it in its container."""
    users = [
        (text, reference)
        for text in container.texts
        for reference in text.references
        if reference.variable and (reference.variable.path, reference.name) == (variable.path, variable.name)
    ]
    listed = tracer.allowance.rows(users, MOST_USES)
    uses = tuple(tracer.place_of_text(container, text, reference.start, reference.end) for text, reference in listed)
    step = tracer.variable_step(container, variable, tracer.allowance.name(variable.name), variable.value or "")
    return Part((step,), uses=uses, uses_left_out=len(users) - len(uses))
