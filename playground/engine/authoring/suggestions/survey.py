"""What the rules read of pasted Objects: their scalars, their workloads, and the name of the application."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

from playground.engine.authoring.meanings import (
    Meaning,
    NamesOfObjects,
    keys_of,
    meaning_of,
    names_of_objects,
)
from playground.engine.authoring.suggestions.application import application_name
from playground.engine.authoring.value_places import bounded, leaves_of
from playground.engine.authoring.wrapping import PlainObject
from playground.engine.editing.parameter_names import upper_name
from playground.engine.kubernetes.pods import POD_KINDS, field_at, mapping, name_of
from playground.engine.model.deadline import Deadline
from playground.engine.model.location import FieldPath
from playground.engine.model.records import record

_IN_LISTS = ("containers", "initContainers", "ephemeralContainers", "volumeClaimTemplates")


@record()
class Leaf:
    """One scalar of an Object."""

    number: int  # of the Object
    item: PlainObject
    path: FieldPath  # in the Object
    keys: tuple[str, ...]  # the path without indexes
    value: Any

    @property
    def key(self) -> str:
        """The last key."""
        return self.keys[-1] if self.keys else ""

    @property
    def above(self) -> str:
        """The key before the last one."""
        return self.keys[-2] if len(self.keys) > 1 else ""

    @property
    def is_literal(self) -> bool:
        """Whether the value is a text that is not blank and holds no reference."""
        return isinstance(self.value, str) and bool(self.value.strip()) and "$" not in self.value

    @property
    def kind(self) -> str:
        """The kind of the Object."""
        kind = field_at(self.item.value, ("kind",))
        return kind if isinstance(kind, str) else ""


@record()
class Survey:
    """What the rules read. Objects that are left out, and fields that the server wrote, have no leaves."""

    objects: tuple[PlainObject, ...]
    leaves: tuple[Leaf, ...]
    by_key: Mapping[str, Sequence[Leaf]]
    names: NamesOfObjects
    application: str  # its name in the Objects; "" if they have none
    workloads: frozenset[int]  # the numbers of the Objects that run pods
    deadline: Deadline

    def meaning(self, leaf: Leaf) -> Meaning:
        """What the field of ``leaf`` is."""
        return meaning_of(leaf.item.value, leaf.path, self.names)

    def with_keys(self, *keys: str) -> Iterator[Leaf]:
        """The leaves whose last key is one of ``keys``; each is a step."""
        for key in keys:
            self.deadline.spend(len(self.by_key.get(key, ())))
            yield from self.by_key.get(key, ())

    def rest_of_name(self, name: str) -> str:
        """What distinguishes a ``name`` from the application's, as a part of a Parameter's name."""
        if self.application:
            name = re.sub(bounded(self.application), "", name)
        return upper_name(name.strip("-._"))

    def rest_of_object(self, number: int) -> str:
        """What distinguishes an Object's name; of one without a name, its kind."""
        value = self.objects[number].value
        name = name_of(value)
        return self.rest_of_name(name) if name else upper_name(str(field_at(value, ("kind",)) or ""))

    def rest_of_element(self, leaf: Leaf) -> str:
        """What distinguishes the name of the container or claim that holds ``leaf``; "" outside of both."""
        path = element_path(leaf)
        element = mapping(field_at(leaf.item.value, path))
        name = element.get("name") or field_at(element, ("metadata", "name"))
        return self.rest_of_name(name) if path and isinstance(name, str) else ""


def element_path(leaf: Leaf) -> FieldPath:
    """The path of the container or claim that holds ``leaf``; empty outside of both."""
    for index in range(len(leaf.path) - 1, 0, -1):
        if leaf.path[index - 1] in _IN_LISTS:
            return FieldPath(leaf.path[: index + 1])
    return FieldPath()


def survey_of(
    objects: Sequence[PlainObject],
    left_out: Container[int],
    removed: Container[tuple[int, FieldPath]],
    deadline: Deadline,
) -> Survey:
    """The Survey of ``objects`` without those ``left_out``, by number, and without the ``removed`` fields.

    Raises OutOfTimeError when the ``deadline`` passes.
    """
    kept = [(number, item) for number, item in enumerate(objects) if number not in left_out]
    leaves = tuple(leaf for number, item in kept for leaf in _leaves(number, item, removed, deadline))
    by_key: dict[str, list[Leaf]] = defaultdict(list)
    for leaf in leaves:
        by_key[leaf.key].append(leaf)
    values = [item.value for _, item in kept]
    return Survey(
        tuple(objects),
        leaves,
        by_key,
        names_of_objects(values),
        application_name(values, deadline),
        frozenset(number for number, item in kept if _is_workload(item.value)),
        deadline,
    )


def _leaves(
    number: int, item: PlainObject, removed: Container[tuple[int, FieldPath]], deadline: Deadline
) -> Iterator[Leaf]:
    for path, value in leaves_of(item.value, deadline):
        depths = range(1, len(path) + 1)
        if value is None or any((number, FieldPath(path[:depth])) in removed for depth in depths):
            continue
        yield Leaf(number, item, path, keys_of(path), value)


def _is_workload(value: Any) -> bool:
    replicas = field_at(value, ("spec", "replicas"))
    return field_at(value, ("kind",)) in POD_KINDS or (isinstance(replicas, int) and not isinstance(replicas, bool))
