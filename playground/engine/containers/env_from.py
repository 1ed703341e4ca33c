"""The sources of ``envFrom``: each gives all keys of a ConfigMap or Secret as variables, with a prefix.

Kubernetes v1.36 ``makeEnvironmentVariables``. Kubelets up to v1.29 skip keys that are not names of variables (#123385).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from playground.engine.cluster import DataObject
from playground.engine.containers.environment import OriginKind, VariableOrigin
from playground.engine.kubernetes.names import strict_env_name_errors
from playground.engine.kubernetes.pods import mapping, mappings, text
from playground.engine.model.location import FieldPath
from playground.engine.model.records import record

_KINDS = {"configMapRef": "ConfigMap", "secretRef": "Secret"}
_ORIGINS = {"ConfigMap": OriginKind.ENV_FROM_CONFIG_MAP, "Secret": OriginKind.ENV_FROM_SECRET}


@record()
class EnvFromSource:
    """One item of ``envFrom``: the ConfigMap or Secret that it names, and the prefix of its variables."""

    path: FieldPath
    prefix: str
    kind: str
    name: str
    reference: Mapping[str, Any]
    origin: VariableOrigin  # of all its variables; ``value_from.key_origin`` adds the place of each key


def env_from_sources(container: Mapping[str, Any], path: FieldPath) -> Iterator[EnvFromSource]:
    """The items of the ``envFrom`` of the container at ``path``, without items that name no object."""
    for index, item in enumerate(mappings(container.get("envFrom"))):
        kind, reference = _reference(item)
        if kind:
            name = text(reference.get("name"))
            origin = VariableOrigin(_ORIGINS[kind], f"envFrom {kind} {name}", secret=kind == "Secret")
            yield EnvFromSource(path / "envFrom" / index, text(item.get("prefix")), kind, name, reference, origin)


def _reference(item: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """The kind of the object that an item of `envFrom` names, and the reference; ("", {}) if it names no object."""
    for key, kind in _KINDS.items():
        if item.get(key) is not None:
            return kind, mapping(item[key])
    return "", {}


def prefixed_keys(source: EnvFromSource, data: DataObject) -> tuple[str, ...]:
    """The names of the variables that ``source`` makes of the keys of ``data``, in the order of the keys."""
    return tuple([source.prefix + key for key in data.data])


def strange_names(names: Sequence[str]) -> tuple[str, ...]:
    """The ``names`` that are not valid names of variables, sorted."""
    return tuple(sorted(name for name in names if strict_env_name_errors(name)))


def skipped_message(data: DataObject, names: Sequence[str], namespace: str) -> str:
    """The message of the Event when the kubelet skips the keys with these ``names``."""
    kind = data.kind[0].lower() + data.kind[1:]
    return (
        f"Keys [{', '.join(names)}] from the EnvFrom {kind} {namespace}/{data.name}"
        " were skipped since they are considered invalid environment variable names."
    )
