"""The API server's validation of one container: errors and warnings in its own words.

Kubernetes v1.36 ``pkg/apis/core/validation/validation.go`` and ``pkg/api/pod/warnings.go``, as far as they concern
the environment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from playground.engine.cluster import Cluster
from playground.engine.cluster.pod_decoding import decodable, decode_problem
from playground.engine.containers.field_errors import FieldError, all_invalid, invalid, required, unsupported
from playground.engine.containers.image_validation import image_errors, pull_policy_errors
from playground.engine.containers.mount_validation import file_errors, mounts_errors, volume_errors
from playground.engine.containers.pod_facts import PodFacts
from playground.engine.containers.port_validation import port_errors
from playground.engine.containers.resource_validation import amounts_of, fraction_warnings, resource_errors
from playground.engine.containers.role_validation import name_errors, role_errors
from playground.engine.goformat import quote
from playground.engine.kubernetes.fieldpaths import ENV_FIELDS, RESOURCES, DownwardError, converted_field, subscripted
from playground.engine.kubernetes.names import (
    config_key_errors,
    env_name_errors,
    prefix_errors,
    qualified_name_errors,
    subdomain_errors,
)
from playground.engine.kubernetes.pods import mapping, sequence, text
from playground.engine.kubernetes.quantity import Quantity, QuantityError, parse
from playground.engine.kubernetes.types import decode_errors
from playground.engine.kubernetes.versions import KubernetesVersion
from playground.engine.location import FieldPath
from playground.engine.objects import TracedObject
from playground.engine.problems import Problem

_SOURCES = "`fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`"
_OLD_SOURCES = "`fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`"
_SEVERAL = "may not have more than one field specified at a time"
_SIZES = ("1", *(f"1{unit}" for unit in ("k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei")))
_DIVISORS = {  # by the start of the resource's name: what is allowed, and how the message calls it
    "cpu": (("1m", "1"), "1m and 1 are supported with the cpu resource"),
    "memory": (_SIZES, f"{', '.join(_SIZES)} are supported with the memory resource"),
    "ephemeral-storage": (_SIZES, f"{', '.join(_SIZES)} are supported with the local ephemeral storage resource"),
    "hugepages-": (_SIZES, f"{', '.join(_SIZES)} are supported with the hugepages resource"),
}


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
    version = facts.cluster.version
    defaulted = facts.cluster.defaulting and facts.place.kind == "Pod" and kind != "ephemeralContainer"
    env = tuple(map(mapping, sequence(container.get("env"))))
    doubtful = [index for index, entry in enumerate(env) if not _is_plain(entry, version)]
    yield from name_errors(container, path)
    yield from image_errors(container, path, facts)
    if ports := container.get("ports"):
        written = tuple(map(mapping, sequence(ports)))
        yield from port_errors(written, path / "ports", defaulted=facts.cluster.defaulting)
    for index in doubtful:
        yield from _env_errors(env[index], path / "env" / index, facts.cluster)
    for index, entry in enumerate(map(mapping, sequence(container.get("envFrom")))):
        yield from _env_from_errors(entry, path / "envFrom" / index, version)
    if mounts := container.get("volumeMounts"):
        # A StatefulSet's pods are validated only when they are created, with the volumes of its claims.
        volumes = None if facts.place.kind == "StatefulSet" else facts.volumes
        yield from mounts_errors(tuple(map(mapping, sequence(mounts))), path / "volumeMounts", volumes)
    if "imagePullPolicy" in container or not facts.cluster.defaulting:
        yield from pull_policy_errors(container, path, facts)
    limits, requests = amounts_of(container, defaulted=defaulted)
    resources = path / "resources"
    if limits or requests:
        yield from resource_errors(limits, requests, resources)
    yield from role_errors(container, kind, path, facts)
    if limits or requests:
        yield from fraction_warnings(limits, requests, resources)
    if len({text(entry.get("name")) for entry in env}) < len(env):
        yield from _duplicates(env, path / "env")
    for index in doubtful if version.env_files else ():
        yield from volume_errors(env[index], path / "env" / index, facts.volumes)
    if kind == "ephemeralContainer":
        words = (
            "cannot be set on create"
            if facts.place.kind == "Pod"
            else "ephemeral containers not allowed in pod template"
        )
        yield FieldError(path, f"Forbidden: {words}", "ephemeral-container", FieldPath(path[:-1]))


def _is_plain(entry: Mapping[str, Any], version: KubernetesVersion) -> bool:
    """Whether there is nothing to refuse: a good name and no source, as most entries have it."""
    name = entry.get("name")
    if not isinstance(name, str) or entry.get("valueFrom") is not None:
        return False
    return not env_name_errors(name, relaxed=version.relaxed_names)


def _env_errors(entry: Mapping[str, Any], path: FieldPath, cluster: Cluster) -> Iterator[FieldError]:
    name = text(entry.get("name"))
    if name:
        errors = env_name_errors(name, relaxed=cluster.version.relaxed_names)
        yield from all_invalid(path / "name", name, errors, "invalid-env-name")
    else:
        yield required(path / "name")
    if entry.get("valueFrom") is not None:
        source = mapping(entry["valueFrom"])
        yield from _value_from_errors(source, text(entry.get("value")), path / "valueFrom", cluster)


def _value_from_errors(
    source: Mapping[str, Any], value: str, path: FieldPath, cluster: Cluster
) -> Iterator[FieldError]:
    # A field whose feature is off is dropped before validation.
    version = cluster.version
    present = [key for key in _CHECKS if source.get(key) is not None and (version.env_files or key != "fileKeyRef")]
    for key in present:
        if key == "fieldRef" and not cluster.defaulting and not mapping(source[key]).get("apiVersion"):
            yield required(path / key / "apiVersion")
        else:
            yield from _CHECKS[key](mapping(source[key]), path / key)
    if not present:
        yield FieldError(path, invalid("", f"must specify one of: {_sources(version)}"), "no-value-source")
    elif value:
        yield FieldError(path, invalid("", "may not be specified when `value` is not empty"), "value-and-value-from")
    elif len(present) > 1:
        yield FieldError(path, invalid("", _SEVERAL), "several-value-sources")


def _sources(version: KubernetesVersion) -> str:
    """The sources that an entry may have; the message names the fifth where it is switched on."""
    return _SOURCES if version.env_files else _OLD_SOURCES


def _field_ref_errors(reference: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    written = text(reference.get("fieldPath"))
    at = path / "fieldPath"
    if not written:
        yield required(at)
        return
    try:
        converted = converted_field(text(reference.get("apiVersion")) or "v1", written)
    except DownwardError as error:
        yield FieldError(at, invalid(written, f"error converting fieldPath: {error}"), "unsupported-field")
        return
    parts = subscripted(converted)
    if parts is not None:
        key = parts[1].lower() if parts[0] == "metadata.annotations" else parts[1]
        yield from all_invalid(path, key, qualified_name_errors(key), "unsupported-field")
    elif converted not in ENV_FIELDS:
        yield FieldError(at, unsupported(converted, ENV_FIELDS), "unsupported-field")


def _resource_ref_errors(reference: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    resource = text(reference.get("resource"))
    list_, _, kind = resource.partition(".")
    if not resource:
        yield required(path / "resource")
    elif resource not in RESOURCES and not (list_ in ("limits", "requests") and kind.startswith("hugepages-")):
        yield FieldError(path / "resource", unsupported(resource, RESOURCES), "unsupported-resource")
    divisor = _divisor(reference.get("divisor"))
    for start, (allowed, words) in _DIVISORS.items() if divisor is not None and divisor.amount else ():
        if list_ in ("limits", "requests") and _is_kind(kind, start) and str(divisor) not in allowed:
            yield FieldError(
                path / "divisor", invalid(resource, f"only divisor's values {words}"), "unsupported-divisor"
            )


def _is_kind(kind: str, start: str) -> bool:
    return kind.startswith(start) if start.endswith("-") else kind == start


def _divisor(value: Any) -> Quantity | None:
    try:
        return parse(value)
    except QuantityError:  # reported as a value that cannot be decoded
        return None


def _key_ref_errors(reference: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    name, key = text(reference.get("name")), text(reference.get("key"))
    yield from all_invalid(path / "name", name, subdomain_errors(name), "invalid-object-name")
    if not key:
        yield required(path / "key")
    else:
        yield from all_invalid(path / "key", key, config_key_errors(key), "invalid-key")


_CHECKS: Mapping[str, Callable[[Mapping[str, Any], FieldPath], Iterator[FieldError]]] = {  # in the API server's order
    "fieldRef": _field_ref_errors,
    "resourceFieldRef": _resource_ref_errors,
    "configMapKeyRef": _key_ref_errors,
    "secretKeyRef": _key_ref_errors,
    "fileKeyRef": file_errors,
}


def _env_from_errors(entry: Mapping[str, Any], path: FieldPath, version: KubernetesVersion) -> Iterator[FieldError]:
    prefix = text(entry.get("prefix"))
    if prefix:
        errors = env_name_errors(prefix, relaxed=version.relaxed_names)
        yield from all_invalid(path / "prefix", prefix, errors, "invalid-env-name")
    present = [key for key in ("configMapRef", "secretRef") if entry.get(key) is not None]
    for key in present:
        name = text(mapping(entry[key]).get("name"))
        if not name:
            yield required(path / key / "name")
        else:
            yield from all_invalid(path / key / "name", name, prefix_errors(name), "invalid-object-name")
    # The API server names the list here, not the item.
    if not present:
        words = "must specify one of: `configMapRef` or `secretRef`"
        yield FieldError(path, invalid("", words), "no-value-source", path.parent)
    elif len(present) > 1:
        yield FieldError(path, invalid("", _SEVERAL), "several-value-sources", path.parent)


def _duplicates(env: Sequence[Mapping[str, Any]], path: FieldPath) -> Iterator[FieldError]:
    """The warning for a name that is declared again without building on what it was."""
    first: dict[str, int] = {}
    for index, entry in enumerate(env):
        name, value = text(entry.get("name")), text(entry.get("value"))
        if first.setdefault(name, index) == index:
            continue
        mention = f"$({name})"
        if entry.get("valueFrom") is not None or value == mention or mention not in value:
            words = f"hides previous definition of {quote(name)}, which may be dropped when using apply"
            yield FieldError(
                path / index, words, "duplicate-name", None, "warning", {"name": name, "first": first[name]}
            )
