"""Validation of volume mounts, their `subPath` and `subPathExpr`.

Kubernetes v1.36 ``ValidateVolumeMounts``, ``validateLocalDescendingPath`` and ``validatePathNoBacksteps``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from playground.engine.goformat import quote
from playground.engine.kubernetes.pods import text
from playground.engine.location import FieldPath
from playground.engine.validation.errors import FieldError, invalid, required

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
    printed = FieldPath((*path[:-2], path[-1]))
    if written.startswith("/"):
        yield FieldError(path, invalid(written, "must be a relative path"), "bad-path", printed)
    yield from backstep_errors(written, path, printed)


def backstep_errors(written: str, path: FieldPath, printed: FieldPath | None = None) -> Iterator[FieldError]:
    """Errors in a path that leads upwards; ``printed`` is the field's path as the API server prints it."""
    if ".." in written.split("/"):
        yield FieldError(path, invalid(written, "must not contain '..'"), "bad-path", printed)
