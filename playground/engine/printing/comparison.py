"""What differs between the Objects that several value sets make of one text: Object by Object, field by field."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from playground.engine.kubernetes.pods import kind_and_name
from playground.engine.model.deadline import Deadline
from playground.engine.model.location import ROOT, FieldPath
from playground.engine.model.records import record
from playground.engine.reading.objects import TracedObject


class _Missing:
    """The type of MISSING."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = _Missing()  # the value of a field that a set's Object does not have


@record()
class Difference:
    """A field that is not the same in all sets; the tuples have one item for each set, in the order of the sets."""

    objects: tuple[TracedObject | None, ...]  # None: the set has no such Object
    path: FieldPath  # of the field, relative to the Object; ROOT for a whole Object
    values: tuple[Any, ...]  # MISSING: the set has no such field

    @property
    def name(self) -> str:
        """The Object as `Kind/name`, by the first set that has it."""
        return kind_and_name(next(item.value for item in self.objects if item is not None))


def compare(sets: Sequence[Sequence[TracedObject]], deadline: Deadline) -> Iterator[Difference]:
    """What differs between the Objects of ``sets``, in the order of the Objects and of their fields.

    Objects correspond if they come from the same place of the text, whatever their names; elements of lists, if they
    have the same index. A field that only some sets have is a single Difference, however much it holds. Values of
    different types differ: 1, "1" and true. Raises OutOfTimeError when the ``deadline`` passes.
    """
    by_place = [{(item.document.index, item.path): item for item in objects} for objects in sets]
    for place in dict.fromkeys(place for places in by_place for place in places):
        objects = tuple(places.get(place) for places in by_place)
        values = tuple(MISSING if item is None else item.value for item in objects)
        for path, differing in _differing(values, deadline):
            yield Difference(objects, path, differing)


def _differing(values: tuple[Any, ...], deadline: Deadline) -> Iterator[tuple[FieldPath, tuple[Any, ...]]]:
    """The outermost fields that differ between ``values``, each with its values."""
    stack = [(ROOT, values)]
    while stack:
        path, values = stack.pop()
        deadline.spend(len(values))
        first, kinds = values[0], {type(value) for value in values}
        if all(value is first for value in values):
            continue
        if kinds == {dict}:
            keys = dict.fromkeys(key for value in values for key in value)
            children = [(path / key, tuple(value.get(key, MISSING) for value in values)) for key in keys]
            stack += reversed(children)
        elif kinds == {list}:
            longest = max(map(len, values))
            children = [(path / index, tuple(_item(value, index) for value in values)) for index in range(longest)]
            stack += reversed(children)
        elif len(kinds) > 1 or any(value != first for value in values):
            yield path, values


def _item(items: list[Any], index: int) -> Any:
    return items[index] if index < len(items) else MISSING
