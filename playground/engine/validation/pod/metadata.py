"""Validation of a pod's metadata: its names, labels and annotations.

apimachinery v1.36 ``ValidateObjectMeta`` and ``ValidateAnnotations``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from playground.engine.kubernetes.names import label_errors, prefix_errors, qualified_name_errors, subdomain_errors
from playground.engine.kubernetes.pods import PodPlace, mapping, text
from playground.engine.model.location import FieldPath
from playground.engine.validation.errors import FieldError, all_invalid
from playground.engine.validation.labels import label_map_errors


def metadata_errors(place: PodPlace, path: FieldPath) -> Iterator[FieldError]:
    """Errors in the metadata of a Pod or a pod template, only recorded: the rule POD611 reports them.

    In a path of a pod template's metadata, the API server leaves out `metadata`.
    """
    for error in _metadata_errors(place.metadata, path, named=place.kind == "Pod"):
        printed = None if place.kind == "Pod" else path.parent.join(error.path[len(path) :])
        yield replace(error, stage="recorded", printed=printed)


def _metadata_errors(metadata: Mapping[str, Any], path: FieldPath, *, named: bool) -> Iterator[FieldError]:
    if named:
        yield from _name_errors(metadata, path)
    yield from label_map_errors(mapping(metadata.get("labels")), path / "labels")
    for key in mapping(metadata.get("annotations")):
        yield from all_invalid(path / "annotations", key, qualified_name_errors(key.lower()), "invalid-name")


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
