"""What an editor shows beside the pointer: the meaning of a field, the value of a Parameter, how a value came about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from lsprotocol import types

from playground.engine import (
    ORIGINS,
    ContainerEnvironment,
    Evaluation,
    ExpandedText,
    Masking,
    Origin,
    Position,
    Variable,
    VariableAt,
    VariableReference,
    outcome,
    place_at,
    renaming_at,
    secret_parameters,
    type_words,
    variable_at,
    versions_words,
    written_field,
)
from playground.lsp.evaluating import Answer
from playground.lsp.markdown import code, value_code

MOST_LINES: Final = 40  # of one trace; two references in every variable double the number with each level


def hover_at(answer: Answer, position: types.Position, *, markdown: bool) -> types.Hover | None:
    """The hover of a place; None if nothing is known of it. Without ``markdown``, the same text counts as plain."""
    ours, evaluation = answer.places.ours(position), answer.evaluation
    sections = (*_field(evaluation, ours), *_parameter(evaluation, ours), *_trace(evaluation, ours))
    if not sections:
        return None
    kind = types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText
    return types.Hover(types.MarkupContent(kind, "\n\n---\n\n".join(sections)))


def _field(evaluation: Evaluation, position: Position) -> Iterator[str]:
    """The card of the field whose key is at ``position``."""
    document = evaluation.source.document_at(position)
    path = document.path_at(position) if document else None
    if document is None or not path or isinstance(path[-1], int):
        return
    span = document.key_span(path)
    known = written_field(evaluation.cluster.version.minor, document.value, path)
    if known is None or not span.touches(position):
        return
    facts = (type_words(known.type), "required" if known.required else "", versions_words(known))
    values = f"Values: {', '.join(map(code, known.values))}" if known.values else ""
    card = (f"{code(str(path[-1]))}: {', '.join(filter(None, facts))}", known.description, values)
    yield "\n\n".join(filter(None, card))


def _parameter(evaluation: Evaluation, position: Position) -> Iterator[str]:
    """The value of the Parameter whose name is at ``position``, and where the value came from."""
    renaming, processed = renaming_at(evaluation, position), evaluation.processed
    if renaming is None or processed is None or renaming.kind != "parameter":
        return
    value = processed.value(renaming.name)
    if value is None or place_at(renaming, position) is None:
        return
    origin = ORIGINS[value.origin]
    if value.origin is Origin.MISSING:
        yield f"Parameter {code(renaming.name)}: {origin}"
        return
    shown = value_code(value.text, secret=renaming.name in secret_parameters(processed))
    expression = f" {code(value.expression)}" if value.origin is Origin.GENERATED else ""
    yield f"Parameter {code(renaming.name)} is {shown}: {origin}{expression}"


def _trace(evaluation: Evaluation, position: Position) -> Iterator[str]:
    """How the variable's value at ``position`` came about."""
    named = variable_at(evaluation, position)
    lines = list(islice(_Tracer(evaluation).lines(named), MOST_LINES)) if named else []
    if lines:
        yield "\n".join(lines)


@dataclass(slots=True)
class _Tracer:
    """Writes the steps that led to a value as a list, one inside the other."""

    evaluation: Evaluation
    masking: Masking = field(init=False)

    def __post_init__(self) -> None:
        self.masking = Masking(self.evaluation)

    def lines(self, named: VariableAt) -> Iterator[str]:
        """The lines of a trace: of a reference, or of a variable."""
        if named.text is not None and named.reference is not None:
            yield from self._reference(named.container, named.text, named.reference, "")
        elif named.variable is not None:
            yield from self._variable(named.container, named.variable, code(named.name), "")

    def _reference(
        self, container: ContainerEnvironment, text: ExpandedText, reference: VariableReference, indent: str
    ) -> Iterator[str]:
        written, became = code(text.text[reference.start : reference.end]), outcome(container, text, reference)
        if became or reference.variable is None:
            yield f"{indent}* {written} {became}"
        else:
            yield from self._variable(container, reference.variable, written, indent)

    def _variable(
        self, container: ContainerEnvironment, variable: Variable, subject: str, indent: str
    ) -> Iterator[str]:
        secret = self.masking.hides(container, variable)
        places = ", ".join(self._places(container, variable))
        assumed = ", which is assumed" if variable.origin.assumed else ""
        yield f"{indent}* {subject} is {value_code(variable.value, secret=secret)}, from {places}{assumed}"
        definition = variable.expanded
        if definition is None or not definition.references:
            return
        if not self.masking.hides_written(container, definition):
            yield f"{indent}  * {code(definition.text)}, where"
        for reference in definition.references:
            yield from self._reference(container, definition, reference, f"{indent}  ")

    def _places(self, container: ContainerEnvironment, variable: Variable) -> Iterator[str]:
        origin, objects = variable.origin, self.evaluation.objects
        line = f" in line {objects[container.object].span(variable.path).start.line}" if variable.path else ""
        yield f"{code(origin.label)}{line}"
        if origin.object is not None and origin.source is not None:
            source = objects[origin.object]
            yield f"{code(str(origin.source))} in line {source.span(origin.source).start.line}"
