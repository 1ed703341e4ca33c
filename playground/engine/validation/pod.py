"""Validation of pods as a whole, in the API server's order; of their containers only what concerns several of them.

Kubernetes v1.36 ``ValidatePodCreate``, ``ValidatePodTemplateSpec`` and ``pkg/api/pod/warnings.go``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from playground.engine.cluster import Cluster
from playground.engine.cluster.pod_decoding import decodable, pods_of
from playground.engine.cluster.pod_facts import PodFacts
from playground.engine.deadline import Deadline
from playground.engine.location import FieldPath
from playground.engine.objects import TracedObject
from playground.engine.problems import Problem
from playground.engine.validation.errors import FieldError
from playground.engine.validation.ports import port_warnings
from playground.engine.validation.spec import blank_errors, errors_after, errors_before, list_warnings

_STEPS: Final = 10  # of the deadline, for one pod or error
BEFORE, AFTER, LAST = 0, 4, 6  # the ranks of the messages; those about containers have the ranks between


def with_pod_problems(objects: Sequence[TracedObject], cluster: Cluster, deadline: Deadline | None = None) -> Cluster:
    """The cluster, whose problems now include those of the pods as a whole.

    With a ``deadline``, OutOfTimeError when it passes.
    """
    found = tuple(_problems(objects, cluster, deadline or Deadline()))
    return replace(cluster, problems=(*cluster.problems, *found)) if found else cluster


def _problems(objects: Sequence[TracedObject], cluster: Cluster, deadline: Deadline) -> Iterator[Problem]:
    for index, item in enumerate(objects):
        for place in pods_of(item):
            deadline.spend(_STEPS)
            for rank, error in _ranked(PodFacts(place, cluster)) if decodable(item, place) else ():
                deadline.spend(_STEPS)
                where = item.where(place.owner_path.join(error.path))
                detail = {"stage": error.stage, "object": index, "pod": place.spec_path, "rank": rank, **error.detail}
                yield Problem(error.pattern, item.document.index, where, error=error.message, detail=detail)


def _ranked(facts: PodFacts) -> Iterator[tuple[int, FieldError]]:
    path = FieldPath(facts.place.spec_path[len(facts.place.owner_path) :])
    if facts.place.kind != "StatefulSet":  # whose pods are validated only when they are created
        yield from ((BEFORE, error) for error in errors_before(facts, path))
        yield from ((AFTER, error) for error in errors_after(facts, path))
        if facts.place.kind == "Pod":
            yield from ((LAST, error) for error in blank_errors(facts.spec, path))
    yield from ((BEFORE, error) for error in list_warnings(facts.spec, path))
    if facts.ports:
        yield from ((AFTER, error) for error in port_warnings(facts))
