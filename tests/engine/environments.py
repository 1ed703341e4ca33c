"""Pods written as YAML and their environments; shared by the tests of this folder."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import Any

from playground.engine.cluster import Cluster, cluster_for
from playground.engine.cluster.provenance import Provenance
from playground.engine.cluster.services import Service, service_from
from playground.engine.containers import ContainerEnvironment, expand_containers
from playground.engine.containers.events import Event
from playground.engine.model.problems import Problem
from playground.engine.reading import read
from playground.engine.reading.objects import TracedObject
from playground.engine.validation import validate

POD = """
apiVersion: v1
kind: Pod
metadata:
  name: web-0
  namespace: shop
spec:
  containers:
  - name: app
"""
IMAGE = "    image: registry.example/app:1\n"


def pod(fields: str = "", more: str = "") -> str:
    """A Pod whose only container has an image and ``fields``; ``more`` follows: fields of the spec, or documents."""
    image = "" if "image: " in fields else IMAGE
    return POD + image + textwrap.indent(textwrap.dedent(fields).strip("\n"), "    ") + "\n" + more


def objects_of(text: str) -> tuple[TracedObject, ...]:
    source = read(text)
    assert not source.problems, source.problems
    return tuple(TracedObject(document.value, document) for document in source.documents)


def cluster_of(text: str, cluster: Mapping[str, Any] | None = None) -> Cluster:
    return cluster_for(objects_of(text), cluster)


def environments(
    text: str,
    cluster: Mapping[str, Any] | None = None,
    assumed: Mapping[str, str] | None = None,
    events: list[Event] | None = None,
) -> tuple[ContainerEnvironment, ...]:
    """The environments of all containers of ``text``."""
    objects = objects_of(text)
    record = None if events is None else events.append
    return expand_containers(objects, cluster_for(objects, cluster), assumed=assumed or {}, record=record)


def environment(
    text: str,
    cluster: Mapping[str, Any] | None = None,
    assumed: Mapping[str, str] | None = None,
    events: list[Event] | None = None,
) -> ContainerEnvironment:
    """The environment of the only container of ``text``."""
    (only,) = environments(text, cluster, assumed, events)
    return only


def problems_of(text: str, cluster: Mapping[str, Any] | None = None) -> tuple[Problem, ...]:
    """The problems that validation and the kubelet find in ``text``, without those that another diagnostic reports."""
    objects = objects_of(text)
    refused = (item for item in validate(objects, cluster_for(objects, cluster)) if item.detail["stage"] != "recorded")
    return (*refused, *(problem for container in environments(text, cluster) for problem in container.problems))


def values(container: ContainerEnvironment) -> dict[str, str | None]:
    """The container's variables, without those of the cluster's own Service."""
    return {item.name: item.value for item in container.variables if not item.name.startswith("KUBERNETES_")}


def patterns(container: ContainerEnvironment) -> list[str]:
    return [problem.pattern for problem in container.problems]


def service(name: str, ip: str = "10.0.0.1", *ports: dict[str, Any], namespace: str | None = None) -> Service:
    """A Service with an address and ``ports``, by default port 80."""
    metadata = {"name": name} | ({"namespace": namespace} if namespace else {})
    return service_from(
        {"metadata": metadata, "spec": {"clusterIP": ip, "ports": list(ports) or [{"port": 80}]}}, Provenance.GIVEN
    )
