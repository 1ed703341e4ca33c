"""Validation of a container's volume mounts with their `subPath` and `subPathExpr`.

Kubernetes v1.36 ``ValidateVolumeMounts``, ``validateMountPropagation``, ``validateMountRecursiveReadOnly`` and
``validateLocalDescendingPath``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from playground.engine.cluster.pod_facts import PodFacts
from playground.engine.kubernetes.pods import mapping, mappings, text
from playground.engine.kubernetes.versions import KubernetesVersion
from playground.engine.model.location import FieldPath
from playground.engine.text.go import quote
from playground.engine.validation.errors import FieldError, invalid, required, unsupported
from playground.engine.validation.volumes import backstep_errors, checked_volumes

_PROPAGATIONS: Final = ("Bidirectional", "HostToContainer", "None")
_RECURSIVE_MODES: Final = ("Disabled", "Enabled", "IfPossible")


def mount_errors(container: Mapping[str, Any], path: FieldPath, facts: PodFacts) -> Iterator[FieldError]:
    """The errors in the volume mounts of one ``container``."""
    paths: set[str] = set()
    for index, mount in enumerate(mappings(container.get("volumeMounts"))):
        place, mount_path = path / index, text(mount.get("mountPath"))
        yield from _name_errors(text(mount.get("name")), place / "name", facts)
        if not mount_path:
            yield required(place / "mountPath")
        if mount_path in paths:
            body = invalid(mount_path, "must be unique")
            yield FieldError(place / "mountPath", body, "duplicate-mount", detail={"value": mount_path})
        paths.add(mount_path)
        yield from _sub_path_errors(mount, place)
        if mount.get("mountPropagation") is not None:
            yield from _propagation_errors(mount, container, place / "mountPropagation")
        yield from _recursion_errors(mount, place / "recursiveReadOnly", facts.cluster.version)


def _name_errors(name: str, path: FieldPath, facts: PodFacts) -> Iterator[FieldError]:
    if not name:
        yield required(path)
    if name not in checked_volumes(facts).names:
        # The API server does not find a refused volume either, but the volume's own error says enough.
        stage = "recorded" if name in facts.volumes else "validation"
        yield FieldError(path, f"Not found: {quote(name)}", "absent-volume", stage=stage, detail={"value": name})


def _sub_path_errors(mount: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    """Errors in the paths of one volume mount before expansion."""
    sub_path, sub_path_expr = text(mount.get("subPath")), text(mount.get("subPathExpr"))
    yield from _descending_path_errors(sub_path, path / "subPath")
    if sub_path_expr and sub_path:
        body = invalid(sub_path_expr, "subPathExpr and subPath are mutually exclusive")
        yield FieldError(path / "subPathExpr", body, "two-sub-paths")
    yield from _descending_path_errors(sub_path_expr, path / "subPathExpr")


def _descending_path_errors(field_value: str, path: FieldPath) -> Iterator[FieldError]:
    if field_value.startswith("/"):
        yield FieldError(path, invalid(field_value, "must be a relative path"), "bad-path", _without_index(path))
    yield from backstep_errors(field_value, path, _without_index(path))


def _propagation_errors(
    mount: Mapping[str, Any], container: Mapping[str, Any], path: FieldPath
) -> Iterator[FieldError]:
    propagation, printed = text(mount["mountPropagation"]), _without_index(path)
    if propagation not in _PROPAGATIONS:
        body = unsupported(propagation, _PROPAGATIONS)
        yield FieldError(path, body, "unknown-choice", printed, detail={"value": propagation})
    elif propagation == "Bidirectional" and mapping(container.get("securityContext")).get("privileged") is not True:
        body = "Forbidden: Bidirectional mount propagation is available only to privileged containers"
        yield FieldError(path, body, "forbidden-field", printed)


def _recursion_errors(mount: Mapping[str, Any], path: FieldPath, version: KubernetesVersion) -> Iterator[FieldError]:
    """Errors in `recursiveReadOnly`. Before v1.31 the API server drops that field."""
    if mount.get("recursiveReadOnly") is None or not version.recursive_read_only:
        return
    mode, printed = text(mount["recursiveReadOnly"]), _without_index(path)
    if mode not in _RECURSIVE_MODES:
        body = unsupported(mode, _RECURSIVE_MODES)
        yield FieldError(path, body, "unknown-choice", printed, detail={"value": mode})
    elif mode != "Disabled":
        if mount.get("readOnly") is not True:
            body = "Forbidden: may only be specified when readOnly is true"
            yield FieldError(path, body, "forbidden-field", printed)
        if mount.get("mountPropagation") not in (None, "None"):
            body = "Forbidden: may only be specified when mountPropagation is None or not specified"
            yield FieldError(path, body, "forbidden-field", printed)


def _without_index(path: FieldPath) -> FieldPath:
    """The path of a field of a mount as the API server prints it: without the index of the mount."""
    return FieldPath((*path[:-2], path[-1]))
