"""Validation of one pod, in the API server's order.

Kubernetes v1.36 ``ValidatePodCreate``, ``ValidatePodTemplateSpec`` and ``pkg/api/pod/warnings.go``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from playground.engine.cluster.pod_facts import PodFacts
from playground.engine.kubernetes.pods import Container
from playground.engine.location import FieldPath
from playground.engine.validation.container import container_errors, container_warnings, creation_error
from playground.engine.validation.env import file_volume_errors
from playground.engine.validation.errors import FieldError
from playground.engine.validation.ports import port_warnings
from playground.engine.validation.spec import blank_errors, errors_after, errors_before, list_warnings

_ORDER = ("container", "initContainer", "ephemeralContainer")


def pod_errors(
    facts: PodFacts, path: FieldPath, containers: Sequence[Container], decoded: bool
) -> Iterator[FieldError]:
    """What the API server refuses. ``path`` is the spec's; ``decoded``: nothing outside of containers fails earlier."""
    validated = decoded and facts.place.kind != "StatefulSet"  # whose pods are validated only when they are created
    if validated:
        yield from errors_before(facts, path)
    for container in sorted(containers, key=lambda container: _ORDER.index(container.kind)):
        yield from container_errors(container, facts)
    if validated:
        yield from errors_after(facts, path)
    for container in containers:
        yield from file_volume_errors(container, facts)
    if validated and facts.place.kind == "Pod":
        yield from blank_errors(facts.spec, path)
    for container in containers:
        if container.kind == "ephemeralContainer":
            yield creation_error(container.path, facts)


def pod_warnings(
    facts: PodFacts, path: FieldPath, containers: Sequence[Container], decoded: bool
) -> Iterator[FieldError]:
    """What the API server warns of, with the same arguments."""
    if decoded:
        yield from list_warnings(facts.spec, path)
    for container in containers:
        yield from container_warnings(container, facts)
    if decoded:
        yield from port_warnings(facts)
