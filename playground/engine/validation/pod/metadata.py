"""Validation of a pod's metadata: its names, labels and annotations.

apimachinery v1.36 ``api/validation/objectmeta.go``: ``ValidateObjectMeta``, ``ValidateAnnotations``,
``ValidateOwnerReferences`` and ``ValidateFinalizers``; Kubernetes v1.36 ``validateKubeFinalizerName``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from playground.engine.kubernetes.names import label_errors, prefix_errors, qualified_name_errors, subdomain_errors
from playground.engine.kubernetes.pods import PodPlace, mapping, mappings, text
from playground.engine.model.location import FieldPath
from playground.engine.text.go import to_json
from playground.engine.validation.errors import FieldError, all_invalid, invalid, too_long
from playground.engine.validation.labels import label_map_errors

_MOST_BYTES: Final = 262_144  # of all keys and values of the annotations
_OWNER_FIELDS: Final = ("apiVersion", "kind", "name", "uid", "controller", "blockOwnerDeletion")  # in Go's order
_CONFLICTING: Final = ("orphan", "foregroundDeletion")
_STANDARD_FINALIZERS: Final = ("kubernetes", *_CONFLICTING)
_NOT_STANDARD: Final = "name is neither a standard finalizer name nor is it fully qualified"
_LONGEST_LIST: Final = 1000  # characters of the owners that a message lists; the API server lists all
_REPORTED: Final = ("too-long", "bad-owner", "bad-finalizer")  # the rule POD611 reports the other errors


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
        yield from _owners_errors(tuple(mappings(metadata.get("ownerReferences"))), path / "ownerReferences")
        finalizers = metadata.get("finalizers")
        names = [name for name in finalizers if isinstance(name, str)] if isinstance(finalizers, list) else []
        yield from _finalizer_errors(names, path / "finalizers")


def _bytes(value: str) -> int:
    return len(value) if value.isascii() else len(value.encode("utf-8", "surrogatepass"))


def _owners_errors(owners: Sequence[Mapping[str, Any]], path: FieldPath) -> Iterator[FieldError]:
    """Errors in the owners: one of them at most is the controller."""
    controller = printed = ""
    for owner in owners:
        yield from _owner_errors(owner, path)
        if owner.get("controller") is not True:
            continue
        name = f"{text(owner.get('kind'))}/{text(owner.get('name'))}"
        if controller:
            printed = printed or _printed_owners(owners)
            reason = f'Only one reference can have Controller set to true. Found "true" in references for {controller}'
            yield FieldError(path, f"Invalid value: {printed}: {reason} and {name}", "bad-owner")
        else:
            controller = name


def _printed_owners(owners: Sequence[Mapping[str, Any]]) -> str:
    printed = to_json([_printed_owner(item) for item in owners], sort_keys=False)
    return printed if len(printed) <= _LONGEST_LIST else f"{printed[:_LONGEST_LIST]}…"


def _printed_owner(owner: Mapping[str, Any]) -> dict[str, Any]:
    """An owner as Go writes it in a message: without the last two fields, which are pointers, if they are not set."""
    return {
        name: value if value is not None else ""
        for name in _OWNER_FIELDS
        if (value := owner.get(name)) is not None or name in _OWNER_FIELDS[:4]
    }


def _finalizer_errors(names: Sequence[str], path: FieldPath) -> Iterator[FieldError]:
    for name in names:
        yield from all_invalid(path, name, qualified_name_errors(name), "bad-finalizer")
    if all(name in names for name in _CONFLICTING):
        reason = f"finalizer {' and '.join(_CONFLICTING)} cannot be both set"
        yield FieldError(path, invalid(list(names), reason), "bad-finalizer")
    for index, name in enumerate(names):
        if "/" not in name and name not in _STANDARD_FINALIZERS:
            yield FieldError(path / index, invalid(name, _NOT_STANDARD), "bad-finalizer")


def _owner_errors(owner: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    """Errors in one owner; the API server names no index."""
    group_version = text(owner.get("apiVersion"))
    if group_version.count("/") > 1 or not group_version.rpartition("/")[2]:
        body = invalid(group_version, "version must not be empty")
        yield FieldError(path / "apiVersion", body, "bad-owner")
    for key in ("kind", "name", "uid"):
        if not text(owner.get(key)):
            yield FieldError(path / key, invalid("", "must not be empty"), "bad-owner")
    if (group_version, owner.get("kind")) == ("v1", "Event"):
        reason = "/v1, Kind=Event is disallowed from being an owner"
        yield FieldError(path, invalid(_printed_owner(owner), reason), "bad-owner")


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
