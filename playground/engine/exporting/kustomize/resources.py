"""The Objects of a processed Template as kustomize reads them, and what kustomize cannot read.

kustomize replaces a List by its items. It knows an Object by group, version, kind, namespace and name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from playground.engine.exporting.kustomize.operations import Operation, applied
from playground.engine.exporting.kustomize.unfit import ANNOTATIONS, refuse_unfit
from playground.engine.exporting.refusal import RefusedError
from playground.engine.exporting.regions import Region, template_regions
from playground.engine.kubernetes.pods import field_at, mapping, name_of
from playground.engine.model.deadline import Deadline
from playground.engine.model.location import ROOT, FieldPath
from playground.engine.model.records import record
from playground.engine.model.refusal import Refusal
from playground.engine.reading.objects import Piece, TracedObject
from playground.engine.templates import ProcessedTemplate

_ITEMS: Final = FieldPath(("items",))


class Identity(NamedTuple):
    """How kustomize knows an Object; ``namespace`` is "" if the Object names none."""

    group: str
    version: str
    kind: str
    namespace: str
    name: str

    @property
    def unique(self) -> tuple[str, ...]:
        """What no two Objects may share. For kustomize, an Object without a namespace is in `default`."""
        return (*self[:3], self.namespace or "default", self.name)


@record()
class Resource:
    """An Object that is no List. ``region``: its lines in the source; None if it comes from a List."""

    item: TracedObject
    region: Region | None

    @property
    def identity(self) -> Identity:
        """How kustomize knows the Object."""
        value = self.item.value
        group, slash, version = str(value.get("apiVersion", "")).partition("/")
        namespace = field_at(value, ("metadata", "namespace"))
        return Identity(*((group, version) if slash else ("", group)), value["kind"], namespace or "", name_of(value))


def resources_of(processed: ProcessedTemplate, deadline: Deadline) -> Mapping[FieldPath, Resource]:
    """The Objects of ``processed`` in their order, by their places in the Document.

    RefusedError for one that kustomize does not read.
    """
    template = processed.template
    regions = template_regions(template, "objects")
    if not regions:
        place = template.document.span(template.path / "objects")
        raise RefusedError(Refusal("The Template has no objects.", "Add one.", place))
    resources = [
        resource
        for item, region in zip(processed.objects, regions, strict=True)
        for resource in _without_lists(item, region, deadline)
    ]
    _refuse_same(resources)
    return {resource.item.path: resource for resource in resources}


def _without_lists(item: TracedObject, region: Region, deadline: Deadline) -> Iterator[Resource]:
    """The Object, or, if it is a List, its items."""
    waiting: list[tuple[TracedObject, Region | None]] = [(item, region)]
    while waiting:
        item, own_region = waiting.pop()
        if not isinstance(item.value, dict):
            raise RefusedError(Refusal("An object is `null`.", "Remove it.", item.span(ROOT)))
        items = item.value.get("items")
        is_list = str(item.value.get("kind")).endswith("List") and "items" in item.value
        if is_list and (items is None or isinstance(items, list)):
            waiting += reversed([(inner, None) for inner in _items_of(item)])
            continue
        refuse_unfit(item, deadline)
        yield Resource(_with_annotation_texts(item), own_region)


def _items_of(item: TracedObject) -> Iterator[TracedObject]:
    """The items of a List, each as an Object of its own."""
    depth = len(_ITEMS) + 1  # of an item
    pieces: dict[str | int, dict[FieldPath, tuple[Piece, ...]]] = defaultdict(dict)
    keys: dict[str | int, dict[FieldPath, str]] = defaultdict(dict)
    for path, own_pieces in item.pieces.items():
        if path.is_under(_ITEMS) and path != _ITEMS:  # a Parameter may also give all items
            pieces[path[depth - 1]][FieldPath(path[depth:])] = own_pieces
    for path, key in item.keys.items():
        if path.is_under(_ITEMS):
            keys[path[depth - 1]][FieldPath(path[depth:])] = key
    for index, value in enumerate(item.value["items"] or ()):
        place = item.where(_ITEMS / index)
        yield TracedObject(value, item.document, place, pieces[index], keys[index])


def _with_annotation_texts(item: TracedObject) -> TracedObject:
    """The Object with "" in place of each annotation that is null: the cluster reads both alike, kustomize does not."""
    nulls = [key for key, text in mapping(field_at(item.value, ANNOTATIONS)).items() if text is None]
    if not nulls:
        return item
    changes = [Operation("replace", ANNOTATIONS / key, "") for key in nulls]
    return replace(item, value=applied(item.value, changes), remembered={})


def _refuse_same(resources: Sequence[Resource]) -> None:
    """Raise RefusedError for two Objects that kustomize cannot tell apart."""
    first: dict[tuple[str, ...], Resource] = {}
    for resource in resources:
        identity = resource.identity
        other = first.setdefault(identity.unique, resource)
        if other is not resource:
            line = other.item.span(ROOT).start.line
            reason = f"`{identity.kind}/{identity.name}` is here a second time; the first is on line {line}."
            hint = "Give one of them another name: kustomize refuses two of the same kind and name."
            raise RefusedError(Refusal(reason, hint, resource.item.span(ROOT)))
