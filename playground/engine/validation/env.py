"""Validation of a container's `env` and `envFrom`: errors and warnings.

Kubernetes v1.36 ``ValidateEnv``, ``ValidateEnvFrom`` and ``pkg/api/pod/warnings.go``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from playground.engine.cluster import Cluster
from playground.engine.goformat import quote
from playground.engine.kubernetes.names import env_name_errors, prefix_errors
from playground.engine.kubernetes.pods import mapping, text
from playground.engine.kubernetes.versions import KubernetesVersion
from playground.engine.location import FieldPath
from playground.engine.validation.errors import FieldError, all_invalid, invalid, required
from playground.engine.validation.sources import SEVERAL, source_errors


def env_errors(env: Sequence[Mapping[str, Any]], path: FieldPath, cluster: Cluster) -> Iterator[FieldError]:
    """The errors in the entries of `env`, without those in the volumes of files."""
    for index, entry in enumerate(env):
        yield from _entry_errors(entry, path / index, cluster)


def _entry_errors(entry: Mapping[str, Any], path: FieldPath, cluster: Cluster) -> Iterator[FieldError]:
    name = text(entry.get("name"))
    if name:
        errors = env_name_errors(name, relaxed=cluster.version.relaxed_names)
        yield from all_invalid(path / "name", name, errors, "invalid-env-name")
    else:
        yield required(path / "name")
    if entry.get("valueFrom") is not None:
        source = mapping(entry["valueFrom"])
        yield from source_errors(source, text(entry.get("value")), path / "valueFrom", cluster)


def env_from_errors(entries: Sequence[Any], path: FieldPath, version: KubernetesVersion) -> Iterator[FieldError]:
    """The errors in the entries of `envFrom`."""
    for index, entry in enumerate(map(mapping, entries)):
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
    # The API server names the list here, not the item.
    if not present:
        words = "must specify one of: `configMapRef` or `secretRef`"
        yield FieldError(path, invalid("", words), "no-value-source", path.parent)
    elif len(present) > 1:
        yield FieldError(path, invalid("", SEVERAL), "several-value-sources", path.parent)


def repetition_warnings(env: Sequence[Mapping[str, Any]], path: FieldPath) -> Iterator[FieldError]:
    """The warnings for names that are declared again without building on what they were."""
    if len({text(entry.get("name")) for entry in env}) == len(env):
        return
    first: dict[str, int] = {}
    for index, entry in enumerate(env):
        name, value = text(entry.get("name")), text(entry.get("value"))
        if first.setdefault(name, index) == index:
            continue
        mention = f"$({name})"
        if entry.get("valueFrom") is not None or value == mention or mention not in value:
            words = f"hides previous definition of {quote(name)}, which may be dropped when using apply"
            detail = {"name": name, "first": first[name]}
            yield FieldError(path / index, words, "duplicate-name", stage="warning", detail=detail)
