"""Walks through an Evaluation that several rules share: strings, Objects, pods, Problems and variables."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from typing import Any, NamedTuple, TypeVar

from playground.engine.containers.environment import (
    RESOLVED,
    ContainerEnvironment,
    ExpandedText,
    Fate,
    OriginKind,
    Variable,
    VariableReference,
)
from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import PodPlace, items_of, mapping_at, pods_of
from playground.engine.kubernetes.schema import type_of
from playground.engine.model.location import ROOT, FieldPath, SourceSpan
from playground.engine.model.problems import Problem
from playground.engine.model.records import record
from playground.engine.reading.objects import DOLLARS, Dollars, TracedObject

GUESSES = 20_000  # comparisons of names with misspelt ones per rule, in all; they are slow
_OBJECTS = (
    OriginKind.SECRET_KEY,
    OriginKind.CONFIG_MAP_KEY,
    OriginKind.ENV_FROM_SECRET,
    OriginKind.ENV_FROM_CONFIG_MAP,
)
Place = tuple[str | int, ...]  # keys and indexes of a value
Walked = TypeVar("Walked")


def walk(compute: Callable[[Evaluation], Walked]) -> Callable[[Evaluation], Walked]:
    """A walk through an Evaluation that is made once, for all rules."""

    @wraps(compute)
    def walked(evaluation: Evaluation) -> Walked:
        remembered = evaluation.remembered
        if compute not in remembered:
            remembered[compute] = compute(evaluation)
        result: Walked = remembered[compute]
        return result

    return walked


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


@walk
def every_object(evaluation: Evaluation) -> Sequence[tuple[TracedObject, FieldPath, Any]]:
    """Every Object, also in a List: the TracedObject that holds it, its path in that, its value."""
    return tuple(_every_object(evaluation))


def _every_object(evaluation: Evaluation) -> Iterator[tuple[TracedObject, FieldPath, Any]]:
    return ((item, path, value) for item in evaluation.objects for path, value in items_of(item.value))


@walk
def known_objects(evaluation: Evaluation) -> Sequence[tuple[TracedObject, FieldPath, Mapping[str, Any]]]:
    """Those of a known type."""
    return [each for each in every_object(evaluation) if is_known(each[2])]


def is_known(value: Any) -> bool:
    """Whether an Object is of a known type."""
    return isinstance(value, dict) and bool(type_of(value))


@walk
def pods(evaluation: Evaluation) -> Mapping[tuple[int, FieldPath], tuple[TracedObject, PodPlace]]:
    """Every pod spec, with its Object; the key is the Object's ``id`` and the path of the pod's owner in it."""
    return _pods(evaluation)


def _pods(evaluation: Evaluation) -> Mapping[tuple[int, FieldPath], tuple[TracedObject, PodPlace]]:
    return {(id(item), pod.owner_path): (item, pod) for item in evaluation.objects for pod in pods_of(item)}


@walk
def any_problems(evaluation: Evaluation) -> Sequence[Problem]:
    """All Problems of the Template, its processing, the cluster and the containers; most texts have none."""
    return evaluation.problems


def problems(evaluation: Evaluation, *patterns: str) -> Sequence[Problem]:
    """The Problems with one of these ``patterns``, in their order."""
    by_pattern = _problems_by_pattern(evaluation)
    groups = [by_pattern[pattern] for pattern in patterns if pattern in by_pattern]
    if len(groups) < 2:
        return groups[0] if groups else ()
    return [problem for problem in any_problems(evaluation) if problem.pattern in patterns]


@walk
def _problems_by_pattern(evaluation: Evaluation) -> Mapping[str, Sequence[Problem]]:
    by_pattern: dict[str, list[Problem]] = {}
    for problem in any_problems(evaluation):
        by_pattern.setdefault(problem.pattern, []).append(problem)
    return by_pattern


@walk
def from_objects(evaluation: Evaluation) -> Sequence[tuple[ContainerEnvironment, Sequence[Variable]]]:
    """The containers that have variables from ConfigMaps and Secrets, by `envFrom` or by key, with those."""
    return tuple(_from_objects(evaluation))


def _from_objects(evaluation: Evaluation) -> Iterator[tuple[ContainerEnvironment, Sequence[Variable]]]:
    for container in evaluation.containers:
        found = [each for each in container.own if each.expanded is None and each.origin.kind in _OBJECTS]
        if found:
            yield container, found


@walk
def declared_names(evaluation: Evaluation) -> frozenset[str]:
    """The distinct names of all entries of `env`."""
    return frozenset(_declared_names(evaluation))


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


SHELLS = frozenset({"sh", "bash", "ash", "dash", "ksh", "zsh", "busybox"})
_NAME_OF_VARIABLE = re.compile(r"[A-Z0-9_]+")


@record()
class Use:
    """One reference (or escape) in a text that Kubernetes expands, with its surroundings."""

    object: TracedObject  # that contains the reference; not the Evaluation, which would make a reference cycle
    container: ContainerEnvironment
    text: ExpandedText
    reference: VariableReference
    variable: Variable | None  # the variable whose value the text is; None in command and args
    env_index: int | None  # the number of its entry in `env`
    shell: bool  # whether the container's process is a shell with a script

    @property
    def span(self) -> SourceSpan:
        """The place of the reference in the source."""
        return self.object.span(self.text.path, self.reference.start, self.reference.end)

    @property
    def field(self) -> str:
        """The path of the field with the reference, as the source has it."""
        return str(self.object.where(self.text.path))

    @property
    def written(self) -> str:
        """The reference as it is written in the text."""
        return self.text.text[self.reference.start : self.reference.end]

    @property
    def in_shell(self) -> bool:
        """Whether the text is passed to a shell, which does its own expansion."""
        if not self.shell:
            return False
        inside = self.text.path[len(self.container.path) :]
        return inside[:1] in (("command",), ("args",))

    @property
    def is_command(self) -> bool:
        """Whether a shell would run it as a command, `$(date)`, if Kubernetes does not replace it."""
        return self.in_shell and not _NAME_OF_VARIABLE.fullmatch(self.reference.name)


@walk
def uses(evaluation: Evaluation) -> tuple[Use, ...]:
    """Every reference that the kubelet expands, in its order."""
    return tuple(uses_where(evaluation, lambda _reference, _owner: True))


def uses_where(evaluation: Evaluation, wanted: Callable[[VariableReference, Variable | None], bool]) -> Iterator[Use]:
    """The uses whose reference is ``wanted``: called with it, and the variable whose value it is in, if it is in one.

    Most references are as they should be, and a Use of each would take longer than to ask.
    """
    for container, texts, shell, _ in with_dollars(evaluation):
        for text, owner in texts:
            for reference in text.references:
                if wanted(reference, owner):
                    index = index_of(owner) if owner is not None else None
                    yield Use(evaluation.objects[container.object], container, text, reference, owner, index, shell)


@walk
def uses_left(evaluation: Evaluation) -> Sequence[Use]:
    """The uses that are not replaced by a value."""
    return list(uses_where(evaluation, _is_left))


def _is_left(reference: VariableReference, _owner: Variable | None) -> bool:
    return reference.fate is not RESOLVED


def unresolved(evaluation: Evaluation) -> Sequence[Use]:
    """The uses of names that no variable has."""
    return [use for use in uses_left(evaluation) if use.reference.fate is Fate.UNRESOLVED]


def first_declared(evaluation: Evaluation, container: ContainerEnvironment) -> Mapping[str, int]:
    """The index of the first entry of a container's `env` with each name."""
    declared = reversed(container.declared)
    place = first_declared, container.object, container.path
    return evaluation.once(place, lambda: {each.name: int(each.path[-1]) for each in declared if each.path})


