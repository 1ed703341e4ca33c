"""Rules about ports that are referred to by a name.

Kubernetes v1.36 ``pkg/api/v1/pod/util.go`` (FindPort) for Services, ``pkg/probe/util.go`` (ResolveContainerPort) for
probes; OpenShift's router takes a Route's port from the names of the Service's ports.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import (
    PROBES,
    containers_of,
    field_at,
    mapping,
    mapping_at,
    name_of,
    sequence,
)
from playground.engine.model.diagnostics import Finding, Severity
from playground.engine.model.location import FieldPath
from playground.engine.reading.objects import TracedObject
from playground.engine.rules.fixes.wording import MOST_MISSPELT, write_whole
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import every_object, pods
from playground.engine.text.nearest import nearest

# Comparisons of a pod with a Service: one with the selector, and one with each port. Further Services are not checked.
_MOST_COMPARISONS: Final = 5_000
_PORTS_OF_CONTAINERS: Final = tuple(  # the paths in a container of the mappings that may have a `port`
    (*field, action)
    for field in (*((probe,) for probe in PROBES), ("lifecycle", "postStart"), ("lifecycle", "preStop"))
    for action in ("httpGet", "tcpSocket")
)


class _Use(NamedTuple):
    """A field that may refer to a port by the port's name."""

    item: TracedObject
    path: FieldPath  # of the field, in ``item``
    port_names: Sequence[frozenset[str]]  # of the ports that exist: one set for each pod, container or Service
    beginning: str  # of the message, such as "The Service `web` has"


@rule("POD622", Severity.WARNING)
def absent_port_name(evaluation: Evaluation) -> Iterator[Finding]:
    """A port is called by a name that no port has.

    The API server accepts the name. A Service then passes no request to its pods, a probe fails, and a hook is not
    called. A Service is compared with the pods of the text that it selects, a Route or Ingress with its Service, and a
    probe or hook with the ports of its container.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            ports: [{name: http, containerPort: 8080}]
            readinessProbe: {httpGet: {path: /ready, port: htpp}}

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            ports: [{name: http, containerPort: 8080}]
            readinessProbe: {httpGet: {path: /ready, port: http}}
    """
    searched = 0
    uses = (
        *_uses_by_containers(evaluation),
        *_uses_by_services(evaluation),
        *_uses_by_routes_and_ingresses(evaluation),
    )
    for item, path, port_names, beginning in uses:
        name = field_at(item.value, path)
        if not isinstance(name, str) or not name or name.isdigit() or "$" in name:
            continue
        if any(name in names for names in port_names):
            continue
        searched += 1
        near = nearest(name, sorted(set().union(*port_names))) if searched <= MOST_MISSPELT else ""
        span, where = item.span(path), item.where(path)
        is_literal = field_at(item.document.value, where) == name
        yield Finding(
            f"{beginning} no port with the name `{name}`.",
            span,
            hint=f"Did you mean `{near}`?" if near else "Give the port this name, or write its number here.",
            field=str(where),
            fix=write_whole(item.document, span, near) if near and is_literal else None,
        )


def _port_names(ports: Any) -> frozenset[str]:
    names = (mapping(port).get("name") for port in sequence(ports))
    return frozenset(name for name in names if isinstance(name, str) and name)


def _uses_by_containers(evaluation: Evaluation) -> Iterator[_Use]:
    """The ports of probes and hooks, with the names of the container's ports."""
    for item, pod in pods(evaluation).values():
        for container in containers_of(pod.spec, pod.spec_path):
            fields = (field for field in _PORTS_OF_CONTAINERS if field[0] in container.value)
            uses = [field for field in fields if "port" in mapping_at(container.value, field)]
            names = _port_names(container.value.get("ports")) if uses else frozenset()
            for field in uses:
                beginning = f"Container `{container.value.get('name', '')}` has"
                yield _Use(item, container.path.join((*field, "port")), (names,), beginning)


def _uses_by_services(evaluation: Evaluation) -> Iterator[_Use]:
    """The target ports of the Services that select pods of the text, with the names of these pods' ports."""
    by_label = _pods_by_label(evaluation)
    comparisons_left = _MOST_COMPARISONS
    for item, path, value in every_object(evaluation):
        selector = mapping_at(value, ("spec", "selector"))
        key, text = next(iter(selector.items()), ("", None))  # every pod that the selector matches has this label
        if not isinstance(value, dict) or value.get("kind") != "Service" or not isinstance(text, str):
            continue
        candidates, ports = by_label.get((key, text), ()), sequence(value["spec"].get("ports"))
        comparisons_left -= len(candidates) * (1 + len(ports))
        if comparisons_left < 0:
            return
        selected = [pod.port_names for pod in candidates if selector.items() <= pod.labels.items()]
        for index, port in enumerate(ports if selected else ()):
            if "targetPort" in mapping(port):
                place = path.join(("spec", "ports", index, "targetPort"))
                yield _Use(item, place, selected, "The pods that the Service selects have")


class _Pod(NamedTuple):
    """What a Service needs to know of a pod."""

    labels: Mapping[str, Any]
    port_names: frozenset[str]


def _pods_by_label(evaluation: Evaluation) -> Mapping[tuple[str, str], list[_Pod]]:
    """The pods by each of their labels, a key with its value."""
    by_label: dict[tuple[str, str], list[_Pod]] = {}
    for _, pod in pods(evaluation).values():
        labels = mapping(pod.metadata.get("labels"))
        containers = containers_of(pod.spec, pod.spec_path)
        names = frozenset[str]().union(*(_port_names(container.value.get("ports")) for container in containers))
        for key, text in labels.items():
            if isinstance(text, str):
                by_label.setdefault((key, text), []).append(_Pod(labels, names))
    return by_label


def _uses_by_routes_and_ingresses(evaluation: Evaluation) -> Iterator[_Use]:
    """The ports of Routes and Ingresses whose Services are in the text, with the names of the Services' ports."""
    services = {
        name_of(value): _port_names(mapping_at(value, ("spec",)).get("ports"))
        for _, _, value in every_object(evaluation)
        if isinstance(value, dict) and value.get("kind") == "Service"
    }
    for item, path, value in every_object(evaluation):
        kind = value.get("kind") if isinstance(value, dict) else None
        fields = _port_of_route(value) if kind == "Route" else _ports_of_ingress(value) if kind == "Ingress" else ()
        for service, field in fields:
            if isinstance(service, str) and service in services:
                yield _Use(item, path.join(field), (services[service],), f"The Service `{service}` has")


def _port_of_route(route: Mapping[str, Any]) -> Iterator[tuple[Any, tuple[str | int, ...]]]:
    """The name of a Route's Service, and the path of its port."""
    if "targetPort" in mapping_at(route, ("spec", "port")):
        yield mapping_at(route, ("spec", "to")).get("name"), ("spec", "port", "targetPort")


def _ports_of_ingress(ingress: Mapping[str, Any]) -> Iterator[tuple[Any, tuple[str | int, ...]]]:
    """The names of an Ingress's Services, and the paths of the names of their ports."""
    for number, host in enumerate(sequence(mapping_at(ingress, ("spec",)).get("rules"))):
        for index, route in enumerate(sequence(mapping_at(host, ("http",)).get("paths"))):
            service = mapping_at(route, ("backend", "service"))
            if "name" in mapping(service.get("port")):
                backend = ("spec", "rules", number, "http", "paths", index, "backend")
                yield service.get("name"), (*backend, "service", "port", "name")
