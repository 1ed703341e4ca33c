"""Walks through an Evaluation that several rules share: strings, Objects, pods, Problems and variables."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any

from playground.engine.environment import (
    ContainerEnvironment,
    OriginKind,
    Variable,
)
from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.lists import items_of
from playground.engine.kubernetes.pods import PodPlace, mapping_at, pods_of
from playground.engine.kubernetes.schema import type_of
from playground.engine.location import ROOT, FieldPath
from playground.engine.problems import Problem
from playground.engine.reading.objects import DOLLARS, Dollars, TracedObject

GUESSES = 20_000  # comparisons of names with misspelt ones per rule, in all; they are slow
_OBJECTS = (
    OriginKind.SECRET_KEY,
    OriginKind.CONFIG_MAP_KEY,
    OriginKind.ENV_FROM_SECRET,
    OriginKind.ENV_FROM_CONFIG_MAP,
)
Place = tuple[str | int, ...]  # keys and indexes of a value


def strings(value: Any, path: FieldPath = ROOT, sought: str = "$") -> Iterator[tuple[FieldPath, str]]:
    """Every string in a plain value that contains ``sought``, with its path, in the order of the text."""
    if isinstance(value, str) and sought in value:
        yield path, value
    found: list[tuple[Place, str]] = []
    if isinstance(value, dict | list):
        _gather(value, path, sought, found)
    yield from ((FieldPath(place), text) for place, text in found)


def _gather(value: Any, place: Place, sought: str, found: list[tuple[Place, str]]) -> None:
    """Append the strings of a mapping or list to ``found``; recursive, but no deeper than a Document may be."""
    for part, item in value.items() if type(value) is dict else enumerate(value):
        kind = type(item)
        if kind is str:
            if sought in item:
                found.append((place + (part,), item))  # noqa: RUF005 (see FieldPath)
        elif kind is dict or kind is list:
            _gather(item, place + (part,), sought, found)  # noqa: RUF005


def entries(value: Any) -> Iterator[tuple[str | int, Any]]:
    """The keys or indexes of a mapping or list, with their values; nothing for a scalar."""
    return iter(value.items() if type(value) is dict else enumerate(value) if type(value) is list else ())


def strings_of(item: TracedObject) -> Dollars:
    """The strings of an Object that contain a `$`; computed once for all rules, if processing does not know them."""
    return item.once(DOLLARS, lambda: list(strings(item.value)))


def strings_below(item: TracedObject, path: FieldPath, excluded: Container[Any]) -> Iterable[tuple[FieldPath, str]]:
    """The strings that contain a `$` below the mapping at ``path``, except in its ``excluded`` fields.

    There are none if there is no mapping.
    """
    known: Dollars | None = item.remembered.get(DOLLARS)
    if known is None:  # the excluded fields, which may hold most strings, are not searched
        below = {name: field for name, field in mapping_at(item.value, path).items() if name not in excluded}
        return strings(below, path)
    depth = len(path)
    inside = (found for found in known if len(found[0]) > depth and found[0][:depth] == path)
    return [found for found in inside if found[0][depth] not in excluded]


def every_object(evaluation: Evaluation) -> Sequence[tuple[TracedObject, FieldPath, Any]]:
    """Every Object, also in a List: the TracedObject that holds it, its path in that, its value."""
    return evaluation.once(every_object, lambda: tuple(_every_object(evaluation)))


def _every_object(evaluation: Evaluation) -> Iterator[tuple[TracedObject, FieldPath, Any]]:
    return ((item, path, value) for item in evaluation.objects for path, value in items_of(item.value))


def known_objects(evaluation: Evaluation) -> Sequence[tuple[TracedObject, FieldPath, Mapping[str, Any]]]:
    """Those of a known type."""
    return evaluation.once(known_objects, lambda: [each for each in every_object(evaluation) if is_known(each[2])])


def is_known(value: Any) -> bool:
    """Whether an Object is of a known type."""
    return isinstance(value, dict) and bool(type_of(value))


def pods(evaluation: Evaluation) -> Mapping[tuple[int, FieldPath], tuple[TracedObject, PodPlace]]:
    """Every pod spec, with its Object; the key is the Object's ``id`` and the path of the pod's owner in it."""
    return evaluation.once(pods, lambda: _pods(evaluation))


def _pods(evaluation: Evaluation) -> Mapping[tuple[int, FieldPath], tuple[TracedObject, PodPlace]]:
    return {(id(item), pod.owner_path): (item, pod) for item in evaluation.objects for pod in pods_of(item)}


def any_problems(evaluation: Evaluation) -> Sequence[Problem]:
    """All Problems of the Template, its processing, the cluster and the containers; most texts have none."""
    return evaluation.once(any_problems, lambda: evaluation.problems)


def problems(evaluation: Evaluation, *patterns: str) -> Sequence[Problem]:
    """The Problems with one of these ``patterns``, in their order."""
    known = evaluation.once(problems, lambda: _by_pattern(evaluation))
    found = [known[pattern] for pattern in patterns if pattern in known]
    if len(found) < 2:
        return found[0] if found else ()
    return [problem for problem in any_problems(evaluation) if problem.pattern in patterns]


def _by_pattern(evaluation: Evaluation) -> Mapping[str, Sequence[Problem]]:
    found: dict[str, list[Problem]] = {}
    for problem in any_problems(evaluation):
        found.setdefault(problem.pattern, []).append(problem)
    return found


def from_objects(evaluation: Evaluation) -> Sequence[tuple[ContainerEnvironment, Sequence[Variable]]]:
    """The containers that have variables from ConfigMaps and Secrets, by `envFrom` or by key, with those."""
    return evaluation.once(from_objects, lambda: tuple(_from_objects(evaluation)))


def _from_objects(evaluation: Evaluation) -> Iterator[tuple[ContainerEnvironment, Sequence[Variable]]]:
    for container in evaluation.containers:
        found = [each for each in container.own if each.expanded is None and each.origin.kind in _OBJECTS]
        if found:
            yield container, found


def declared_names(evaluation: Evaluation) -> frozenset[str]:
    """The distinct names of all entries of `env`."""
    return evaluation.once(declared_names, lambda: frozenset(_declared_names(evaluation)))


def _declared_names(evaluation: Evaluation) -> Iterator[str]:
    return (variable.name for container in evaluation.containers for variable in container.declared)


def names_in(evaluation: Evaluation, container: ContainerEnvironment) -> frozenset[str]:
    """The names of a container's variables."""
    place = names_in, container.object, container.path
    return evaluation.once(place, lambda: frozenset((*container.services, *(each.name for each in container.own))))


Places = Mapping[Place, ContainerEnvironment]


def places_of_containers(evaluation: Evaluation) -> Places:
    """The containers of the Template's objects, by their path in its Document."""
    processed = len(evaluation.processed.objects) if evaluation.processed else 0
    return {
        evaluation.objects[container.object].where(container.path): container
        for container in evaluation.containers
        if container.object < processed
    }


def container_at(places: Places, path: FieldPath) -> ContainerEnvironment | None:
    """The container that the field at ``path`` belongs to; None if it is in none."""
    found = (places.get(path[:depth]) for depth in range(len(path)))
    return next((container for container in found if container is not None), None)