def index_of(variable: Variable) -> int:
    """The index of a declared variable in `env`."""
    assert variable.path is not None
    return int(variable.path[-1])


class WithDollars(NamedTuple):
    """The texts of a container that contain a `$`."""

    container: ContainerEnvironment
    texts: Sequence[tuple[ExpandedText, Variable | None]]  # that see its environment: of env, then command and args
    shell: bool  # whether its process is a shell with a script
    # Of probes, which see something else, and subPathExpr, which have rules of their own.
    others: Sequence[ExpandedText]


@walk
def with_dollars(evaluation: Evaluation) -> Sequence[WithDollars]:
    """The containers that have such texts: a few of all texts, gathered once for all rules."""
    return tuple(_with_dollars(evaluation))


def has_bare_dollars(evaluation: Evaluation) -> bool:
    """Whether one of these texts has a `$` that does not begin `$(`; most have none."""
    return has_bare_dollar(all_texts(evaluation))


def has_bare_dollar(text: str) -> bool:
    """Whether a `$` in the text does not begin `$(`."""
    return text.count("$") > text.count("$(")


@walk
def all_texts(evaluation: Evaluation) -> str:
    """These texts one after the other: what is not in this is in none of them."""
    return "\n".join(_all_texts(with_dollars(evaluation)))


