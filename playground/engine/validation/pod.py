"""Validation of one pod, in the API server's order.

Kubernetes v1.36 ``ValidatePodCreate``, ``ValidatePodTemplateSpec`` and ``pkg/api/pod/warnings.go``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from playground.engine.cluster.pod_facts import PodFacts
from playground.engine.kubernetes.names import label_errors, subdomain_errors
from playground.engine.kubernetes.pods import Container, mapping, mappings, sequence, text
from playground.engine.model.location import FieldPath
from playground.engine.text.go import quote
from playground.engine.validation.container import container_errors, container_warnings, creation_error
from playground.engine.validation.env import file_volume_errors
from playground.engine.validation.errors import (
    FieldError,
    all_invalid,
    choice_errors,
    invalid,
    required,
)
from playground.engine.validation.images import image_blank_errors
from playground.engine.validation.metadata import (
    label_map_errors,
    metadata_errors,
)
from playground.engine.validation.ports import host_network_errors, port_warnings
from playground.engine.validation.resources import pod_resource_errors
from playground.engine.validation.volumes import volumes_errors

_RESTART_POLICIES: Final = ("Always", "OnFailure", "Never")
_DNS_POLICIES: Final = ("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None")
_LONGEST_DEADLINE: Final = 2**31 - 1  # seconds
_NAMES: Mapping[str, Callable[[str], list[str]]] = {  # in the order of validation
    "serviceAccountName": subdomain_errors,
    "nodeName": subdomain_errors,
    "hostname": label_errors,
    "subdomain": label_errors,
    "priorityClassName": subdomain_errors,
    "runtimeClassName": subdomain_errors,
}
_CHECKED_AFTER: Final = frozenset(
    ("resources", "hostNetwork", "restartPolicy", "dnsPolicy", "nodeSelector", "activeDeadlineSeconds", *_NAMES)
)
_ROLES: Final = ("container", "initContainer", "ephemeralContainer")  # in the order of validation
_KEY_FIELDS: Final = {"hostAliases": "ip", "imagePullSecrets": "name"}


def pod_errors(
    facts: PodFacts, path: FieldPath, containers: Sequence[Container], decoded: bool
) -> Iterator[FieldError]:
    """The errors of one pod in the API server's order. ``path`` is that of the pod's spec.

    ``decoded``: the API server can decode the pod's Object. If not, only the containers are validated.
    """
    validated = decoded and facts.place.kind != "StatefulSet"  # its pods are validated when they are created
    if validated:
        yield from _errors_before(facts, path)
    names: set[str] = set()
    for container in sorted(containers, key=lambda container: _ROLES.index(container.kind)):
        name = text(container.value.get("name"))
        yield from container_errors(container, facts, repeated=name in names)
        if name or container.kind != "initContainer":  # all init containers may be nameless
            names.add(name)
    if validated:
        yield from _errors_after(facts, path)
    for container in containers:
        yield from file_volume_errors(container, facts)
    if validated and facts.place.kind == "Pod":
        yield from _blank_errors(facts.spec, path)
    for container in containers:
        if container.kind == "ephemeralContainer":
            yield creation_error(container.path, facts)


def pod_warnings(
    facts: PodFacts, path: FieldPath, containers: Sequence[Container], decoded: bool
) -> Iterator[FieldError]:
    """The warnings for one pod in the API server's order; the arguments are those of ``pod_errors``."""
    if decoded:
        yield from _list_warnings(facts.spec, path)
    for container in containers:
        yield from container_warnings(container, facts)
    if decoded:
        yield from port_warnings(facts)


def _errors_before(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    """The errors that come before those of the containers; ``path`` is the spec's."""
    spec = facts.spec
    yield from metadata_errors(facts.place, path.parent / "metadata")
    if not facts.cluster.defaulting and spec.get("terminationGracePeriodSeconds") is None:
        yield required(path / "terminationGracePeriodSeconds")
    if volumes := sequence(spec.get("volumes")):
        yield from volumes_errors(volumes, path / "volumes")
    if not spec.get("containers"):
        error = required(path / "containers")
        yield error if isinstance(spec.get("containers"), list) else replace(error, stage="recorded")


def _errors_after(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    """The errors that come after those of the containers; ``path`` is the spec's."""
    spec, defaulted = facts.spec, facts.cluster.defaulting
    if defaulted and spec.keys().isdisjoint(_CHECKED_AFTER):
        return
    if facts.cluster.version.pod_level_resources and spec.get("resources"):
        yield from pod_resource_errors(spec, path / "resources", defaulted=defaulted and facts.place.kind == "Pod")
    yield from host_network_errors(facts)
    restart = choice_errors(spec, "restartPolicy", _RESTART_POLICIES, path, defaulted=defaulted)
    yield from (replace(error, stage="recorded") for error in restart)
    yield from choice_errors(spec, "dnsPolicy", _DNS_POLICIES, path, defaulted=defaulted)
    yield from label_map_errors(mapping(spec.get("nodeSelector")), path / "nodeSelector")
    for field, name_errors in _NAMES.items():
        if field == "hostname":
            yield from _deadline_errors(spec.get("activeDeadlineSeconds"), path / "activeDeadlineSeconds")
        if name := text(spec.get(field)):
            yield from all_invalid(path / field, name, name_errors(name), "invalid-name")


def _deadline_errors(seconds: Any, path: FieldPath) -> Iterator[FieldError]:
    if isinstance(seconds, int) and not 1 <= seconds <= _LONGEST_DEADLINE:
        yield FieldError(path, invalid(seconds, f"must be between 1 and {_LONGEST_DEADLINE}, inclusive"), "bad-number")


def _blank_errors(spec: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    """The errors for blanks around images: only in a Pod, not in a pod template."""
    for list_ in ("containers", "initContainers"):
        for index, container in enumerate(mappings(spec.get(list_))):
            yield from image_blank_errors(container, path / list_ / index)


def _list_warnings(spec: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    """The warnings for entries with equal values in the field by which `kubectl apply` tells them apart."""
    for list_, field in _KEY_FIELDS.items():
        values: set[str] = set()
        for index, entry in enumerate(mappings(spec.get(list_))):
            if (value := text(entry.get(field))) in values:
                body = f"duplicate {field} {quote(value)}"
                yield FieldError(path / list_ / index / field, body, "repeated-entry", stage="warning")
            values.add(value)
