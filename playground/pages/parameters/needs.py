"""The needs panel, below the Parameters: what the pods need from outside, and fields for assumed values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from playground.engine import (
    ContainerEnvironment,
    Evaluation,
    Fate,
    OriginKind,
    Variable,
    VariableReference,
    define_assumed,
    looks_secret,
)
from playground.pages.allowance import ALL_CHARACTERS, Allowance
from playground.pages.form.draft import Draft
from playground.pages.form.facts import FACTS, service_addresses, service_fact
from playground.pages.markup import Panel
from playground.pages.output.lines import edits_text
from playground.pages.parameters.controls import field_id, fits

MOST_NAMES_OF_A_FACT = 3  # variables listed beside a fact
MOST_SERVICES = 100  # with a field for their address
MOST_NAMES = 200  # of needed variables, and of assumed ones
MOST_CONTAINERS = 10  # listed beside a name
# Members of enumerations that the loops over all variables and references use: looking one up takes 0.2 µs.
_SERVICE, _DOWNWARD_API = OriginKind.SERVICE, (OriginKind.FIELD, OriginKind.RESOURCE)
_UNRESOLVED, _MISSING = Fate.UNRESOLVED, (Fate.UNRESOLVED, Fate.UNKNOWN)
_NOT_NEEDED = (OriginKind.ENV, OriginKind.ASSUMED)  # written in the pod itself, or already assumed
_NAME = re.compile(r"[-._a-zA-Z][-._a-zA-Z0-9]*\Z")  # a name of a variable that Kubernetes accepts


@dataclass(frozen=True, slots=True)
class FactItem(Panel):
    """An assumed fact about the cluster: its default, and the value that the user gives for it."""

    name: str
    label: str
    id: str
    value: str
    placeholder: str  # the value that the preview assumes
    variables: str  # the names of the variables that rest on the fact


@dataclass(frozen=True, slots=True)
class NeededItem(Panel):
    """A variable whose value comes from outside the pod."""

    name: str
    value: str
    is_known: bool
    origin: str
    assumed: bool
    secret: bool


@dataclass(frozen=True, slots=True)
class AssumedItem(Panel):
    """An undefined name, and the value that the user assumes for it."""

    name: str
    id: str
    value: str
    containers: str  # the names of the containers that refer to the name
    secret: bool  # by its name
    edits: str = ""  # the edits of the source that declare the variable, as JSON; "" if that is impossible


@dataclass(frozen=True, slots=True)
class NeedsPanel(Panel):
    """What the pods need from outside: `parameters/_needs.html`."""

    facts: tuple[FactItem, ...]
    needed: tuple[NeededItem, ...]
    assumed: tuple[AssumedItem, ...]
    needed_left_out: int
    assumed_left_out: int


def needs_panel(evaluation: Evaluation, draft: Draft) -> NeedsPanel | None:
    """What the pods of ``evaluation`` need from outside; None if nothing."""
    needed = {(item.name, item.origin): item for item in _needed(evaluation)}
    allowance = Allowance(ALL_CHARACTERS // 4)  # the rest is for the panel beside it
    facts = tuple(fact_items(evaluation, draft, allowance))
    fixes = define_assumed(evaluation) if evaluation.inputs.assumed else {}  # each declares an assumed variable
    containers_of = _containers_by_name(evaluation, draft.assumed)
    assumed = tuple(
        AssumedItem(
            name,
            f"a{field_id(name)}",
            draft.assumed.get(name, ""),
            allowance.names(containers, MOST_CONTAINERS),
            looks_secret(name),
            edits_text(fixes[name].edits) if name in fixes else "",
        )
        for name, containers in islice(containers_of.items(), MOST_NAMES)
        if fits(name, "")
    )
    if not needed and not assumed and not facts:
        return None
    items = tuple(_clipped(item, allowance) for item in islice(needed.values(), MOST_NAMES))
    return NeedsPanel(facts, items, assumed, len(needed) - len(items), len(containers_of) - len(assumed))


def _containers_by_name(evaluation: Evaluation, assumed: Iterable[str]) -> dict[str, dict[str, None]]:
    """By name that needs an assumed value, the names of the containers that use it, as the keys of a dict.

    The names are in the order of their first use. Assuming a value does not change the order: the field in which
    someone types must not move.
    """
    assumed_names = set(assumed)
    containers_of: dict[str, dict[str, None]] = {}
    for container in evaluation.containers:
        references = tuple(_references(container))
        has_unresolved = any(reference.fate is _UNRESOLVED for reference in references)
        variables = container.variables if has_unresolved else ()  # many, and needed for unresolved references only
        defined = {item.name for item in variables if item.origin.kind is not OriginKind.ASSUMED}
        for reference in references:
            if reference.fate is _UNRESOLVED and reference.name in defined:
                continue  # defined further down: assuming a value would hide the wrong order
            missing = reference.fate in _MISSING and _NAME.match(reference.name)
            if missing or reference.name in assumed_names:
                containers_of.setdefault(reference.name, {})[container.name] = None
        for variable in container.declared:
            # The value is None if the text does not hold the variable's source. ``skipped``: the source is optional, so
            # the container does without the variable.
            if not variable.skipped and (
                variable.value is None or (variable.name in assumed_names and variable.origin.assumed)
            ):
                containers_of.setdefault(variable.name, {})[container.name] = None
    return containers_of


def _references(container: ContainerEnvironment) -> Iterator[VariableReference]:
    """Every variable reference of a container, in the order in which the kubelet meets them."""
    return (reference for text in container.texts for reference in text.references)


def _needed(evaluation: Evaluation) -> Iterator[NeededItem]:
    """Variables from outside; of those from Services, only the ones that something refers to."""
    for container in evaluation.containers:
        for variable in variables_in_use(container):
            origin = variable.origin
            if origin.kind in _NOT_NEEDED:
                continue
            is_known = variable.value is not None
            where = origin.detail or origin.label
            yield NeededItem(variable.name, variable.value or "", is_known, where, origin.assumed, origin.secret)


def _clipped(item: NeededItem, allowance: Allowance) -> NeededItem:
    """``item`` with its texts clipped; equal items are merged before, by their whole texts."""
    name, value, origin = allowance.name(item.name), allowance.clip(item.value), allowance.name(item.origin)
    return replace(item, name=name, value=value, origin=origin)


def fact_items(evaluation: Evaluation, draft: Draft, allowance: Allowance) -> Iterator[FactItem]:
    """The facts that no text gives and a variable rests on, also those for which the user gives a value."""
    yield from _pod_facts(evaluation, draft, allowance)
    yield from _service_facts(evaluation, draft, allowance)


def _pod_facts(evaluation: Evaluation, draft: Draft, allowance: Allowance) -> Iterator[FactItem]:
    """The facts of FACTS on which a variable with a `fieldRef` or `resourceFieldRef` rests."""
    # By field of the downward API: the variables that get the field's assumed value, and that value.
    values_by_field: dict[str, dict[str, str]] = {}
    given_fields = {field for kind in FACTS if draft.cluster.get(kind.name) for field in kind.fields}
    for container in evaluation.containers:
        for variable in container.declared:
            origin = variable.origin
            if origin.kind in _DOWNWARD_API and (origin.assumed or origin.detail in given_fields):
                values_by_field.setdefault(origin.detail, {})[variable.name] = variable.value or ""
    for kind in FACTS:
        variables = {name: value for field in kind.fields for name, value in values_by_field.get(field, {}).items()}
        if variables:
            yield _fact_item(kind.name, kind.label, draft.cluster.get(kind.name, ""), variables, allowance)


def _service_facts(evaluation: Evaluation, draft: Draft, allowance: Allowance) -> Iterator[FactItem]:
    """The address of each Service without one, if a container refers to a variable of the Service."""
    values_by_place: dict[object, dict[str, str]] = {}  # by place of a Service: its variables in use, and their values
    for container in evaluation.containers:
        for variable in variables_in_use(container):
            if variable.origin.kind is _SERVICE:
                place = variable.origin.object, variable.origin.source
                values_by_place.setdefault(place, {})[variable.name] = variable.value or ""
    assumed = service_addresses(draft.cluster)
    services = [item for item in evaluation.cluster.services if item.assumed or item.full_name in assumed]
    variables: dict[str, dict[str, str]] = {
        item.full_name: values_by_place.get((item.object, item.path), {}) for item in services
    }
    addresses = {item.full_name: item.cluster_ip for item in services}
    rows = [(name, names) for name, names in variables.items() if names]
    for name, names in rows[:MOST_SERVICES]:
        fact, text = service_fact(name), assumed.get(name, "")
        if fits(fact, text):
            label = f"Cluster IP of Service {allowance.name(name)}"
            # The placeholder is the value of the first variable, whose own value may be a port: give each the address.
            yield _fact_item(fact, label, text, dict.fromkeys(names, addresses.get(name, "")), allowance)


def variables_in_use(container: ContainerEnvironment) -> Sequence[Variable]:
    """The variables of a container; of those that Services give, only the ones that its texts refer to.

    Each Service gives seven variables to each container. If no text refers to any of them, the container's ``own``
    variables are enough, and ``variables``, which include those of Services, are not collected.
    """
    referred = {reference.name for text in container.texts for reference in text.references}
    if container.services.keys().isdisjoint(referred):
        return container.own
    return [item for item in container.variables if item.origin.kind is not _SERVICE or item.name in referred]


def _fact_item(name: str, label: str, value: str, variables: dict[str, str], allowance: Allowance) -> FactItem:
    """The row of the fact ``name``; the placeholder of its field is the value of the first of ``variables``."""
    placeholder = allowance.name(next(iter(variables.values()), ""))
    names = allowance.names(variables, MOST_NAMES_OF_A_FACT)
    return FactItem(name, label, f"c{field_id(name)}", value, placeholder, names)
