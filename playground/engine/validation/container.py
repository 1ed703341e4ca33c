"""Validation of one container: the API server's errors and warnings.

Kubernetes v1.36 ``validateContainerCommon``, ``validateContainers``, ``validateInitContainers``,
``validateEphemeralContainers``, ``validateContainerRestartPolicy`` and ``pkg/api/pod/warnings.go``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from playground.engine.cluster.pod_facts import PodFacts
from playground.engine.kubernetes.names import label_errors
from playground.engine.kubernetes.pods import PROBES, Container, mapping, mappings, sequence, text
from playground.engine.kubernetes.versions import KubernetesVersion
from playground.engine.model.location import FieldPath
from playground.engine.text.go import quote
from playground.engine.validation.claims import claim_errors
from playground.engine.validation.env import env_errors, env_from_errors, repetition_warnings
from playground.engine.validation.errors import (
    FieldError,
    all_invalid,
    duplicate,
    forbidden,
    pointer_errors,
    required,
    too_many,
    unsupported_value,
)
from playground.engine.validation.handlers import handler_errors, without_dropped_signal
from playground.engine.validation.images import image_errors, pull_policy_errors
from playground.engine.validation.ports import host_port_errors, port_errors, ports_of
from playground.engine.validation.resources import (
    container_amounts,
    fraction_warnings,
    resize_errors,
    resource_errors,
)
from playground.engine.validation.security import container_security_errors
from playground.engine.validation.volumes.mounts import device_errors, mount_errors

_HANDLER_FIELDS = frozenset({"lifecycle", *PROBES})
_NOT_INIT = "may not be set for init containers without restartPolicy=Always"
_NOT_EPHEMERAL = "cannot be set for an Ephemeral Container"
_RESTART_POLICIES = ("Always", "Never", "OnFailure")
_RESTART_FIELDS = frozenset(("restartPolicy", "restartPolicyRules"))
_RULE_ACTIONS = ("Restart",)  # the actions that the error lists; newer API servers accept another action, too
_CODE_OPERATORS = ("In", "NotIn")
_MOST_RULES = 20  # of one container
_MOST_CODES = 255  # exit codes of one rule


def container_errors(container: Container, facts: PodFacts, *, repeated: bool) -> Iterator[FieldError]:
    """The errors of one container in the API server's order.

    ``env.file_volume_errors`` has the errors about the volume that a `fileKeyRef` names: they come after all
    containers. ``repeated``: an earlier container has the same name.
    """
    value, path, cluster = container.value, container.path, facts.cluster
    yield from _name_errors(value, path)
    yield from image_errors(value, path, facts)
    if ports := mappings(value.get("ports")):
        yield from port_errors(ports, path / "ports", defaulted=cluster.defaulting)
    if env := mappings(value.get("env")):
        yield from env_errors(env, path / "env", cluster)
    if sources := mappings(value.get("envFrom")):
        yield from env_from_errors(sources, path / "envFrom", cluster.version)
    if "volumeMounts" in value:
        yield from mount_errors(value, path / "volumeMounts", facts)
    if "volumeDevices" in value:
        yield from device_errors(value, path / "volumeDevices", facts)
    yield from pull_policy_errors(value, path, facts)
    if "resources" in value:
        yield from resource_errors(*container_amounts(container, facts), path / "resources")
        yield from claim_errors(mapping(value["resources"]), path / "resources" / "claims", facts)
    if "resizePolicy" in value and cluster.version.resizes_in_place:
        yield from resize_errors(value, path, facts)
    if isinstance(context := value.get("securityContext"), dict):
        yield from container_security_errors(context, path / "securityContext", facts)
    if container.kind == "initContainer":
        yield from _init_restart_errors(value, path, cluster.version)
    if repeated:
        yield duplicate(path / "name", text(value.get("name")), "duplicate-container-name")
    yield from _role_errors(value, container.kind, path, facts)


def container_warnings(container: Container, facts: PodFacts) -> Iterator[FieldError]:
    """The warnings for one container in the API server's order."""
    if "resources" in container.value:
        yield from fraction_warnings(*container_amounts(container, facts), container.path / "resources")
    if env := mappings(container.value.get("env")):
        yield from repetition_warnings(env, container.path / "env")


