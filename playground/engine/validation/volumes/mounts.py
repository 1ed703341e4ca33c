"""Validation of a container's volume mounts with their `subPath` and `subPathExpr`, and of its volume devices.

Kubernetes v1.36 ``ValidateVolumeMounts``, ``validateMountPropagation``, ``validateMountRecursiveReadOnly``,
``ValidateVolumeDevices``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from playground.engine.cluster.pod_facts import PodFacts
from playground.engine.kubernetes.pods import mapping, mappings, text
from playground.engine.kubernetes.versions import KubernetesVersion
from playground.engine.model.location import FieldPath
from playground.engine.text.go import quote
from playground.engine.validation.errors import (
    FieldError,
    descending_path_errors,
    invalid,
    invalid_value,
    required,
    unsupported,
)
from playground.engine.validation.volumes.pod_volumes import checked_volumes

_PROPAGATIONS: Final = ("Bidirectional", "HostToContainer", "None")
_RECURSIVE_MODES: Final = ("Disabled", "Enabled", "IfPossible")


def mount_errors(container: Mapping[str, Any], path: FieldPath, facts: PodFacts) -> Iterator[FieldError]:
    """The errors in the volume mounts of one ``container``."""
    paths: set[str] = set()
    of_devices = _names_and_paths(container, "volumeDevices", "devicePath")
    for index, mount in enumerate(mappings(container.get("volumeMounts"))):
        place, name, mount_path = path / index, text(mount.get("name")), text(mount.get("mountPath"))
        yield from _name_errors(name, place / "name", facts)
        if not mount_path:
            yield required(place / "mountPath")
        if mount_path in paths:
            body = invalid(mount_path, "must be unique")
            yield FieldError(place / "mountPath", body, "duplicate-mount", detail={"value": mount_path})
        paths.add(mount_path)
        yield from _shared_errors(name, mount_path, place, "mountPath", of_devices, "volumeDevices")
        yield from _sub_path_errors(mount, place)
        if mount.get("mountPropagation") is not None:
            yield from _propagation_errors(mount, container, place / "mountPropagation")
        yield from _recursion_errors(mount, place / "recursiveReadOnly", facts.cluster.version)


_NamesAndPaths = tuple[frozenset[str], frozenset[str]]


def _names_and_paths(container: Mapping[str, Any], list_: str, field: str) -> _NamesAndPaths:
    paths = {text(entry.get("name")): text(entry.get(field)) for entry in mappings(container.get(list_))}
    return frozenset(paths), frozenset(paths.values())  # the API server knows the last path of each name


def _shared_errors(
    name: str, own_path: str, path: FieldPath, field: str, of_list: _NamesAndPaths, list_: str
) -> Iterator[FieldError]:
    """Errors for a name and path that are also in the other list, ``list_``, of mounts or devices."""
    names, paths = of_list
    if name in names:
        yield invalid_value(path / "name", name, f"must not already exist in {list_}")
    if own_path in paths:
        yield invalid_value(path / field, own_path, f"must not already exist as a path in {list_}")


def device_errors(container: Mapping[str, Any], path: FieldPath, facts: PodFacts) -> Iterator[FieldError]:
    """The errors in the volume devices of one ``container``."""
    names: set[str] = set()
    paths: set[str] = set()
    of_mounts = _names_and_paths(container, "volumeMounts", "mountPath")
    for index, device in enumerate(mappings(container.get("volumeDevices"))):
        place, name, device_path = path / index, text(device.get("name")), text(device.get("devicePath"))
        if not name:
            yield required(place / "name")
        elif name in names:
            yield invalid_value(place / "name", name, "must be unique")
        names.add(name)
        yield from _block_errors(name, place / "name", facts)
        if not device_path:
            yield required(place / "devicePath")
        if device_path in paths:
            yield invalid_value(place / "devicePath", device_path, "must be unique")
        if ".." in device_path.split("/"):
            yield invalid_value(place / "devicePath", device_path, "can not contain backsteps ('..')")
        else:
            paths.add(device_path)
        yield from _shared_errors(name, device_path, place, "devicePath", of_mounts, "volumeMounts")


def _block_errors(name: str, path: FieldPath, facts: PodFacts) -> Iterator[FieldError]:
    """Errors in the volume of a device, which must be a claim."""
    if name not in checked_volumes(facts).names:
        yield _absent_volume_error(name, path, facts)
        return
    volume = facts.volumes[name]
    if volume.get("persistentVolumeClaim") is None and volume.get("ephemeral") is None:
        message = "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode"
        yield invalid_value(path, name, message)


def _name_errors(name: str, path: FieldPath, facts: PodFacts) -> Iterator[FieldError]:
    if not name:
        yield required(path)
    if name not in checked_volumes(facts).names:
        yield _absent_volume_error(name, path, facts)


def _absent_volume_error(name: str, path: FieldPath, facts: PodFacts) -> FieldError:
    # The API server does not find a refused volume either, but the volume's own error says enough.
    stage = "recorded" if name in facts.volumes else "validation"
    return FieldError(path, f"Not found: {quote(name)}", "absent-volume", stage=stage, detail={"value": name})


def _sub_path_errors(mount: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    """Errors in the paths of one volume mount before expansion."""
    sub_path, sub_path_expr = text(mount.get("subPath")), text(mount.get("subPathExpr"))
    yield from descending_path_errors(sub_path, path / "subPath", _without_index(path / "subPath"))
    if sub_path_expr and sub_path:
        body = invalid(sub_path_expr, "subPathExpr and subPath are mutually exclusive")
        yield FieldError(path / "subPathExpr", body, "two-sub-paths")
    yield from descending_path_errors(sub_path_expr, path / "subPathExpr", _without_index(path / "subPathExpr"))


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
