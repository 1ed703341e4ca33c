"""Validation of a pod's metadata: its names, labels and annotations.

apimachinery v1.36 ``api/validation/objectmeta.go``: ``ValidateObjectMeta``, ``ValidateAnnotations`` and
``validateOwnerReference``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from playground.engine.kubernetes.names import label_errors, prefix_errors, qualified_name_errors, subdomain_errors
from playground.engine.kubernetes.pods import PodPlace, mapping, mappings, text
from playground.engine.model.location import FieldPath
from playground.engine.validation.errors import FieldError, all_invalid, invalid, too_long
from playground.engine.validation.labels import label_map_errors

_MOST_BYTES: Final = 262_144  # of all keys and values of the annotations
_REPORTED: Final = ("too-long", "bad-owner")  # the rule POD611 reports the other errors


def metadata_errors(place: PodPlace, path: FieldPath) -> Iterator[FieldError]:
    """Errors in the metadata of a Pod or a pod template. Those of names are only recorded: POD611 reports them.

    In a path of a pod template's metadata, the API server leaves out `metadata`.
    """
    for error in _metadata_errors(place.metadata, path, named=place.kind == "Pod"):
        printed = None if place.kind == "Pod" else path.parent.join(error.path[len(path) :])
        yield replace(error, stage=error.stage if error.pattern in _REPORTED else "recorded", printed=printed)


def _metadata_errors(metadata: Mapping[str, Any], path: FieldPath, *, named: bool) -> Iterator[FieldError]:
    if named:
        yield from _name_errors(metadata, path)
    yield from label_map_errors(mapping(metadata.get("labels")), path / "labels")
    annotations = mapping(metadata.get("annotations"))
    for key in annotations:
        yield from all_invalid(path / "annotations", key, qualified_name_errors(key.lower()), "invalid-name")
    if sum(_bytes(key) + _bytes(text(value)) for key, value in annotations.items()) > _MOST_BYTES:
        yield too_long(path / "annotations", _MOST_BYTES)
    if named:  # a pod template gets no owner
        for owner in mappings(metadata.get("ownerReferences")):
            yield from _owner_errors(owner, path / "ownerReferences")


def _bytes(value: str) -> int:
    return len(value) if value.isascii() else len(value.encode("utf-8", "surrogatepass"))


def _owner_errors(owner: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    """Errors in one owner; the API server names no index."""
    group_version = text(owner.get("apiVersion"))
    if group_version.count("/") > 1 or not group_version.rpartition("/")[2]:
        body = invalid(group_version, "version must not be empty")
        yield FieldError(path / "apiVersion", body, "bad-owner")
    for key in ("kind", "name", "uid"):
        if not text(owner.get(key)):
            yield FieldError(path / key, invalid("", "must not be empty"), "bad-owner")


def _name_errors(metadata: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    name, prefix, namespace = (text(metadata.get(key)) for key in ("name", "generateName", "namespace"))
    if prefix:
        yield from all_invalid(path / "generateName", prefix, prefix_errors(prefix), "invalid-name")
    if name:
        yield from all_invalid(path / "name", name, subdomain_errors(name), "invalid-name")
    elif not prefix:
        body = "Required value: name or generateName is required"
        yield FieldError(path / "name", body, "required-field-missing")
    if namespace:
        yield from all_invalid(path / "namespace", namespace, label_errors(namespace), "invalid-name")
