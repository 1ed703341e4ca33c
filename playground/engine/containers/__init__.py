"""Computes what each container receives: its env in order, then its command, args, exec probes and subPathExpr.

Kubernetes v1.36 ``makeEnvironmentVariables`` (pkg/kubelet/kubelet_pods.go) and ``ExpandContainerCommandAndArgs``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from playground.engine.cluster import Cluster
from playground.engine.cluster.pod_facts import PodFacts
from playground.engine.containers.budget import Budget
from playground.engine.containers.environment import ContainerEnvironment, OriginKind, Variable, VariableOrigin
from playground.engine.containers.events import Event
from playground.engine.containers.kubelet_steps import ContainerBuilder, PodInCluster
from playground.engine.containers.service_links import ServiceLinks
from playground.engine.kubernetes.pods import containers_of, pods_of
from playground.engine.model.deadline import Deadline
from playground.engine.model.limits import Limits
from playground.engine.reading.objects import TracedObject

__all__ = ["ContainerEnvironment", "expand_containers", "expanded_objects"]

_LIMITS = Limits()


def expand_containers(
    objects: Sequence[TracedObject],
    cluster: Cluster,
    *,
    assumed: Mapping[str, str],
    record: Callable[[Event], None] | None,
    limits: Limits = _LIMITS,
    deadline: Deadline | None = None,
) -> tuple[ContainerEnvironment, ...]:
    """The environment of every container of every pod, init containers first.

    ``assumed`` has the values of variables that count as defined where nothing defines them. ``record`` is called with
    each Event; without ``record``, unresolved references make no Events. Raises OutOfTimeError when the ``deadline``
    passes. Malformed Objects raise nothing: their problems are in the result.
    """
    links = ServiceLinks(cluster.services, Budget(limits, deadline or Deadline()))
    origin = VariableOrigin(OriginKind.ASSUMED, "assumed for the preview", assumed=True)
    assumptions = {name: Variable(name, value, origin) for name, value in assumed.items()}
    return tuple(
        ContainerBuilder(pod, container.kind, container.path, container.value).build()
        for index, item in enumerate(objects)
        for pod in _pods(index, item, cluster, assumptions, links, record)
        for container in containers_of(pod.facts.place.spec, pod.facts.place.spec_path)
    )


def _pods(
    index: int,
    item: TracedObject,
    cluster: Cluster,
    assumptions: Mapping[str, Variable],
    links: ServiceLinks,
    record: Callable[[Event], None] | None,
) -> Iterator[PodInCluster]:
    """The pods of the Object with this ``index``."""
    for place in pods_of(item):
        facts = PodFacts(place, cluster)
        services = links.variables(facts) if cluster.service_cache else {}
        yield PodInCluster(index, item, facts, services, assumptions, links.budget, record, _early_error(facts))


def _early_error(facts: PodFacts) -> str:
    """The kubelet's error before it makes any variable; "" if there is none."""
    if facts.enable_service_links is None:
        return "nil pod.spec.enableServiceLinks encountered, cannot construct envvars"
    if not facts.cluster.services_synced and not facts.static:
        return "services have not yet been read at least once, cannot construct envvars"
    return ""


def expanded_objects(values: Sequence[Any], containers: Sequence[ContainerEnvironment]) -> tuple[Any, ...]:
    """The ``values`` of the Objects, with each changed text of the ``containers`` in its expanded form.

    The ``values`` are not modified. The results share all unchanged parts with the ``values``.
    """
    changes: dict[int, Any] = {}  # by the Object's index; nested like the Object, with the new texts at the ends
    for container in containers:
        changed = [text for text in container.texts if text.result != text.text]
        for text in changed:
            *parents, last = text.path
            inner = changes.setdefault(container.object, {})
            for part in parents:
                inner = inner.setdefault(part, {})
            inner[last] = text.result
    return tuple(
        _with_changes(value, changes[index]) if index in changes else value for index, value in enumerate(values)
    )


def _with_changes(value: Any, changes: Mapping[str | int, Any]) -> Any:
    """A copy of a mapping or list with the ``changes``: each has the key or index of the part that changes."""
    copy = value.copy()
    for part, change in changes.items():
        copy[part] = change if isinstance(change, str) else _with_changes(value[part], change)
    return copy