def _name_errors(container: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    """Errors in the container's name, without repetitions of other names."""
    name = text(container.get("name"))
    if not name:
        yield required(path / "name")
    elif errors := label_errors(name):
        yield from all_invalid(path / "name", name, errors, "invalid-container-name")


def _role_errors(container: Mapping[str, Any], kind: str, path: FieldPath, facts: PodFacts) -> Iterator[FieldError]:
    """Errors in fields that this ``kind`` of container must not have, in hooks and probes, and in ports of the host."""
    if kind == "initContainer" and container.get("ports"):
        yield from _own_port_errors(path, facts)
    if "lifecycle" in container:
        container = without_dropped_signal(container, facts.cluster.version)
    if kind == "ephemeralContainer":
        yield from _ephemeral_errors(container, path, facts)
    elif kind == "initContainer" and container.get("restartPolicy") != "Always":
        yield from _forbidden(container, ("lifecycle", *PROBES), path, _NOT_INIT)
    elif not _HANDLER_FIELDS.isdisjoint(container):
        yield from handler_errors(container, path, facts)
    if kind == "container" and not _RESTART_FIELDS.isdisjoint(container):
        if facts.cluster.version.restart_rules:
            yield from _restart_errors(container, path, facts.cluster.version)
        else:
            yield from _forbidden(container, ("restartPolicy",), path, "may not be set for non-init containers")
    # After the last container, the API server compares the host ports of all containers.
    if kind == "container" and path[-1] == len(facts.spec["containers"]) - 1 and facts.has_host_ports:
        yield from host_port_errors(ports_of(facts, "containers"))


def creation_error(path: FieldPath, facts: PodFacts) -> FieldError:
    """The error of an ephemeral container in the text: ephemeral containers can only be added to a running pod."""
    in_template = "ephemeral containers not allowed in pod template"
    reason = "cannot be set on create" if facts.place.kind == "Pod" else in_template
    return FieldError(path, f"Forbidden: {reason}", "ephemeral-container", path.parent)


def _own_port_errors(path: FieldPath, facts: PodFacts) -> Iterator[FieldError]:
    """Errors in the ports of the host of one init container; the API server prints its index as 0."""
    ports_by_container = ports_of(facts, "initContainers")
    for error in host_port_errors([ports_by_container[int(path[-1])]]):
        yield replace(error, printed=path.parent.join((0, *error.path[len(path) :])))


def _ephemeral_errors(container: Mapping[str, Any], path: FieldPath, facts: PodFacts) -> Iterator[FieldError]:
    """Errors for fields that an ephemeral container must not have. Empty `resources` are allowed."""
    target = text(container.get("targetContainerName"))
    if target and target not in facts.containers:
        yield FieldError(path / "targetContainerName", f"Not found: {quote(target)}", "absent-container")
    resources = mapping(container.get("resources"))
    resources_key = ("resources",) if any(resources[key] is not None for key in resources) else ()
    version = facts.cluster.version
    resize_key = ("resizePolicy",) if version.resizes_in_place else ()
    rules_key = ("restartPolicyRules",) if version.restart_rules else ()
    keys = ("ports", *resources_key, *resize_key, "restartPolicy", *rules_key, *PROBES, "lifecycle")
    yield from _forbidden(container, keys, path, _NOT_EPHEMERAL)
    for index, mount in enumerate(mappings(container.get("volumeMounts"))):
        sub_path_keys = tuple(key for key in ("subPath", "subPathExpr") if mount.get(key))
        yield from _forbidden(mount, sub_path_keys, path / "volumeMounts" / index, _NOT_EPHEMERAL)


def _forbidden(value: Mapping[str, Any], keys: tuple[str, ...], path: FieldPath, reason: str) -> Iterator[FieldError]:
    return (
        FieldError(path / key, f"Forbidden: {reason}", "forbidden-field") for key in keys if value.get(key) is not None
    )


def _init_restart_errors(
    container: Mapping[str, Any], path: FieldPath, version: KubernetesVersion
) -> Iterator[FieldError]:
    """Errors in the `restartPolicy` of an init container and in its `restartPolicyRules`."""
    if not version.restart_rules:
        yield from pointer_errors(container, "restartPolicy", ("Always",), path)
    elif container.get("restartPolicy") == "Always" and not version.restarts_all_containers:
        if container.get("restartPolicyRules"):
            reason = "restartPolicyRules are not allowed for init containers with restart policy Always"
            yield forbidden(path / "restartPolicyRules", reason)
    elif container.get("restartPolicy") is None:
        yield from _missing_policy_errors(container, path)
    else:
        yield from _restart_errors(container, path, version)


def _missing_policy_errors(container: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    if container.get("restartPolicyRules"):
        yield required(path / "restartPolicy", "must specify restartPolicy when restart rules are used")


def _restart_errors(container: Mapping[str, Any], path: FieldPath, version: KubernetesVersion) -> Iterator[FieldError]:
    """Errors in a container's `restartPolicy` and `restartPolicyRules`."""
    if container.get("restartPolicy") is None:
        yield from _missing_policy_errors(container, path)
    yield from pointer_errors(container, "restartPolicy", _RESTART_POLICIES, path)
    rules, place = mappings(container.get("restartPolicyRules")), path / "restartPolicyRules"
    if len(rules) > _MOST_RULES:
        yield too_many(place, len(rules), _MOST_RULES, as_items=version.counts_restart_rules)
    actions = (*_RULE_ACTIONS, "RestartAllContainers") if version.restarts_all_containers else _RULE_ACTIONS
    for index, rule in enumerate(rules):
        if (action := text(rule.get("action"))) not in actions:
            yield unsupported_value(place / index / "action", action, _RULE_ACTIONS)
        if not isinstance(codes := rule.get("exitCodes"), dict):
            yield required(place / index / "exitCodes", "must be specified")
            continue
        if (operator := text(codes.get("operator"))) not in _CODE_OPERATORS:
            yield unsupported_value(place / index / "exitCodes" / "operator", operator, _CODE_OPERATORS)
        values = sequence(codes.get("values"))
        if len(values) > _MOST_CODES:
            values_place = place / index / "exitCodes" / "values"
            yield too_many(values_place, len(values), _MOST_CODES, as_items=version.counts_restart_rules)