def _all_texts(rows: Sequence[WithDollars]) -> Sequence[str]:
    inside = [text.text for row in rows for text, _ in row.texts]
    return inside + [text.text for row in rows for text in row.others]


def in_shells(evaluation: Evaluation) -> bool:
    """Whether one of these texts is in a container whose process is a shell with a script."""
    return any(row.shell for row in with_dollars(evaluation))


def _with_dollars(evaluation: Evaluation) -> Iterator[WithDollars]:
    for container in evaluation.containers:
        texts: list[tuple[ExpandedText, Variable | None]] = [
            (text, own) for own in container.declared if (text := own.expanded) is not None and "$" in text.text
        ]
        texts += [(text, None) for text in (*container.command, *container.args) if "$" in text.text]
        elsewhere = container.probes or container.sub_paths  # which most containers do not have
        others = [text for text in _elsewhere(container) if "$" in text.text] if elsewhere else []
        if texts or others:
            yield WithDollars(container, texts, runs_shell(container), others)


def _elsewhere(container: ContainerEnvironment) -> Sequence[ExpandedText]:
    """The texts of probes and mounts."""
    commands = (text for probe in container.probes for text in probe.command)
    return (*commands, *(item.expanded for item in container.sub_paths))


@walk
def with_other_dollars(evaluation: Evaluation) -> frozenset[int]:
    """The Objects, by their ``id``, that may have strings with a `$` beside those that the kubelet expands.

    Of a Template's Objects, all strings with a `$` are known, and mostly the kubelet expands as many.
    """
    return frozenset(_with_other_dollars(evaluation))


def _with_other_dollars(evaluation: Evaluation) -> Iterator[int]:
    expanded = Counter[int]()
    for container, texts, _, others in with_dollars(evaluation):
        expanded[container.object] += len(texts) + len(others)
    for index, item in enumerate(evaluation.objects):
        known: Dollars | None = item.remembered.get(DOLLARS)
        if known is None or len(known) > expanded[index]:
            yield id(item)


def runs_shell(container: ContainerEnvironment) -> bool:
    """Whether the container's process is a shell that reads a script from its arguments (`sh -c …`)."""
    return is_script([argument.text for argument in (*container.command, *container.args)[:20]])


def is_script(command: Sequence[Any]) -> bool:
    """Whether a command is a shell with a script (`sh -c …`)."""
    words = [word for word in command[:20] if isinstance(word, str)]
    if SHELLS.isdisjoint([word.rsplit("/", 1)[-1] for word in words[:2]]):
        return False
    return any(word.startswith("-") and not word.startswith("--") and "c" in word for word in words[1:])
