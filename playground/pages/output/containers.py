"""The containers panel, a view of the output: what each container receives, with values, origins and traces."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

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
    name_of,
)
from playground.pages.allowance import Allowance
from playground.pages.markup import Panel, VisibleValue, breakable, visible
from playground.pages.output.faults.of_evaluation import faults_of
from playground.pages.output.graph import Graph, graph_of
from playground.pages.output.lines import span_text
from playground.pages.output.marks import Fault, Writer
from playground.pages.output.problems import MOST_PROBLEMS, ProblemItem, ProblemsByPlace
from playground.pages.output.traces import StepItem, Tracer

MOST_CONTAINERS = 100
MOST_VARIABLES = 500  # rows of one container's table
MOST_TEXTS = 500  # of each of the three lists: the command, the arguments, the probes and paths
MOST_HIDDEN = 20  # variables with the same name that one variable hides
MOST_UNUSED = 200  # names
MOST_EVENTS = 50  # of one container

_WRITE = Writer()
_KINDS = {"container": "container", "initContainer": "init container", "ephemeralContainer": "ephemeral container"}


@dataclass(frozen=True, slots=True)
class TextItem(VisibleValue):
    """One text before and after expansion."""

    label: str
    text: str
    value: str
    changed: bool
    span: str
    steps: tuple[StepItem, ...]
    secret: bool  # the result holds a secret
    written_secret: bool  # the text holds a secret before expansion
    faults: tuple[Fault, ...]  # of the value
    is_known: bool = True

    @property
    def visible(self) -> SafeString:
        """The value with its invisible parts made visible, and its faults underlined."""
        return visible(self.value, [(fault.start, fault.end, *_WRITE.link(fault)) for fault in self.faults])


@dataclass(frozen=True, slots=True)
class HiddenItem(VisibleValue):
    """A hidden variable: the unused value of another source for the same name."""

    value: str
    is_known: bool
    origin: str
    secret: bool


@dataclass(frozen=True, slots=True)
class VariableItem(VisibleValue):
    """One row: a variable as the container receives it."""

    name: str
    value: str
    is_known: bool
    origin: str
    detail: str  # what the origin says beside its label, such as the key of an `envFrom` source
    detail_span: str  # the place of the value in a pasted ConfigMap or Secret
    assumed: bool
    secret: bool
    random: bool
    span: str  # the place of the entry; without an entry, as for a variable of a Service, that of the value
    text: TextItem | None
    hides: tuple[HiddenItem, ...]
    hides_left_out: int
    problems: tuple[ProblemItem, ...]  # the issues of the entry in `env`

    @property
    def visible(self) -> SafeString:
        """The value with its invisible parts made visible, and its faults underlined."""
        return self.text.visible if self.text else visible(self.value)

    @property
    def label(self) -> SafeString:
        """The name, with possible line breaks for a narrow column."""
        return breakable(self.name)


@dataclass(frozen=True, slots=True)
class EventItem(Panel):
    """One Event as `kubectl describe` would show it, and its object."""

    type: str
    reason: str
    object: str
    message: str


@dataclass(frozen=True, slots=True)
class ContainerItem(Panel):
    """One container: its environment and its expanded texts."""

    id: str
    heading: str
    kind: str
    error: str  # the Event of a container that does not start; "" if the container starts
    problems: tuple[ProblemItem, ...]  # the issues of the container that no row shows
    variables: tuple[VariableItem, ...]
    left_out: int  # the number of variables that are not shown
    unused: tuple[str, ...]  # variables of Services that nothing refers to
    unused_count: int  # including those that are not listed
    command: tuple[TextItem, ...]
    args: tuple[TextItem, ...]
    probes_and_paths: tuple[TextItem, ...]
    texts_left_out: int
    graph: Graph | None  # None without references
    wished: tuple[EventItem, ...]  # required by Kubernetes' design document, but recorded by no kubelet
    recorded: tuple[EventItem, ...]  # recorded by the chosen version's kubelet
    events_left_out: int


@dataclass(frozen=True, slots=True)
class ContainersPanel(Panel):
    """The output pane's view Environment: `output/containers/_containers.html`."""

    items: tuple[ContainerItem, ...]
    left_out: int


