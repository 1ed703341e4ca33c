"""The environment panel: assumed facts about the cluster, each with a field for another value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from playground.draft import Draft
from playground.engine import ContainerEnvironment, Evaluation, OriginKind, Variable
from playground.facts import FACTS, named_service, service_key
from playground.parameter_form import field_id, fits
from playground.views.panels.allowance import Allowance

MOST_NAMES_OF_A_FACT = 3
MOST_SERVICES = 100
_SERVICE, _POD = OriginKind.SERVICE, (OriginKind.FIELD, OriginKind.RESOURCE)  # to look up a member takes 0.2 µs


@dataclass(frozen=True, slots=True)
class FactItem:
    """An assumed fact about the cluster: its default, and the value that the user gives for it."""

    key: str
    label: str
    id: str
    value: str
    placeholder: str
    variables: str


def fact_items(evaluation: Evaluation, draft: Draft, allowance: Allowance) -> Iterator[FactItem]:
    """The facts that a variable rests on and nobody gave, and those that the user assumes; in an order of their own."""
    yield from _pod_facts(evaluation, draft, allowance)
    yield from _service_facts(evaluation, draft, allowance)


def _pod_facts(evaluation: Evaluation, draft: Draft, allowance: Allowance) -> Iterator[FactItem]:
    resting: dict[tuple[str, bool], dict[str, str]] = {}  # by field, and whether it is assumed
    given = {field for kind in FACTS if draft.assumed.get(kind.key) for field in kind.fields}
    for container in evaluation.containers:
        for variable in container.declared:
            origin = variable.origin
            if origin.kind in _POD:
                key = origin.detail, origin.assumed or origin.detail in given
                resting.setdefault(key, {})[variable.name] = variable.value or ""
    for kind in FACTS:
        found = {name: value for field in kind.fields for name, value in resting.get((field, True), {}).items()}
        value = draft.assumed.get(kind.key, "")
        if found or value:
            yield _item(kind.key, kind.label, value, found, allowance)


def _service_facts(evaluation: Evaluation, draft: Draft, allowance: Allowance) -> Iterator[FactItem]:
    """The address of each Service that no cluster allocated yet, as far as a container refers to what comes of it."""
    resting: dict[object, dict[str, str]] = {}
    for container in evaluation.containers:
        for variable in concerned(container):
            if variable.origin.kind is _SERVICE:
                place = variable.origin.object, variable.origin.source
                resting.setdefault(place, {})[variable.name] = variable.value or ""
    named = {named_service(key): text for key, text in draft.assumed.items() if text}
    assumed = {full_name: text for full_name, text in named.items() if full_name is not None}
    services = [item for item in evaluation.cluster.services if item.assumed or item.full_name in assumed]
    found: dict[str, dict[str, str]] = {item.full_name: resting.get((item.object, item.path), {}) for item in services}
    for gone in assumed:
        found.setdefault(gone, {})
    addresses = {item.full_name: item.cluster_ip for item in services}
    rows = [(name, names) for name, names in found.items() if names or name in assumed]
    for name, names in rows[:MOST_SERVICES]:
        key, text = service_key(name), assumed.get(name, "")
        if fits(key, text):
            label = f"Cluster IP of Service {allowance.name(name)}"
            yield _item(key, label, text, dict.fromkeys(names, addresses.get(name, "")), allowance)


def concerned(container: ContainerEnvironment) -> Sequence[Variable]:
    """The variables of a container; of those that Services give, only the ones that its texts refer to.

    Each Service gives seven variables to each container, and hardly a text refers to one: then they are passed over
    without a look.
    """
    referred = {reference.name for text in container.texts for reference in text.references}
    if container.services.keys().isdisjoint(referred):
        return container.own
    return [item for item in container.variables if item.origin.kind is not _SERVICE or item.name in referred]


def _item(key: str, label: str, value: str, found: dict[str, str], allowance: Allowance) -> FactItem:
    placeholder = allowance.name(next(iter(found.values()), ""))
    names = allowance.names(found, MOST_NAMES_OF_A_FACT)
    return FactItem(key, label, f"a{field_id(key)}", value, placeholder, names)
