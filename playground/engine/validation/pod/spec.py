"""Validation of one pod, in the API server's order.

Kubernetes v1.36 ``ValidatePodCreate``, ``ValidatePodTemplateSpec``, ``ValidatePodSpec``; ``pkg/api/pod/warnings.go``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from playground.engine.cluster.pod_facts import PodFacts
from playground.engine.kubernetes.names import label_errors, subdomain_errors
from playground.engine.kubernetes.pods import Container, mapping, mappings, text
from playground.engine.model.location import FieldPath
from playground.engine.text.go import quote
from playground.engine.validation.claims import pod_claim_errors
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
from playground.engine.validation.pod.dns import dns_errors
from playground.engine.validation.pod.metadata import (
    label_map_errors,
    metadata_errors,
)
from playground.engine.validation.pod.resources import pod_resource_errors
from playground.engine.validation.pod.workload import workload_errors
from playground.engine.validation.ports import host_network_errors, port_warnings
from playground.engine.validation.volumes import checked_volumes

_RESTART_POLICIES: Final = ("Always", "OnFailure", "Never")
_DNS_POLICIES: Final = ("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None")
_LONGEST_DEADLINE: Final = 2**31 - 1  # seconds
_ROLES: Final = ("container", "initContainer", "ephemeralContainer")  # in the order of validation
_KEY_FIELDS: Final = {"hostAliases": "ip", "imagePullSecrets": "name"}


def pod_errors(
    facts: PodFacts, path: FieldPath, containers: Sequence[Container], decoded: bool
) -> Iterator[FieldError]:
    """The errors of one pod in the API server's order. ``path`` is that of the pod's spec.

    ``decoded``: the API server can decode the pod's Object. If not, only the containers are validated.
    """
    validated = decoded and facts.validated_on_creation
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
    if decoded:
        yield from workload_errors(facts, path)


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
    yield from checked_volumes(facts).errors
    if "resourceClaims" in spec:
        yield from pod_claim_errors(facts, path / "resourceClaims")
    if not spec.get("containers"):
        error = required(path / "containers")
        yield error if isinstance(spec.get("containers"), list) else replace(error, stage="recorded")


def _errors_after(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    """The errors that come after those of the containers; ``path`` is the spec's."""
    spec, defaulted = facts.spec, facts.cluster.defaulting
    for fields, check in _CHECKS:
        if not defaulted or any(field in spec for field in fields):
            yield from check(facts, path)


def _resource_errors(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    if facts.cluster.version.pod_level_resources and facts.spec.get("resources") is not None:
        yield from pod_resource_errors(facts, path / "resources")


def _restart_errors(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    """A rule of its own reports these errors."""
    errors = choice_errors(facts.spec, "restartPolicy", _RESTART_POLICIES, path, defaulted=facts.cluster.defaulting)
    return (replace(error, stage="recorded") for error in errors)


def _dns_policy_errors(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    yield from choice_errors(facts.spec, "dnsPolicy", _DNS_POLICIES, path, defaulted=facts.cluster.defaulting)


def _node_selector_errors(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    yield from label_map_errors(mapping(facts.spec.get("nodeSelector")), path / "nodeSelector")


def _deadline_errors(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    seconds = facts.spec.get("activeDeadlineSeconds")
    if isinstance(seconds, int) and not 1 <= seconds <= _LONGEST_DEADLINE:
        body = invalid(seconds, f"must be between 1 and {_LONGEST_DEADLINE}, inclusive")
        yield FieldError(path / "activeDeadlineSeconds", body, "bad-number")


_Check = Callable[[PodFacts, FieldPath], Iterator[FieldError]]


def _name_check(field: str, name_errors: Callable[[str], list[str]]) -> tuple[tuple[str], _Check]:
    """The entry of _CHECKS for a ``field`` that holds a name."""

    def check(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
        if name := text(facts.spec.get(field)):
            yield from all_invalid(path / field, name, name_errors(name), "invalid-name")

    return (field,), check


# The checks of ``ValidatePodSpec`` after those of the containers, in its order, each with the fields that it reads.
_CHECKS: Final[Sequence[tuple[tuple[str, ...], _Check]]] = (
    (("resources",), _resource_errors),
    (("hostNetwork",), lambda facts, _: host_network_errors(facts)),
    (("restartPolicy",), _restart_errors),
    (("dnsPolicy",), _dns_policy_errors),
    (("nodeSelector",), _node_selector_errors),
    (("dnsPolicy", "dnsConfig"), dns_errors),
    _name_check("serviceAccountName", subdomain_errors),
    _name_check("nodeName", subdomain_errors),
    (("activeDeadlineSeconds",), _deadline_errors),
    _name_check("hostname", label_errors),
    _name_check("subdomain", label_errors),
    _name_check("priorityClassName", subdomain_errors),
    _name_check("runtimeClassName", subdomain_errors),
)


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