def containers_panel(evaluation: Evaluation, fields: Mapping[str, str] | None = None) -> ContainersPanel:
    """The containers of the Evaluation, in the order of its Objects: the first hundred, and how many more there are.

    ``fields``: the ids of the fields in which the user can assume values of variables, by the variable's name. A value
    appears wherever it is used, so all containers share one allowance.
    """
    containers, tracer = evaluation.containers, Tracer(evaluation)
    problems = ProblemsByPlace(evaluation, fields or {})
    first = tracer.allowance.rows(containers, MOST_CONTAINERS)
    items = tuple(_container(evaluation, tracer, problems, number, item) for number, item in enumerate(first))
    return ContainersPanel(items, len(containers) - len(items))


def _container(
    evaluation: Evaluation, tracer: Tracer, problems: ProblemsByPlace, number: int, container: ContainerEnvironment
) -> ContainerItem:
    referred = {reference.name for text in container.texts for reference in text.references}
    # A variable that hides another one has a row even if nothing refers to the name: the row shows what is hidden.
    unused = {
        variable.name
        for variable in container.variables
        if variable.origin.kind is OriginKind.SERVICE and variable.name not in referred and not variable.hides
    }
    variables = [variable for variable in container.variables if variable.name not in unused]
    value, allowance = evaluation.objects[container.object].value, tracer.allowance
    numbers = _issues(evaluation, problems, container, variables)
    # What is wrong comes first, the worst of it at the top; the other rows keep their order.
    variables.sort(key=lambda variable: numbers.get(variable.name, [MOST_PROBLEMS]))
    rows = tuple(
        _variable(evaluation, tracer, container, item, _problems(tracer, problems, numbers.get(item.name, ())))
        for item in allowance.rows(variables, MOST_VARIABLES)
    )
    probes = [text for probe in container.probes for text in probe.command]
    probes_and_paths = [*probes, *(item.expanded for item in container.sub_paths)]
    events = container.events[:MOST_EVENTS]
    lists = (container.command, container.args, probes_and_paths)
    command, args, further_texts = (_texts(evaluation, tracer, container, texts) for texts in lists)
    names = filter(None, (allowance.name(str(value.get("kind", "Object"))), allowance.name(name_of(value))))
    return ContainerItem(
        id=f"container-{number}",
        heading=f"{' '.join(names)}: {allowance.name(container.name or 'unnamed')}",
        kind="sidecar" if container.sidecar else _KINDS.get(container.kind, container.kind),
        error=allowance.clip(container.event),
        problems=_problems(tracer, problems, numbers.get(None, ())),
        variables=rows,
        left_out=len(variables) - len(rows),
        unused=tuple(allowance.name(name) for name in sorted(unused)[:MOST_UNUSED]),
        unused_count=len(unused),
        command=command,
        args=args,
        probes_and_paths=further_texts,
        graph=graph_of(container, number, allowance),
        texts_left_out=sum(map(len, lists)) - sum(map(len, (command, args, further_texts))),
        wished=tuple(_event(event, allowance) for event in events if event.reason == UNRESOLVED_VARIABLE),
        recorded=tuple(_event(event, allowance) for event in events if event.reason != UNRESOLVED_VARIABLE),
        events_left_out=len(container.events) - len(events),
    )


def _issues(
    evaluation: Evaluation, problems: ProblemsByPlace, container: ContainerEnvironment, variables: Iterable[Variable]
) -> dict[str | None, list[int]]:
    """The numbers of the container's issues, by name of the variable whose entry in `env` has the issue.

    None is the name for all other issues, also for those of `envFrom`, whose entries stand for many variables. Each
    place is found by bisection: a container may have thousands of entries.
    """
    owner, numbers = evaluation.objects[container.object], defaultdict[str | None, list[int]](list)
    entries = [(item.path, item.name) for item in variables if item.path is not None and item.path[-2] == "env"]
    entries.sort(key=lambda entry: int(entry[0][-1]))
    for number in problems.numbers(owner.span(container.path)):
        start = evaluation.diagnostics[number].span.start
        index = bisect_right(entries, start, key=lambda entry: owner.span(entry[0]).start) - 1
        within = index >= 0 and start < owner.span(entries[index][0]).end
        numbers[entries[index][1] if within else None].append(number)
    return numbers


