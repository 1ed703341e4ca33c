"""The answer of `expand -o json`: what the containers receive, as plain values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from operator import attrgetter
from typing import Any

from playground.engine.cluster import Cluster
from playground.engine.environment import ContainerEnvironment, ExpandedText, SubPath, Variable
from playground.engine.location import FieldPath
from playground.engine.problems import Problem
from playground.engine.records import record
from playground.engine.validation.pod import AFTER, LAST

# Containers in the API server's order of validation, and in that of its warnings, in which they are started.
_VALIDATED = ("container", "initContainer", "ephemeralContainer")
_STARTED = ("initContainer", "container", "ephemeralContainer")
# Problems of containers that it finds when it is done with all of them; for ranks see ``validation.pod``.
_LATE = {"missing-volume": AFTER + 1, "volume-not-empty-dir": AFTER + 1, "ephemeral-container": LAST + 1}


def expansion_answer(containers: Sequence[ContainerEnvironment], cluster: Cluster) -> dict[str, Any]:
    """The containers, with the API server's messages about their pods.

    Keys: `containers`, `validationErrors`, `warnings`; `decodeError` if the API server cannot decode an Object,
    whose containers are then missing; `error` if it cannot decode one of the given cluster: then there are none.
    """
    problems = (*cluster.problems, *(problem for container in containers for problem in container.problems))
    undecodable = [problem for problem in problems if problem.detail.get("stage") == "decode"]
    answer: dict[str, Any] = {"containers": [], "validationErrors": [], "warnings": []}
    refused = {problem.detail["object"] for problem in undecodable}
    if undecodable:
        answer["decodeError"] = min(undecodable, key=_decoding_order).error
        containers = [container for container in containers if container.object not in refused]
    found = tuple(_of_pods(containers, cluster, refused))
    answer["validationErrors"] = _errors(sorted(found, key=_VALIDATION_ORDER), "validation", "recorded")
    answer["warnings"] = _errors(sorted(found, key=_WARNING_ORDER), "warning")
    if cluster.error:
        answer["error"] = cluster.error
    else:
        answer["containers"] = [container_answer(container) for container in containers]
    return answer


def _decoding_order(problem: Problem) -> tuple[int, bool, FieldPath]:
    """A sort key: the decoder reports the first error in the order of the keys, but stops at an invalid quantity."""
    return problem.document, problem.detail["type"] != "resource.Quantity", problem.path


@record()
class _Found:
    """A Problem of a pod: of which one, and the ranks of what it is about."""

    problem: Problem
    pod: tuple[int, FieldPath]
    validated: int
    started: int


_VALIDATION_ORDER = attrgetter("pod", "validated")
_WARNING_ORDER = attrgetter("pod", "started")


def _of_pods(
    containers: Sequence[ContainerEnvironment], cluster: Cluster, refused: AbstractSet[int]
) -> Iterator[_Found]:
    """The problems of pods as a whole, then those of their containers."""
    for problem in cluster.problems:
        if "rank" in problem.detail and (index := problem.detail["object"]) not in refused:
            rank = problem.detail["rank"]
            yield _Found(problem, (index, problem.detail["pod"]), rank, rank)
    for container in containers:
        pod, kind = (container.object, container.pod), container.kind
        for problem in container.problems:
            rank = _LATE.get(problem.pattern, _VALIDATED.index(kind) + 1)
            yield _Found(problem, pod, rank, _STARTED.index(kind) + 1)


def _errors(found: Iterable[_Found], *stages: str) -> list[str]:
    """The messages of some stages in their order; each once, as the API server says them (``ToAggregate``)."""
    problems = (item.problem for item in found)
    return list(dict.fromkeys(problem.error for problem in problems if problem.detail.get("stage") in stages))


def container_answer(container: ContainerEnvironment) -> dict[str, Any]:
    """One container. Where its environment could not be made, the kubelet has nothing to show for it."""
    made = not container.aborted
    answer: dict[str, Any] = {
        "kind": container.kind,
        "name": container.name,
        "env": _environment(container.variables) if made else [],
        "command": _results(container.command) if made else [],
        "args": _results(container.args) if made else [],
    }
    if made and container.probes:
        answer["probes"] = [{"kind": probe.kind, "command": _results(probe.command)} for probe in container.probes]
    if made and container.sub_paths:
        answer["subPaths"] = [_sub_path(item) for item in container.sub_paths]
    if container.error:
        answer |= {"error": container.error, "waitingReason": container.waiting_reason, "event": container.event}
    if made and container.nondeterministic:
        answer["nondeterministic"] = list(container.nondeterministic)
    return answer


def _environment(variables: Sequence[Variable]) -> list[dict[str, Any]]:
    """Sorted by name; a value that is random, or not known, is null."""
    pairs = sorted((variable.name, None if variable.random else variable.value) for variable in variables)
    return [{"name": name, "value": value} for name, value in pairs]


def _results(texts: Sequence[ExpandedText]) -> list[str | None]:
    return [None if item.random else item.result for item in texts]


def _sub_path(item: SubPath) -> dict[str, Any]:
    answer: dict[str, Any] = {"mountPath": item.mount_path, "subPathExpr": item.expanded.text}
    if not item.missing:
        answer["subPath"] = None if item.expanded.random else item.expanded.result
    if item.error:
        answer["error"] = item.error
    return answer
