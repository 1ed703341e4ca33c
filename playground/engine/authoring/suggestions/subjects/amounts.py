"""The rules `replicas`, `storage`, `resources` and `schedule`: how many, how much, and when."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from playground.engine.authoring.suggestions.candidates import Candidate, joined_prefix, whole
from playground.engine.authoring.suggestions.survey import Leaf, Survey, element_path

_OF_CONTAINERS: Final = (("resources", "limits"), ("resources", "requests"))


def replicas(survey: Survey) -> Iterator[Candidate]:
    """The number of pods: `spec.replicas`, if it is a number."""
    leaves = [leaf for leaf in survey.with_keys("replicas") if type(leaf.value) is int]
    return _candidates(survey, [leaf for leaf in leaves if leaf.path == ("spec", "replicas")])


def storage(survey: Survey) -> Iterator[Candidate]:
    """What a claim asks for, and its StorageClass."""
    amounts = [leaf for leaf in survey.with_keys("storage") if leaf.is_literal]
    capacities = [leaf for leaf in amounts if leaf.keys[-3:-1] == ("resources", "requests")]
    yield from _candidates(survey, capacities)
    classes = [leaf for leaf in survey.with_keys("storageClassName") if leaf.is_literal]
    asked_for = [leaf for leaf in classes if leaf.kind != "PersistentVolume"]
    yield from _candidates(survey, asked_for, of_workloads=False)


def resources(survey: Survey) -> Iterator[Candidate]:
    """The limits and requests of containers for CPU and memory, if they are texts."""
    amounts = [leaf for leaf in survey.with_keys("cpu", "memory") if leaf.is_literal]
    return _candidates(survey, [leaf for leaf in amounts if leaf.keys[-3:-1] in _OF_CONTAINERS])


def schedules(survey: Survey) -> Iterator[Candidate]:
    """When a CronJob runs."""
    leaves = [leaf for leaf in survey.with_keys("schedule") if leaf.is_literal and leaf.kind == "CronJob"]
    return _candidates(survey, [leaf for leaf in leaves if leaf.path == ("spec", "schedule")])


def _candidates(survey: Survey, leaves: list[Leaf], *, of_workloads: bool = True) -> Iterator[Candidate]:
    """A Candidate for each whole leaf, with the names that distinguish its owner from others.

    ``of_workloads``: the Object's name stands before all names as soon as there are several workloads.
    """
    owners: dict[str, set[int]] = defaultdict(set)
    elements: dict[int, set[object]] = defaultdict(set)
    for leaf in leaves:
        owners[survey.meaning(leaf).name].add(leaf.number)
        elements[leaf.number].add(element_path(leaf))
    for leaf in leaves:
        meaning = survey.meaning(leaf)
        is_one_of_many = len(owners[meaning.name]) > 1 or (of_workloads and len(survey.workloads) > 1)
        yield Candidate(
            leaf,
            whole(leaf),
            meaning,
            joined_prefix(
                survey.rest_of_object(leaf.number) if is_one_of_many else "",
                survey.rest_of_element(leaf) if len(elements[leaf.number]) > 1 else "",
            ),
        )