def _problems(tracer: Tracer, problems: ProblemsByPlace, numbers: Sequence[int]) -> tuple[ProblemItem, ...]:
    return problems.items(tracer.allowance.rows(numbers, MOST_PROBLEMS))


def _event(event: Event, allowance: Allowance) -> EventItem:
    target = event.involved_object
    place = f"{target.kind} {target.namespace}/{target.name} {target.field_path}".rstrip()
    return EventItem(event.type, event.reason, allowance.name(place), allowance.clip(event.message))


def _variable(
    evaluation: Evaluation,
    tracer: Tracer,
    container: ContainerEnvironment,
    variable: Variable,
    problems: tuple[ProblemItem, ...],
) -> VariableItem:
    allowance, hidden = tracer.allowance, list(_hidden(variable))
    entry, value = _entry_and_value_spans(evaluation, container, variable)
    hides = tuple(_hidden_item(tracer, container, item) for item in allowance.rows(hidden, MOST_HIDDEN))
    return VariableItem(
        name=allowance.name(variable.name),
        value=allowance.clip(variable.value or ""),
        is_known=variable.value is not None,
        origin=allowance.name(variable.origin.label),
        detail=allowance.name(variable.origin.detail or _key(variable)),
        detail_span=value if entry else "",
        assumed=variable.origin.assumed and variable.origin.kind is not OriginKind.ASSUMED,  # its label says so
        secret=tracer.masking.hides(container, variable),
        random=variable.random,
        span=entry or value,
        text=_text(evaluation, tracer, container, variable.expanded) if variable.expanded else None,
        hides=hides,
        hides_left_out=len(hidden) - len(hides),
        problems=problems,
    )


def _entry_and_value_spans(
    evaluation: Evaluation, container: ContainerEnvironment, variable: Variable
) -> tuple[str, str]:
    """The places of a variable's entry in `env`, and of its value in a pasted object; "" for a missing place."""
    path, origin = variable.path, variable.origin
    entry = span_text(evaluation.objects[container.object].span(path)) if path is not None else ""
    if origin.object is None or origin.source is None:
        return entry, ""
    return entry, span_text(evaluation.objects[origin.object].span(origin.source))


def _key(variable: Variable) -> str:
    """The key of an `envFrom` source that a variable was made from."""
    source = variable.origin.source
    return f"key {source[-1]}" if source and variable.path is not None else ""


def _hidden_item(tracer: Tracer, container: ContainerEnvironment, hidden: Variable) -> HiddenItem:
    value, label = tracer.allowance.clip(hidden.value or ""), tracer.allowance.name(hidden.origin.label)
    return HiddenItem(value, hidden.value is not None, label, tracer.masking.hides(container, hidden))


def _hidden(variable: Variable) -> Iterator[Variable]:
    """The variables that this one hides, directly or through others, latest first."""
    waiting = list(reversed(variable.hides))
    while waiting:
        hidden = waiting.pop()
        yield hidden
        waiting.extend(reversed(hidden.hides))


def _texts(
    evaluation: Evaluation, tracer: Tracer, container: ContainerEnvironment, texts: Sequence[ExpandedText]
) -> tuple[TextItem, ...]:
    return tuple(_text(evaluation, tracer, container, text) for text in tracer.allowance.rows(texts, MOST_TEXTS))


def _text(evaluation: Evaluation, tracer: Tracer, container: ContainerEnvironment, text: ExpandedText) -> TextItem:
    owner, value = evaluation.objects[container.object], tracer.allowance.clip(text.result)
    faults = faults_of(evaluation, "expanded").get((container.object, text.path), ())
    # No fault of the whole field (see LINE), and none in the part of the text that was clipped.
    shown_faults = [fault for fault in faults if fault.start >= 0 and value.startswith(text.result[: fault.end])]
    return TextItem(
        label=str(FieldPath(text.path[len(container.path) :])),
        text=tracer.allowance.clip(text.text),
        value=value,
        changed=text.text != text.result,
        span=span_text(owner.span(text.path)),
        steps=tracer.steps(container, text, text.references),
        secret=tracer.masking.hides_text(container, text),
        written_secret=tracer.masking.hides_written(container, text),
        faults=tuple(shown_faults),
    )
