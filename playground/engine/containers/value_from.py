"""Resolves one ``valueFrom``: its value, or why it has none.

Kubernetes v1.36 ``makeEnvironmentVariables``. The value of an object that is not in the text is unknown. The object
is missing only if the cluster is complete: the user gave its Services, ConfigMaps or Secrets.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any

from playground.engine.cluster import DataObject
from playground.engine.cluster.pod_facts import PodFacts
from playground.engine.containers.downward import field_value, resource_value
from playground.engine.containers.environment import OriginKind, VariableOrigin
from playground.engine.kubernetes.env_file import EnvFileError, parse_env_file
from playground.engine.kubernetes.fieldpaths import DownwardError, split_subscript
from playground.engine.kubernetes.pods import mapping, mapping_at, text
from playground.engine.model.records import record
from playground.engine.text.go import quote

_KEY_ORIGINS = {"ConfigMap": OriginKind.CONFIG_MAP_KEY, "Secret": OriginKind.SECRET_KEY}
_FILE_ERROR = "couldn't parse env file"


@record()
class Outcome:
    """The outcome of one source. Without a value the source was skipped, failed with ``error``, or is unknown.

    ``pattern`` names the Problem to record, if any.
    """

    origin: VariableOrigin
    value: str | None = None
    skipped: bool = False
    error: str = ""
    pattern: str = ""
    detail: Mapping[str, Any] = field(default_factory=dict)


@record()
class EnvEntry:
    """The entry of ``env`` to resolve: its label, its container, its pod."""

    label: str
    container: Mapping[str, Any]
    facts: PodFacts


def resolve_value_from(source: Mapping[str, Any], entry: EnvEntry) -> Outcome:
    """The outcome of a ``valueFrom``. Of several sources the first counts; without a source the value is empty."""
    for key, resolve in _RESOLVERS.items():
        if source.get(key) is not None and (key != "fileKeyRef" or entry.facts.cluster.version.env_files):
            return resolve(mapping(source[key]), entry)
    return Outcome(VariableOrigin(OriginKind.ENV, entry.label), "")


def _field(reference: Mapping[str, Any], entry: EnvEntry) -> Outcome:
    path = text(reference.get("fieldPath"))
    origin = VariableOrigin(OriginKind.FIELD, entry.label, detail=path)
    try:
        fact = field_value(reference, entry.facts)
    except DownwardError as error:
        return Outcome(origin, error=str(error), pattern="unsupported-field", detail={"field": path})
    origin = VariableOrigin(OriginKind.FIELD, entry.label, fact.assumed, detail=path)
    parts = split_subscript(path)
    # An empty value is surely not meant if the pod does not have the label or annotation.
    if parts is None or fact.value or parts[1] in entry.facts.own_entries(parts[0]):
        return Outcome(origin, fact.value)
    detail = {"field": parts[0], "key": parts[1]}
    return Outcome(origin, fact.value, pattern="absent-label", detail=detail)


def _resource(reference: Mapping[str, Any], entry: EnvEntry) -> Outcome:
    resource = text(reference.get("resource"))
    origin = VariableOrigin(OriginKind.RESOURCE, entry.label, detail=resource)
    try:
        amount = resource_value(reference, entry.container, entry.facts)
    except DownwardError as error:
        return Outcome(origin, error=str(error), pattern="unsupported-resource", detail={"resource": resource})
    origin = VariableOrigin(OriginKind.RESOURCE, entry.label, amount.assumed, detail=resource, rounded=amount.rounded)
    return Outcome(origin, amount.value)


def _config_map_key(reference: Mapping[str, Any], entry: EnvEntry) -> Outcome:
    return _key_outcome("ConfigMap", reference, entry)


def _secret_key(reference: Mapping[str, Any], entry: EnvEntry) -> Outcome:
    return _key_outcome("Secret", reference, entry)


def _key_outcome(kind: str, reference: Mapping[str, Any], entry: EnvEntry) -> Outcome:
    name, key = text(reference.get("name")), text(reference.get("key"))
    description = f"key {key} of {kind} {name}"
    origin = VariableOrigin(_KEY_ORIGINS[kind], entry.label, secret=kind == "Secret", detail=description)
    data_object = entry.facts.cluster.find(kind, name, entry.facts.namespace.value)
    if data_object is None:
        return absent_outcome(kind, reference, entry.facts, origin)
    if key not in data_object.data:
        if reference.get("optional") is True:
            return Outcome(origin, skipped=True)
        error = f"couldn't find key {key} in {kind} {entry.facts.namespace.value}/{name}"
        detail = {"kind": kind, "name": name, "key": key}
        return Outcome(origin, error=error, pattern="missing-key", detail=detail)
    return Outcome(key_origin(data_object, key, origin), data_object.data[key])


def key_origin(data_object: DataObject, key: str, origin: VariableOrigin) -> VariableOrigin:
    """The origin with the place of the key, if the ConfigMap or Secret was pasted."""
    return VariableOrigin(
        kind=origin.kind,
        label=origin.label,
        assumed=origin.assumed,
        secret=origin.secret,
        detail=origin.detail,
        object=data_object.object,
        source=data_object.places.get(key),
        binary=key in data_object.binary,
    )


def absent_outcome(kind: str, reference: Mapping[str, Any], facts: PodFacts, origin: VariableOrigin) -> Outcome:
    """The outcome for an absent ConfigMap or Secret: skipped if optional, else an error in a complete cluster.

    A complete cluster that lacks an optional object is no problem: the container starts without the object.
    """
    name, optional = text(reference.get("name")), reference.get("optional") is True
    pattern = "" if optional and facts.cluster.complete else f"absent-{kind.lower()}"
    error = f"{kind.lower()} {quote(name)} not found" if facts.cluster.complete and not optional else ""
    detail = {"kind": kind, "name": name, "optional": optional}
    return Outcome(origin, skipped=optional, error=error, pattern=pattern, detail=detail)


def _file_key(reference: Mapping[str, Any], entry: EnvEntry) -> Outcome:
    volume, key = text(reference.get("volumeName")), text(reference.get("key"))
    path = posixpath.normpath("/" + text(reference.get("path"))).lstrip("/")
    origin = VariableOrigin(OriginKind.FILE_KEY, entry.label, detail=f"key {key} of file {path} in volume {volume}")
    detail = {"volume": volume, "path": path, "key": key}
    if volume not in entry.facts.volumes:
        error = f"cannot find the volume {quote(volume)} referenced by FileKeyRef"
        return Outcome(origin, error=error, pattern="missing-volume", detail=detail)
    if entry.facts.cluster.files.assumed:
        return Outcome(origin, pattern="absent-file", detail=detail)
    content = mapping_at(entry.facts.cluster.files.value, (volume,)).get(path)
    if not isinstance(content, str):
        return Outcome(origin, error=_FILE_ERROR, pattern="missing-file", detail=detail)
    try:
        value = entry.facts.once((volume, path), lambda: parse_env_file(content)).value(key)
    except EnvFileError as problem:
        return Outcome(origin, error=_FILE_ERROR, pattern="bad-file", detail={**detail, "reason": str(problem)})
    if value:  # the kubelet takes an empty value for a missing key
        return Outcome(origin, value)
    if reference.get("optional") is True:
        return Outcome(origin, skipped=True)
    error = f"environment variable key {quote(key)} not found in file {quote(f'<volumes>/{volume}/{path}')}"
    return Outcome(origin, error=error, pattern="missing-key", detail=detail)


_Resolver = Callable[[Mapping[str, Any], EnvEntry], Outcome]
_RESOLVERS: Mapping[str, _Resolver] = {  # in the kubelet's order
    "fieldRef": _field,
    "resourceFieldRef": _resource,
    "configMapKeyRef": _config_map_key,
    "secretKeyRef": _secret_key,
    "fileKeyRef": _file_key,
}
