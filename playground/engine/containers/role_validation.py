"""Validation of a container's name and role: regular, init, sidecar or ephemeral.

Kubernetes v1.36 ``validateContainers``, ``validateInitContainers``, ``validateEphemeralContainers``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from playground.engine.containers.field_errors import FieldError, all_invalid, required
from playground.engine.containers.pod_facts import PodFacts
from playground.engine.goformat import quote
from playground.engine.kubernetes.names import label_errors
from playground.engine.kubernetes.pods import field_at, mapping, sequence, text
from playground.engine.location import FieldPath

PROBES = ("livenessProbe", "readinessProbe", "startupProbe")

_NOT_INIT = "may not be set for init containers without restartPolicy=Always"
_NOT_EPHEMERAL = "cannot be set for an Ephemeral Container"
_LISTS = ("containers", "initContainers", "ephemeralContainers")  # in the order of validation


def name_errors(container: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    """Errors in the container's name itself."""
    name = text(container.get("name"))
    if not name:
        yield required(path / "name")
    elif errors := label_errors(name):
        yield from all_invalid(path / "name", name, errors, "invalid-container-name")


def role_errors(container: Mapping[str, Any], kind: str, path: FieldPath, facts: PodFacts) -> Iterator[FieldError]:
    """Errors for a duplicate name, and for fields that this kind of container must not have."""
    if path[-2:] in facts.once("duplicate names", lambda: _duplicates(facts)):
        words = f"Duplicate value: {quote(text(container.get('name')))}"
        yield FieldError(path / "name", words, "duplicate-container-name")
    if kind == "ephemeralContainer":
        yield from _forbidden(container, ("ports", "resources", *PROBES, "lifecycle"), path, _NOT_EPHEMERAL)
        for index, mount in enumerate(map(mapping, sequence(container.get("volumeMounts")))):
            at = path / "volumeMounts" / index
            yield from _forbidden(mount, ("subPath", "subPathExpr"), at, _NOT_EPHEMERAL)
    elif kind == "initContainer" and container.get("restartPolicy") != "Always":
        yield from _forbidden(container, ("lifecycle", *PROBES), path, _NOT_INIT)
    else:
        yield from _probe_errors(container, path)


def _forbidden(value: Mapping[str, Any], keys: tuple[str, ...], path: FieldPath, words: str) -> Iterator[FieldError]:
    return (FieldError(path / key, f"Forbidden: {words}", "forbidden-field") for key in keys if value.get(key))


def _probe_errors(container: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    """An exec probe needs a command."""
    for probe in (probe for probe in PROBES if probe in container):
        action = field_at(container, (probe, "exec"))
        if isinstance(action, dict) and not action.get("command"):
            yield required(path / probe / "exec" / "command")


def _duplicates(facts: PodFacts) -> frozenset[tuple[str | int, ...]]:
    """The list and index of each container whose name an earlier one has; init containers may all be nameless."""
    names: set[str] = set()
    found = set()
    for list_ in _LISTS:
        for index, container in enumerate(map(mapping, sequence(facts.spec.get(list_)))):
            name = text(container.get("name"))
            if name in names:
                found.add((list_, index))
            elif name or list_ != "initContainers":
                names.add(name)
    return frozenset(found)
