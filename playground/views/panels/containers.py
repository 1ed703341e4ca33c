"""The environment panel: per container, every variable with its final value, where it came from and how."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from django.utils.safestring import SafeString

from playground.engine import (
    UNRESOLVED_VARIABLE,
    ContainerEnvironment,
    Evaluation,
    Event,
    ExpandedText,
    FieldPath,
    OriginKind,
    Variable,
)
from playground.views.panels.issues import span_text
from playground.views.panels.traces import StepItem, Tracer
from playground.views.panels.visible import visible
from playground.views.panels.words import breakable

MOST_CONTAINERS = 100
MOST_VARIABLES = 500  # rows of one container's table
MOST_TEXTS = 500  # of one list
MOST_HIDDEN = 20  # of one variable
MOST_EVENTS = 50  # of one container

_KINDS = {"container": "container", "initContainer": "init container", "ephemeralContainer": "ephemeral container"}


@dataclass(frozen=True, slots=True)
class TextItem:
    """One text before and after expansion."""

    label: str
    text: str
    result: str
    span: str
    steps: tuple[StepItem, ...]

    @property
    def changed(self) -> bool:
        return self.text != self.result

    @property
    def shown(self) -> SafeString:
        return visible(self.result)


@dataclass(frozen=True, slots=True)
class HiddenItem:
    """What another source says of the same name, in vain."""

    value: str
    known: bool
    origin: str
    secret: bool

    @property
    def shown(self) -> SafeString:
        return visible(self.value)


@dataclass(frozen=True, slots=True)
class VariableItem:
    """One variable as the container receives it."""

    name: str
    value: str
    known: bool
    origin: str
    detail: str
    assumed: bool
    secret: bool
    random: bool
    span: str
    text: TextItem | None
    hides: tuple[HiddenItem, ...]

    @property
    def label(self) -> SafeString:
        """The name, as a narrow column may break it."""
        return breakable(self.name)

    @property
    def shown(self) -> SafeString:
        return visible(self.value)


@dataclass(frozen=True, slots=True)
class EventItem:
    """One Event as `kubectl describe` would show it, and the object that it is about."""

    type: str
    reason: str
    object: str
    message: str


@dataclass(frozen=True, slots=True)
class ContainerItem:
    """One container: its environment, and the texts that are expanded with it."""

    id: str
    heading: str
    kind: str
    error: str
    variables: tuple[VariableItem, ...]
    left_out: int  # how many more variables there are
    unused: tuple[str, ...]  # names that Services give and nothing refers to
    command: tuple[TextItem, ...]
    args: tuple[TextItem, ...]
    others: tuple[TextItem, ...]
    texts_left_out: int
    wished: tuple[EventItem, ...]  # that the design document asks for and no kubelet records
    recorded: tuple[EventItem, ...]  # that the chosen version's kubelet does record
    events_left_out: int


@dataclass(frozen=True, slots=True)
class ContainersPanel:
    """What the environment fragment shows."""

    items: tuple[ContainerItem, ...]
    left_out: int


def containers_panel(evaluation: Evaluation) -> ContainersPanel:
    """The containers of the Evaluation, in the order of its Objects: the first hundred, and how many more there are."""
    containers = evaluation.containers
    shown = containers[:MOST_CONTAINERS]
    tracer = Tracer(evaluation)
    items = tuple(_container(evaluation, tracer, number, item) for number, item in enumerate(shown))
    return ContainersPanel(items, len(containers) - len(items))


def _container(evaluation: Evaluation, tracer: Tracer, number: int, container: ContainerEnvironment) -> ContainerItem:
    referred = {reference.name for text in container.texts for reference in text.references}
    unused = {
        variable.name
        for variable in container.variables
        if variable.origin.kind is OriginKind.SERVICE and variable.name not in referred and not variable.hides
    }
    variables = [variable for variable in container.variables if variable.name not in unused]
    value = evaluation.objects[container.object].value
    probes = [text for probe in container.probes for text in probe.command]
    others = [*probes, *(item.expanded for item in container.sub_paths)]
    events = container.events[:MOST_EVENTS]
    return ContainerItem(
        id=f"container-{number}",
        heading=f"{value.get('kind', 'Object')} {_name(value)}: {container.name or 'unnamed'}",
        kind="sidecar" if container.sidecar else _KINDS.get(container.kind, container.kind),
        error=container.event,
        variables=tuple(_variable(evaluation, tracer, container, item) for item in variables[:MOST_VARIABLES]),
        left_out=max(0, len(variables) - MOST_VARIABLES),
        unused=tuple(sorted(unused)),
        command=_texts(evaluation, tracer, container, container.command),
        args=_texts(evaluation, tracer, container, container.args),
        others=_texts(evaluation, tracer, container, others),
        texts_left_out=sum(max(0, len(texts) - MOST_TEXTS) for texts in (container.command, container.args, others)),
        wished=tuple(_event(event) for event in events if event.reason == UNRESOLVED_VARIABLE),
        recorded=tuple(_event(event) for event in events if event.reason != UNRESOLVED_VARIABLE),
        events_left_out=len(container.events) - len(events),
    )


def _event(event: Event) -> EventItem:
    about = event.involved_object
    place = f"{about.kind} {about.namespace}/{about.name} {about.field_path}".rstrip()
    return EventItem(event.type, event.reason, place, event.message)


def _name(value: dict[str, object]) -> str:
    metadata = value.get("metadata")
    name = metadata.get("name") if isinstance(metadata, dict) else None
    return name if isinstance(name, str) else ""


def _variable(
    evaluation: Evaluation, tracer: Tracer, container: ContainerEnvironment, variable: Variable
) -> VariableItem:
    owner = evaluation.objects[container.object]
    return VariableItem(
        name=variable.name,
        value=variable.value or "",
        known=variable.value is not None,
        origin=variable.origin.label,
        detail=variable.origin.detail,
        assumed=variable.origin.assumed,
        secret=variable.origin.secret,
        random=variable.random,
        span=span_text(owner.span(variable.path)) if variable.path is not None else "",
        text=_text(evaluation, tracer, container, variable.expanded) if variable.expanded else None,
        hides=tuple(
            HiddenItem(item.value or "", item.value is not None, item.origin.label, item.origin.secret)
            for item in islice(_hidden(variable), MOST_HIDDEN)
        ),
    )


def _hidden(variable: Variable) -> Iterator[Variable]:
    """What had the variable's name before it, and before that; a chain as long as the duplicates are many."""
    waiting = list(reversed(variable.hides))
    while waiting:
        hidden = waiting.pop()
        yield hidden
        waiting.extend(reversed(hidden.hides))


def _texts(
    evaluation: Evaluation, tracer: Tracer, container: ContainerEnvironment, texts: Iterable[ExpandedText]
) -> tuple[TextItem, ...]:
    return tuple(_text(evaluation, tracer, container, text) for text in islice(texts, MOST_TEXTS))


def _text(evaluation: Evaluation, tracer: Tracer, container: ContainerEnvironment, text: ExpandedText) -> TextItem:
    owner = evaluation.objects[container.object]
    return TextItem(
        label=str(FieldPath(text.path[len(container.path) :])),
        text=text.text,
        result=text.result,
        span=span_text(owner.span(text.path)),
        steps=tracer.steps(container, text, text.references),
    )
