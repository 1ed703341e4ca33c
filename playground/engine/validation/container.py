"""Validation of one container: errors and warnings in the API server's words.

Kubernetes v1.36 ``validateContainerCommon``, ``validateContainers`` and ``pkg/api/pod/warnings.go``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from playground.engine.cluster.pod_decoding import decodable, decode_problem
from playground.engine.cluster.pod_facts import PodFacts
from playground.engine.kubernetes.pods import mapping, sequence, text
from playground.engine.kubernetes.types import decode_errors
from playground.engine.location import FieldPath
from playground.engine.objects import TracedObject
from playground.engine.problems import Problem
from playground.engine.validation.env import (
    env_errors,
    env_from_errors,
    repetition_warnings,
)
from playground.engine.validation.errors import FieldError
from playground.engine.validation.images import image_errors, pull_policy_errors
from playground.engine.validation.mounts import mounts_errors
from playground.engine.validation.ports import port_errors
from playground.engine.validation.resources import (
    amounts_of,
    fraction_warnings,
    resource_errors,
)
from playground.engine.validation.role import creation_error, name_errors, role_errors
from playground.engine.validation.sources import file_volume_errors


def container_problems(
    index: int, item: TracedObject, facts: PodFacts, kind: str, path: FieldPath, container: Mapping[str, Any]
) -> Iterator[Problem]:
    """The problems of one container: values of the wrong type, what validation refuses, what it warns of.

    ``index`` is that of the Object ``item``; ``path`` is the container's in it.
    """
    place = facts.place
    document, api_version = item.document.index, text(place.owner.get("apiVersion"))
    own_path = FieldPath(path[len(place.owner_path) :])
    go_type = "v1.EphemeralContainer" if kind == "ephemeralContainer" else "v1.Container"
    for found in () if decodable(item, place) else decode_errors(container, go_type, "PodSpec", own_path):
        yield decode_problem(index, item, place.kind, api_version, found, place.owner_path)
    for error in _container_errors(container, kind, own_path, facts):
        where = item.where(place.owner_path.join(error.path))
        detail = {"stage": error.stage, **error.detail}
        yield Problem(error.pattern, document, where, error=error.message, detail=detail)


def _container_errors(
    container: Mapping[str, Any], kind: str, path: FieldPath, facts: PodFacts
) -> Iterator[FieldError]:
    """In the API server's order."""
    cluster = facts.cluster
    env = tuple(map(mapping, sequence(container.get("env"))))
    yield from name_errors(container, path)
    yield from image_errors(container, path, facts)
    if ports := container.get("ports"):
        written = tuple(map(mapping, sequence(ports)))
        yield from port_errors(written, path / "ports", defaulted=cluster.defaulting)
    yield from env_errors(env, path / "env", cluster)
    yield from env_from_errors(sequence(container.get("envFrom")), path / "envFrom", cluster.version)
    if mounts := container.get("volumeMounts"):
        # A StatefulSet's pods are validated only when they are created, with the volumes of its claims.
        volumes = None if facts.place.kind == "StatefulSet" else facts.volumes
        yield from mounts_errors(tuple(map(mapping, sequence(mounts))), path / "volumeMounts", volumes)
    if "imagePullPolicy" in container or not cluster.defaulting:
        yield from pull_policy_errors(container, path, facts)
    defaulted = cluster.defaulting and facts.place.kind == "Pod" and kind != "ephemeralContainer"
    limits, requests = amounts_of(container, defaulted=defaulted)
    resources = path / "resources"
    if limits or requests:
        yield from resource_errors(limits, requests, resources)
    yield from role_errors(container, kind, path, facts)
    if limits or requests:
        yield from fraction_warnings(limits, requests, resources)
    yield from repetition_warnings(env, path / "env")
    yield from file_volume_errors(env, path / "env", facts)
    if kind == "ephemeralContainer":
        yield creation_error(path, facts)
