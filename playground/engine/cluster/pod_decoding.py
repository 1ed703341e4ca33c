"""What the API server cannot decode in a pod outside of its containers: metadata, volumes, structure.

Kubernetes v1.36 types; the containers themselves are checked in ``validation``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from playground.engine.kubernetes.fitting import fits
from playground.engine.kubernetes.pods import CONTAINER_LISTS, PodPlace, field_at, pod_places, text
from playground.engine.kubernetes.quick_check import is_sound
from playground.engine.kubernetes.types import DecodeError, decode_errors, refusal
from playground.engine.location import FieldPath
from playground.engine.objects import TracedObject
from playground.engine.problems import Problem

_HOLDERS: Mapping[tuple[str, ...], str] = {  # between an Object and its pod spec, by Go's names
    ("spec", "jobTemplate"): "JobTemplateSpec",
    ("spec", "jobTemplate", "spec"): "JobSpec",
    ("spec", "jobTemplate", "spec", "template"): "PodTemplateSpec",
    ("spec", "template"): "PodTemplateSpec",
    ("template",): "PodTemplateSpec",
}

_PATTERNS = {
    "string": "non-string-value",
    "types.UID": "non-string-value",
    "[]uint8": "invalid-base64",
    "resource.Quantity": "invalid-quantity",
}


def pods_of(item: TracedObject) -> tuple[PodPlace, ...]:
    """Every pod spec of an Object, found once for the cluster, the containers and the rules."""
    return item.once(pods_of, lambda: pod_places(item.value))


def decode_problem(
    index: int, item: TracedObject, kind: str, api_version: str, found: DecodeError, owner: FieldPath
) -> Problem:
    """The Problem of one value that the API server cannot decode.

    ``index`` is that of the Object ``item``, ``owner`` the path of what the value belongs to.
    """
    return Problem(
        pattern=_PATTERNS.get(found.go_type, "wrong-value-type"),
        document=item.document.index,
        path=item.where(owner.join(found.path)),
        error=refusal(kind, api_version, found.message),
        detail={"stage": "decode", "type": found.go_type, "value": found.value, "object": index},
    )


def pod_problems(objects: Sequence[TracedObject]) -> Iterator[Problem]:
    """The problems of all pods' own fields, in the order of the pods."""
    for index, item in enumerate(objects):
        for place in pods_of(item):
            api_version = text(place.owner.get("apiVersion"))
            for found in () if decodable(item, place) else _errors(place):
                yield decode_problem(index, item, place.kind, api_version, found, place.owner_path)


def sound(item: TracedObject, path: FieldPath, value: Any) -> bool:
    """Whether the Object at ``path`` of ``item`` (itself, or an item of a List) passes the quick check; computed once.

    Nearly every Object does; then cluster, containers and rules skip their detailed checks.
    """
    return item.once((sound, path), lambda: is_sound(value))


def decodable(item: TracedObject, place: PodPlace) -> bool:
    """Whether the API server can decode a pod of ``item`` with all its containers."""
    return sound(item, place.owner_path, place.owner) or item.once((decodable, place.spec_path), lambda: _fits(place))


def _fits(place: PodPlace) -> bool:
    holder = field_at(place.owner, place.spec_path[len(place.owner_path) : -1])
    return isinstance(holder, dict) and (
        fits(holder.get("metadata"), "v1.ObjectMeta") and fits(holder.get("spec"), "v1.PodSpec")
    )


def _errors(place: PodPlace) -> Iterator[DecodeError]:
    spec_path = FieldPath(place.spec_path[len(place.owner_path) :])
    struct = place.kind
    for depth in range(1, len(spec_path)):
        path = FieldPath(spec_path[:depth])
        holder = field_at(place.owner, path)
        name = _HOLDERS.get(tuple(map(str, path)), f"{place.kind}Spec")
        if not isinstance(holder, dict):
            yield from decode_errors(holder, f"v1.{name}", struct, path)
            return
        struct = name
    holder_path = spec_path.parent
    holder = field_at(place.owner, holder_path)
    yield from decode_errors(holder.get("metadata"), "v1.ObjectMeta", struct, holder_path / "metadata")
    yield from decode_errors(_without_containers(holder.get("spec")), "v1.PodSpec", struct, spec_path)


def _without_containers(spec: Any) -> Any:
    """The pod spec with null, which always fits, in place of each container that can be checked separately."""
    if not isinstance(spec, dict):
        return spec
    lists = {key: spec[key] for key, _ in CONTAINER_LISTS if isinstance(spec.get(key), list)}
    emptied = {key: [None if isinstance(entry, dict) else entry for entry in list_] for key, list_ in lists.items()}
    return {**spec, **emptied}
