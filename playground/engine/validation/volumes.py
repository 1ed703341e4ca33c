"""Validation of a pod's volumes, and of a container's volume mounts with their `subPath` and `subPathExpr`.

Kubernetes v1.36 ``ValidateVolumes``, ``validateVolumeSource``, ``ValidateVolumeMounts``,
``validateLocalDescendingPath`` and ``validatePathNoBacksteps``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from playground.engine.kubernetes.names import label_errors
from playground.engine.kubernetes.pods import mapping, mappings, text
from playground.engine.model.location import FieldPath
from playground.engine.text.go import quote
from playground.engine.validation.errors import FieldError, all_invalid, duplicate, invalid, required

VOLUME_SOURCES: Final = (  # in the order of validation
    "emptyDir hostPath gitRepo gcePersistentDisk awsElasticBlockStore secret nfs iscsi glusterfs flocker"
    " persistentVolumeClaim rbd cinder cephfs quobyte downwardAPI fc flexVolume configMap azureFile vsphereVolume"
    " photonPersistentDisk portworxVolume azureDisk storageos projected scaleIO csi ephemeral image"
).split()
_REQUIRED_FIELDS: Final = {
    "secret": ("secretName",),
    "configMap": ("name",),
    "persistentVolumeClaim": ("claimName",),
    "hostPath": ("path",),
    "nfs": ("server", "path"),
    "csi": ("driver",),
}


def volumes_errors(volumes: Sequence[Any], path: FieldPath) -> Iterator[FieldError]:
    """Errors in the volumes of a pod."""
    names: set[str] = set()
    for index, volume in enumerate(mappings(volumes)):
        errors = tuple(_volume_errors(volume, path / index, names))
        yield from errors
        if not errors:
            names.add(text(volume.get("name")))


def _volume_errors(volume: Mapping[str, Any], path: FieldPath, earlier_names: set[str]) -> Iterator[FieldError]:
    for number, source in enumerate(source for source in VOLUME_SOURCES if volume.get(source) is not None):
        if number:
            body = "Forbidden: may not specify more than 1 volume type"
            yield FieldError(path / source, body, "several-value-sources")
        else:
            fields = (
                field for field in _REQUIRED_FIELDS.get(source, ()) if not text(mapping(volume[source]).get(field))
            )
            yield from (required(path / source / field) for field in fields)
    name = text(volume.get("name"))
    if name:
        yield from all_invalid(path / "name", name, label_errors(name), "invalid-volume-name")
    else:
        yield required(path / "name")
    if name in earlier_names:
        yield duplicate(path / "name", name, "duplicate-volume-name")


Volumes = Mapping[str, Mapping[str, Any]]  # of the pod, by name


def mounts_errors(
    mounts: Sequence[Mapping[str, Any]], path: FieldPath, volumes: Volumes | None
) -> Iterator[FieldError]:
    """The errors in the volume mounts of one container; ``volumes`` is None if the pod's volumes are not known."""
    paths: set[str] = set()
    for index, mount in enumerate(mounts):
        place, name, mount_path = path / index, text(mount.get("name")), text(mount.get("mountPath"))
        if not name:
            yield required(place / "name")
        if volumes is not None and name not in volumes:
            yield FieldError(place / "name", f"Not found: {quote(name)}", "absent-volume", detail={"value": name})
        if not mount_path:
            yield required(place / "mountPath")
        if mount_path in paths:
            body = invalid(mount_path, "must be unique")
            yield FieldError(place / "mountPath", body, "duplicate-mount", detail={"value": mount_path})
        paths.add(mount_path)
        yield from _mount_errors(mount, place)


def _mount_errors(mount: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    """Errors in the paths of one volume mount before expansion."""
    sub_path, sub_path_expr = text(mount.get("subPath")), text(mount.get("subPathExpr"))
    yield from _descending_path_errors(sub_path, path / "subPath")
    if sub_path_expr and sub_path:
        body = invalid(sub_path_expr, "subPathExpr and subPath are mutually exclusive")
        yield FieldError(path / "subPathExpr", body, "two-sub-paths")
    yield from _descending_path_errors(sub_path_expr, path / "subPathExpr")


def _descending_path_errors(field_value: str, path: FieldPath) -> Iterator[FieldError]:
    # The API server prints this path without the mount's index.
    printed = FieldPath((*path[:-2], path[-1]))
    if field_value.startswith("/"):
        yield FieldError(path, invalid(field_value, "must be a relative path"), "bad-path", printed)
    yield from backstep_errors(field_value, path, printed)


def backstep_errors(field_value: str, path: FieldPath, printed: FieldPath | None = None) -> Iterator[FieldError]:
    """The error of a path with `..`; ``printed`` is the field's path as the API server prints it, if not ``path``."""
    if ".." in field_value.split("/"):
        yield FieldError(path, invalid(field_value, "must not contain '..'"), "bad-path", printed)
