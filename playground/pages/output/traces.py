"""Traces of values: the reference, the definition of its variable, the text expanded there, and so on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from django.utils.safestring import SafeString

from playground.engine import (
    ContainerEnvironment,
    Evaluation,
    ExpandedText,
    Fate,
    FieldPath,
    Masking,
    OriginKind,
    Variable,
    VariableReference,
    outcome,
)
from playground.pages.allowance import Allowance
from playground.pages.markup import VisibleValue, place_link
from playground.pages.output.lines import span_text

MOST_TRACES = 100  # values in the output with a trace
MOST_STEPS = 50  # of one text
DEEPEST = 12  # levels of variables
ALL_STEPS = 2_000  # of one page; two references in every variable double the number with each level


@dataclass(frozen=True, slots=True)
class TracedPlace:
    """A place in the source; only a label if the thing is not in the source."""

    label: str
    span: str
    output: str = ""  # the field of the output with its value, as lines name it

    @property
    def html(self) -> SafeString:
        """A link to the place, and a button that shows its field in the output."""
        return place_link(self.label, self.span, self.output)


@dataclass(frozen=True, slots=True)
class StepItem(VisibleValue):
    """What became of one reference. ``outcome`` is "" if a variable's value replaced it."""

    reference: str
    outcome: str
    value: str = ""
    is_known: bool = True
    secret: bool = False
    assumed: bool = False
    places: tuple[TracedPlace, ...] = ()  # the variable's entry, and the object with its value
    text: str = ""  # the text before expansion
    steps: tuple[StepItem, ...] = ()  # of that text
    cut: bool = False  # there are more steps than are shown


@dataclass(frozen=True, slots=True)
class TraceItem:
    """One value in the output: where it is used, and the steps that led to it."""

    id: str
    reference: str
    use: TracedPlace
    steps: tuple[StepItem, ...]


def output_traces(evaluation: Evaluation, only: str = "") -> tuple[TraceItem, ...]:
    """The traces of the output, in its order; with ``only``, just the trace with that id."""
    ids, tracer = traced_references(evaluation), Tracer(evaluation)
    return tuple(
        TraceItem(
            ids[id(reference)],
            tracer.allowance.name(text.text[reference.start : reference.end]),
            tracer.place_of_text(container, text, reference.start, reference.end),
            tracer.steps(container, text, (reference,)),
        )
        for container in evaluation.containers
        for text in container.texts
        for reference in text.references
        if id(reference) in ids and only in ("", ids[id(reference)])
    )


def traced_references(evaluation: Evaluation) -> dict[int, str]:
    """The ids of the output's traces, by ``id`` of the replaced reference."""
    ids: dict[int, str] = {}
    for container in evaluation.containers:
        for text in container.texts:
            for reference in text.references:
                if reference.fate is Fate.RESOLVED and reference.value:
                    ids[id(reference)] = f"trace-{len(ids)}"
                    if len(ids) == MOST_TRACES:
                        return ids
    return ids


@dataclass(slots=True)
class Tracer:
    """Builds the steps of one page within its limits."""

    evaluation: Evaluation
    steps_left: int = ALL_STEPS  # the number of steps that may still be shown
    allowance: Allowance = field(default_factory=Allowance)
    masking: Masking = field(init=False)

    def __post_init__(self) -> None:
        self.masking = Masking(self.evaluation)

    def steps(
        self,
        container: ContainerEnvironment,
        text: ExpandedText,
        references: Sequence[VariableReference],
        depth: int = 0,
    ) -> tuple[StepItem, ...]:
        """The steps of ``references`` of ``text``, including the steps of their variables' own texts."""
        traced = tuple(self.allowance.rows(references, min(MOST_STEPS, self.steps_left)))
        self.steps_left -= len(traced)
        return tuple(self._step(container, text, reference, depth) for reference in traced)

    def _step(
        self, container: ContainerEnvironment, text: ExpandedText, reference: VariableReference, depth: int
    ) -> StepItem:
        reference_text, variable = self.allowance.name(text.text[reference.start : reference.end]), reference.variable
        became = outcome(container, text, reference)
        if became or variable is None:
            return StepItem(reference_text, became)
        return self.variable_step(container, variable, reference_text, reference.value or "", depth)

    def variable_step(
        self, container: ContainerEnvironment, variable: Variable, reference_text: str, value: str, depth: int = 0
    ) -> StepItem:
        """The step of a reference, replaced by ``value``: its variable's definition and further steps."""
        definition = variable.expanded if variable.expanded and variable.expanded.references else None
        followed = definition if depth < DEEPEST else None
        steps = self.steps(container, followed, followed.references, depth + 1) if followed else ()
        is_public = definition is not None and not self.masking.hides_written(container, definition)
        return StepItem(
            reference_text,
            "",
            value=self.allowance.clip(value),
            is_known=variable.value is not None,
            secret=self.masking.hides(container, variable),
            assumed=variable.origin.assumed,
            places=self.places_of_variable(container, variable),
            text=self.allowance.clip(definition.text) if definition and is_public else "",
            steps=steps,
            cut=definition is not None and len(steps) < len(definition.references),
        )

    def places_of_variable(self, container: ContainerEnvironment, variable: Variable) -> tuple[TracedPlace, ...]:
        """Where a variable is defined, and the place of its value in a ConfigMap, Secret or Service of the text."""
        origin, places = variable.origin, []
        if variable.path is not None:
            places.append(self.place_of_field(origin.label, container.object, variable.path))
        if origin.object is not None and origin.source is not None:
            label = origin.label if variable.path is None else f"{self._kind(origin.object)}, {origin.source[-1]}"
            places.append(self.place_of_field(label, origin.object, origin.source))
        if not places and origin.kind is not OriginKind.ASSUMED:
            places.append(TracedPlace(self.allowance.name(origin.label), ""))
        return tuple(places)

    def place_of_text(
        self, container: ContainerEnvironment, text: ExpandedText, start: int | None = None, end: int | None = None
    ) -> TracedPlace:
        """The place of a text of the container, or of a part of it, in the source and in the output."""
        label = str(FieldPath(text.path[len(container.path) :]))
        place = self.place_of_field(label, container.object, text.path, start, end)
        return replace(place, output=output_place(container.object, text.path))

    def place_of_field(
        self, label: str, index: int, path: FieldPath, start: int | None = None, end: int | None = None
    ) -> TracedPlace:
        """The place of a field of the Object ``index``, or of a part of its text; the label names the line, too."""
        span = self.evaluation.objects[index].span(path, start, end)
        return TracedPlace(f"{self.allowance.name(label)}, line {span.start.line}", span_text(span))

    def _kind(self, index: int) -> str:
        value = self.evaluation.objects[index].value
        return str(value.get("kind", "Object")) if isinstance(value, dict) else "Object"


def output_place(index: int, path: FieldPath) -> str:
    """The name of a field of the Object ``index`` in the output, for links to its line."""
    return f"{index} {path}"
