"""Validation of a container's `env` and `envFrom`, and of the volumes that a `fileKeyRef` names.

Kubernetes v1.36 ``ValidateEnv``, ``ValidateEnvFrom``, ``validateEnvVarValueFrom``, ``validateFileKeyRefVolumes`` and
``pkg/api/pod/warnings.go``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from playground.engine.cluster import Cluster
from playground.engine.cluster.pod_facts import PodFacts
from playground.engine.kubernetes.fieldpaths import (
    ENV_FIELDS,
    RESOURCES,
    DownwardError,
    converted_field,
    split_subscript,
)
from playground.engine.kubernetes.names import (
    config_key_errors,
    env_name_errors,
    label_errors,
    prefix_errors,
    qualified_name_errors,
    subdomain_errors,
)
from playground.engine.kubernetes.pods import VOLUME_SOURCES, Container, mapping, mappings, text
from playground.engine.kubernetes.quantity import Quantity, QuantityError, parse
from playground.engine.kubernetes.versions import KubernetesVersion
from playground.engine.model.location import FieldPath
from playground.engine.text.go import quote
from playground.engine.validation.errors import FieldError, all_invalid, backstep_errors, invalid, required, unsupported


def env_errors(env: Sequence[Mapping[str, Any]], path: FieldPath, cluster: Cluster) -> Iterator[FieldError]:
    """The errors in the entries of `env`; ``file_volume_errors`` has those about the volume of a `fileKeyRef`."""
    relaxed = cluster.version.relaxed_names
    for index, entry in enumerate(env):
        name = text(entry.get("name"))
        if not name:
            yield required(path / index / "name")
        elif errors := env_name_errors(name, relaxed=relaxed):
            yield from all_invalid(path / index / "name", name, errors, "invalid-env-name")
        if (source := entry.get("valueFrom")) is not None:
            place = path / index / "valueFrom"
            yield from source_errors(mapping(source), text(entry.get("value")), place, cluster)


def env_from_errors(
    entries: Sequence[Mapping[str, Any]], path: FieldPath, version: KubernetesVersion
) -> Iterator[FieldError]:
    """The errors in the entries of `envFrom`."""
    for index, entry in enumerate(entries):
        yield from _env_from_entry_errors(entry, path / index, version)


def _env_from_entry_errors(
    entry: Mapping[str, Any], path: FieldPath, version: KubernetesVersion
) -> Iterator[FieldError]:
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
    # The API server prints the list's path here, not the item's.
    if not present:
        reason = "must specify one of: `configMapRef` or `secretRef`"
        yield FieldError(path, invalid("", reason), "no-value-source", path.parent)
    elif len(present) > 1:
        yield FieldError(path, invalid("", _SEVERAL), "several-value-sources", path.parent)


def repetition_warnings(env: Sequence[Mapping[str, Any]], path: FieldPath) -> Iterator[FieldError]:
    """The warnings for names that are declared again without a reference to the earlier value."""
    if len({text(entry.get("name")) for entry in env}) == len(env):
        return
    first_indexes: dict[str, int] = {}
    for index, entry in enumerate(env):
        name, value = text(entry.get("name")), text(entry.get("value"))
        if first_indexes.setdefault(name, index) == index:
            continue
        own_reference = f"$({name})"
        if entry.get("valueFrom") is not None or value == own_reference or own_reference not in value:
            body = f"hides previous definition of {quote(name)}, which may be dropped when using apply"
            detail = {"name": name, "first": first_indexes[name]}
            yield FieldError(path / index, body, "duplicate-name", stage="warning", detail=detail)


_SOURCES = "`fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`"
_OLD_SOURCES = "`fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`"
_SEVERAL = "may not have more than one field specified at a time"
_SIZES = ("1", *(f"1{unit}" for unit in ("k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei")))
_DIVISORS = {  # by the resource's name, or its start up to "-": the divisors, and the words of the message
    "cpu": (("1m", "1"), "1m and 1 are supported with the cpu resource"),
    "memory": (_SIZES, f"{', '.join(_SIZES)} are supported with the memory resource"),
    "ephemeral-storage": (_SIZES, f"{', '.join(_SIZES)} are supported with the local ephemeral storage resource"),
    "hugepages-": (_SIZES, f"{', '.join(_SIZES)} are supported with the hugepages resource"),
}


def source_errors(source: Mapping[str, Any], value: str, path: FieldPath, cluster: Cluster) -> Iterator[FieldError]:
    """The errors in the `valueFrom` at ``path``, without those about the volume of a `fileKeyRef`.

    ``value`` is the `value` of the same entry.
    """
    # The API server drops a field whose feature is off before it validates.
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
    """The sources of values as the message lists them, with `fileKeyRef` if the version has this field."""
    return _SOURCES if version.env_files else _OLD_SOURCES


def _field_ref_errors(reference: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    return field_errors(reference, path, ENV_FIELDS)


def field_errors(
    reference: Mapping[str, Any], path: FieldPath, fields: Sequence[str], *, defaulted: bool = True
) -> Iterator[FieldError]:
    """Errors in a `fieldRef` to one of the ``fields``, or to a label or annotation.

    ``defaulted``: the API server sets a missing `apiVersion`.
    """
    if not defaulted and not text(reference.get("apiVersion")):
        yield required(path / "apiVersion")
        return
    field_path = text(reference.get("fieldPath"))
    place = path / "fieldPath"
    if not field_path:
        yield required(place)
        return
    try:
        converted = converted_field(text(reference.get("apiVersion")) or "v1", field_path)
    except DownwardError as error:
        yield FieldError(place, invalid(field_path, f"error converting fieldPath: {error}"), "unsupported-field")
        return
    parts = split_subscript(converted)
    if parts is not None:
        key = parts[1].lower() if parts[0] == "metadata.annotations" else parts[1]
        for field_error in all_invalid(place, key, qualified_name_errors(key), "unsupported-field"):
            yield replace(field_error, printed=path)  # the API server prints the path of the whole reference
    elif converted not in fields:
        yield FieldError(place, unsupported(converted, fields), "unsupported-field")


def _resource_ref_errors(reference: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    return resource_field_errors(reference, path, of_volume=False)


def resource_field_errors(reference: Mapping[str, Any], path: FieldPath, *, of_volume: bool) -> Iterator[FieldError]:
    """Errors in a `resourceFieldRef`; in a volume, the reference must name its container."""
    resource = text(reference.get("resource"))
    list_, _, kind = resource.partition(".")
    if of_volume and not text(reference.get("containerName")):
        yield required(path / "containerName")
    elif not resource:
        yield required(path / "resource")
    elif resource not in RESOURCES and not (list_ in ("limits", "requests") and kind.startswith("hugepages-")):
        yield FieldError(path / "resource", unsupported(resource, RESOURCES), "unsupported-resource")
    divisor = _divisor(reference.get("divisor"))
    for start, (allowed, message_end) in _DIVISORS.items() if divisor is not None and divisor.amount else ():
        # As the refused value, the API server prints the resource, not the divisor.
        if list_ in ("limits", "requests") and _is_kind(kind, start) and str(divisor) not in allowed:
            yield FieldError(
                path / "divisor", invalid(resource, f"only divisor's values {message_end}"), "unsupported-divisor"
            )


def _is_kind(kind: str, start: str) -> bool:
    return kind.startswith(start) if start.endswith("-") else kind == start


def _divisor(value: Any) -> Quantity | None:
    try:
        return parse(value)
    except QuantityError:  # ``decoding`` reports it
        return None


def _key_ref_errors(reference: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    name, key = text(reference.get("name")), text(reference.get("key"))
    yield from all_invalid(path / "name", name, subdomain_errors(name), "invalid-object-name")
    if not key:
        yield required(path / "key")
    else:
        yield from all_invalid(path / "key", key, config_key_errors(key), "invalid-key")


def _file_ref_errors(reference: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    """Errors in a `fileKeyRef` itself. An absolute path is allowed: it is relative to the volume."""
    key, volume, file = (text(reference.get(name)) for name in ("key", "volumeName", "path"))
    if key:
        yield from all_invalid(path / "key", key, env_name_errors(key), "invalid-key")
    else:
        yield required(path / "key")
    if volume:
        yield from all_invalid(path / "volumeName", volume, label_errors(volume), "invalid-volume-name")
    else:
        yield required(path / "volumeName")
    if file:
        yield from backstep_errors(file, path / "path")
    else:
        yield required(path / "path")


_CHECKS: Mapping[str, Callable[[Mapping[str, Any], FieldPath], Iterator[FieldError]]] = {  # in the API server's order
    "fieldRef": _field_ref_errors,
    "resourceFieldRef": _resource_ref_errors,
    "configMapKeyRef": _key_ref_errors,
    "secretKeyRef": _key_ref_errors,
    "fileKeyRef": _file_ref_errors,
}


def file_volume_errors(container: Container, facts: PodFacts) -> Iterator[FieldError]:
    """The errors for each `fileKeyRef` whose volume is missing or no emptyDir.

    A volume without a source is an emptyDir.
    """
    path = container.path / "env"
    for index, entry in enumerate(mappings(container.value.get("env")) if facts.cluster.version.env_files else ()):
        if "valueFrom" not in entry or (reference := mapping(entry["valueFrom"]).get("fileKeyRef")) is None:
            continue
        place = path / index / "valueFrom" / "fileKeyRef" / "volumeName"
        name = text(mapping(reference).get("volumeName"))
        volume = facts.volumes.get(name)
        if volume is None:
            yield FieldError(place, f"Not found: {quote(name)}", "missing-volume")
        elif volume.get("emptyDir") is None and any(volume.get(source) is not None for source in VOLUME_SOURCES):
            yield FieldError(place, invalid(name, "referenced volume must be of type emptyDir"), "volume-not-empty-dir")
