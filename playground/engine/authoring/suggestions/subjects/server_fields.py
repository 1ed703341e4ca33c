"""The rules `server`, `owned` and `namespace`, as far as they remove something of the pasted Objects."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from playground.engine.authoring.suggestions.model import Suggestion
from playground.engine.authoring.suggestions.removing import is_removable
from playground.engine.authoring.suggestions.subjects.namespaces import NAMESPACE_PATH, namespaces_of
from playground.engine.authoring.value_places import ValuePlace
from playground.engine.authoring.wrapping import PlainObject
from playground.engine.kubernetes.pods import field_at, mapping_at, name_of, sequence
from playground.engine.model.deadline import Deadline
from playground.engine.model.location import ROOT, FieldPath, SourceSpan

_LONGEST_KEY: Final = 200  # characters: a form holds the keys as names of fields
Numbered = tuple[int, FieldPath]  # the number of an Object, and a path in it

_OF_METADATA: Final = (
    *("uid", "resourceVersion", "creationTimestamp", "generation", "selfLink", "managedFields", "ownerReferences"),
)
_ANNOTATIONS: Final = (
    *("kubectl.kubernetes.io/last-applied-configuration", "deployment.kubernetes.io/revision"),
    *("pv.kubernetes.io/bind-completed", "pv.kubernetes.io/bound-by-controller", "volume.kubernetes.io/selected-node"),
)
_METADATA: Final = FieldPath(("metadata",))
# The metadata of pods and claims in Objects: clients write `creationTimestamp: null` there.
_FURTHER_METADATA: Final = (
    FieldPath(("spec", "template", "metadata")),
    FieldPath(("spec", "jobTemplate", "metadata")),
    FieldPath(("spec", "jobTemplate", "spec", "template", "metadata")),
    FieldPath(("template", "metadata")),
)
# Fields that the server fills if the author leaves them out, by kind.
_FILLED: Final[Mapping[str, tuple[FieldPath, ...]]] = {
    "Service": (FieldPath(("spec", "clusterIP")), FieldPath(("spec", "clusterIPs"))),
    "Pod": (FieldPath(("spec", "nodeName")),),
    "PersistentVolumeClaim": (FieldPath(("spec", "volumeName")),),
}
_JOB_LABELS: Final = ("controller-uid", "batch.kubernetes.io/controller-uid")
_OF_JOBS: Final = (
    FieldPath(("metadata", "labels")),
    FieldPath(("spec", "selector", "matchLabels")),
    FieldPath(("spec", "template", "metadata", "labels")),
)
# Fields with a value that no author writes.
_SURE: Final = ("uid", "resourceVersion", "managedFields", "selfLink", "creationTimestamp")


def removals(objects: Sequence[PlainObject], deadline: Deadline) -> Iterator[Suggestion]:
    """The suggestions to remove what the server wrote, Objects that others create, and the only namespace."""
    fields: dict[str, list[Numbered]] = defaultdict(list)
    unsure: dict[str, list[Numbered]] = defaultdict(list)
    for number, item in enumerate(objects):
        deadline.spend()
        for path in _server_fields(item.value):
            if is_removable(item, path):
                fields[_field_name(path)].append((number, path))
        is_sure = any(field_at(item.value, _METADATA / key) is not None for key in _SURE)
        for path in _filled_fields(item.value):
            if is_removable(item, path):
                (fields if is_sure else unsure)[_field_name(path)].append((number, path))
    for field, numbered in fields.items():
        yield _removal(objects, "server", field, numbered)
    for field, numbered in unsure.items():
        yield replace(
            _removal(objects, "server", field, numbered),
            key=f"server:{field}:by-hand",
            title=f"Remove `{field}`, which fits one cluster only",
            is_on=False,
        )
    yield from _owned(objects)
    yield from _namespace(objects)


def _server_fields(value: Any) -> Iterator[FieldPath]:
    """The paths of fields that only a server, or a client in its name, writes."""
    if isinstance(value, dict) and "status" in value:
        yield FieldPath(("status",))
    yield from (_METADATA / key for key in _OF_METADATA if key in mapping_at(value, _METADATA))
    annotations = mapping_at(value, _METADATA / "annotations")
    yield from (_METADATA / "annotations" / key for key in _ANNOTATIONS if key in annotations)
    for path in _FURTHER_METADATA:
        if "creationTimestamp" in mapping_at(value, path):
            yield path / "creationTimestamp"
    for index, claim in enumerate(sequence(field_at(value, ("spec", "volumeClaimTemplates")))):
        place = FieldPath(("spec", "volumeClaimTemplates", index))
        if "status" in mapping_at(claim, ()):
            yield place / "status"
        if "creationTimestamp" in mapping_at(claim, _METADATA):
            yield place / "metadata" / "creationTimestamp"


def _filled_fields(value: Any) -> Iterator[FieldPath]:
    """The paths of fields that an author may write, too, but whose values belong to one cluster."""
    kind = field_at(value, ("kind",))
    for path in _FILLED.get(kind, ()) if isinstance(kind, str) else ():
        filled = field_at(value, path)
        if filled is not None and filled not in ("None", "", ["None"]):  # `None` is an author's word: headless
            yield path
    if kind == "Job":
        for path in _OF_JOBS:
            yield from (path / key for key in _JOB_LABELS if key in mapping_at(value, path))


def _field_name(path: FieldPath) -> str:
    """The name of a field for people, the same for all Objects."""
    last = str(path[-1])
    return last if last in ("status", *_ANNOTATIONS, *_JOB_LABELS) else f"{path[-2]}.{last}"


def _removal(objects: Sequence[PlainObject], rule: str, field: str, numbered: Sequence[Numbered]) -> Suggestion:
    places = tuple(sorted((_place(objects, *row) for row in numbered), key=lambda place: place.span))
    return Suggestion(f"{rule}:{field}", rule, f"Remove `{field}`", True, places, fields=tuple(numbered))


def _place(objects: Sequence[PlainObject], number: int, path: FieldPath) -> ValuePlace:
    """The place of a field with its key; of a whole Object, that of the Object."""
    document, place = objects[number].document, objects[number].path.join(path)
    start = document.key_span(place).start if path else document.span(place).start
    span = SourceSpan(start, max(start, document.span(place).end))
    return ValuePlace(str(place), span, "", "", same=True, path=(number, path))


def owned_numbers(objects: Sequence[PlainObject]) -> frozenset[int]:
    """The numbers of the Objects that others create; none if all are so."""
    numbers = frozenset(
        number
        for number, item in enumerate(objects)
        if sequence(field_at(item.value, _METADATA / "ownerReferences")) and is_removable(item, ROOT)
    )
    return numbers if len(numbers) < len(objects) else frozenset()


def _owned(objects: Sequence[PlainObject]) -> Iterator[Suggestion]:
    """One suggestion for each Object with an owner. If all have owners, there are none: nothing would be left."""
    keys: set[str] = set()
    for number in sorted(owned_numbers(objects)):
        value = objects[number].value
        name = f"{field_at(value, ('kind',))}/{name_of(value) or 'unnamed'}"
        key = f"owned:{name}"[:_LONGEST_KEY]
        key = f"{key}:{number}" if key in keys else key
        keys.add(key)
        owner = sequence(field_at(value, _METADATA / "ownerReferences"))[0]
        creator = f"{field_at(owner, ('kind',))}/{field_at(owner, ('name',))}"
        places = (_place(objects, number, ROOT),)
        yield Suggestion(
            key, "owned", f"Leave out {name}, which {creator} creates", True, places, fields=((number, ROOT),)
        )


def _namespace(objects: Sequence[PlainObject]) -> Iterator[Suggestion]:
    """The suggestion to remove the namespace of all Objects, if it is the same: the Template may go anywhere."""
    listed = namespaces_of(objects)
    if len(listed) != 1 or "$" in next(iter(listed)):
        return
    numbered = [
        (number, NAMESPACE_PATH)
        for number, item in enumerate(objects)
        if isinstance(field_at(item.value, NAMESPACE_PATH), str) and is_removable(item, NAMESPACE_PATH)
    ]
    if numbered:
        yield _removal(objects, "namespace", "metadata.namespace", numbered)
