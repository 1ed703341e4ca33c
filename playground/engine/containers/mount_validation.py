"""Validation of volume mounts, their `subPath` and `subPathExpr`, and of the file of a `fileKeyRef`.

Kubernetes v1.36 ``ValidateVolumeMounts``, ``validateFileKeySelector`` and ``validateFileKeyRefVolumes``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from playground.engine.containers.field_errors import FieldError, all_invalid, invalid, required
from playground.engine.goformat import quote
from playground.engine.kubernetes.fields import TYPES
from playground.engine.kubernetes.names import env_name_errors, label_errors
from playground.engine.kubernetes.pods import mapping, text
from playground.engine.location import FieldPath

_SOURCES = TYPES["Volume"].keys() - {"name"}
Volumes = Mapping[str, Mapping[str, Any]]  # of the pod, by name


def mounts_errors(
    mounts: Sequence[Mapping[str, Any]], path: FieldPath, volumes: Volumes | None
) -> Iterator[FieldError]:
    """The errors in the volume mounts of one container; ``volumes`` is None if the pod's volumes are not known."""
    paths: set[str] = set()
    for index, mount in enumerate(mounts):
        at, name, where = path / index, text(mount.get("name")), text(mount.get("mountPath"))
        if not name:
            yield required(at / "name")
        if volumes is not None and name not in volumes:
            yield FieldError(at / "name", f"Not found: {quote(name)}", "absent-volume", detail={"value": name})
        if not where:
            yield required(at / "mountPath")
        if where in paths:
            yield FieldError(
                at / "mountPath", invalid(where, "must be unique"), "duplicate-mount", detail={"value": where}
            )
        paths.add(where)
        yield from _mount_errors(mount, at)


def _mount_errors(mount: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    """Errors in the paths of one volume mount, as written, before expansion."""
    sub_path, written = text(mount.get("subPath")), text(mount.get("subPathExpr"))
    yield from _descending_path_errors(sub_path, path / "subPath")
    if written and sub_path:
        words = invalid(written, "subPathExpr and subPath are mutually exclusive")
        yield FieldError(path / "subPathExpr", words, "two-sub-paths")
    yield from _descending_path_errors(written, path / "subPathExpr")


def _descending_path_errors(written: str, path: FieldPath) -> Iterator[FieldError]:
    # The API server leaves out the mount's index here.
    shown = FieldPath((*path[:-2], path[-1]))
    if written.startswith("/"):
        yield FieldError(path, invalid(written, "must be a relative path"), "bad-path", shown)
    yield from _backstep_errors(written, path, shown)


def _backstep_errors(written: str, path: FieldPath, shown: FieldPath | None = None) -> Iterator[FieldError]:
    if ".." in written.split("/"):
        yield FieldError(path, invalid(written, "must not contain '..'"), "bad-path", shown)


def file_errors(reference: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
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
        yield from _backstep_errors(file, path / "path")
    else:
        yield required(path / "path")


def volume_errors(entry: Mapping[str, Any], path: FieldPath, volumes: Volumes) -> Iterator[FieldError]:
    """Errors in the volume of an `env` entry's `fileKeyRef`: it must be an emptyDir, which one without a source is."""
    reference = mapping(entry.get("valueFrom")).get("fileKeyRef")
    if reference is None:
        return
    name, at = text(mapping(reference).get("volumeName")), path / "valueFrom" / "fileKeyRef" / "volumeName"
    if name not in volumes:
        yield FieldError(at, f"Not found: {quote(name)}", "missing-volume")
    elif volumes[name].get("emptyDir") is None and any(volumes[name].get(key) is not None for key in _SOURCES):
        yield FieldError(at, invalid(name, "referenced volume must be of type emptyDir"), "volume-not-empty-dir")
