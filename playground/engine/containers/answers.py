"""The answer of `expand -o json`: what the containers receive, as plain values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from playground.engine.cluster import Cluster
from playground.engine.environment import ContainerEnvironment, ExpandedText, SubPath, Variable
from playground.engine.location import FieldPath
from playground.engine.problems import Problem

# The API server's order; all else, as the warnings, follows the pod: init containers first.
_VALIDATION_ORDER = ("container", "initContainer", "ephemeralContainer")
_AFTER_ALL = ({"missing-volume", "volume-not-empty-dir"}, {"ephemeral-container"})  # are about the pod as a whole


def expansion_answer(containers: Sequence[ContainerEnvironment], cluster: Cluster) -> dict[str, Any]:
    """The containers, with the API server's messages about their pods.

    Keys: `containers`, `validationErrors`, `warnings`; `decodeError` if the API server cannot decode an Object,
    whose containers are then missing; `error` if it cannot decode one of the given cluster: then there are none.
    """
    problems = (*cluster.problems, *(problem for container in containers for problem in container.problems))
    undecodable = [problem for problem in problems if problem.detail.get("stage") == "decode"]
    answer: dict[str, Any] = {"containers": [], "validationErrors": [], "warnings": []}
    if undecodable:
        answer["decodeError"] = min(undecodable, key=_decoding_order).error
        refused = {problem.detail["object"] for problem in undecodable}
        containers = [container for container in containers if container.object not in refused]
    answer["validationErrors"] = _errors(_in_validation_order(containers), "validation")
    answer["warnings"] = _errors((problem for item in containers for problem in item.problems), "warning")
    if cluster.error:
        answer["error"] = cluster.error
    else:
        answer["containers"] = [container_answer(container) for container in containers]
    return answer


def _decoding_order(problem: Problem) -> tuple[int, bool, FieldPath]:
    """A sort key: the decoder reports the first error in the order of the keys, but stops at an invalid quantity."""
    return problem.document, problem.detail["type"] != "resource.Quantity", problem.path


def _in_validation_order(containers: Sequence[ContainerEnvironment]) -> Iterator[Problem]:
    """The problems of one pod after the other, in the order in which the API server finds them."""
    for _, of_pod in groupby(containers, key=lambda container: (container.object, container.pod)):
        pod = tuple(of_pod)
        by_kind = sorted(pod, key=lambda container: _VALIDATION_ORDER.index(container.kind))
        late = frozenset().union(*_AFTER_ALL)
        yield from (problem for container in by_kind for problem in container.problems if problem.pattern not in late)
        for patterns in _AFTER_ALL:
            yield from (problem for container in pod for problem in container.problems if problem.pattern in patterns)


def _errors(problems: Iterable[Problem], stage: str) -> list[str]:
    """The messages of one stage, each once, in their order."""
    return list(dict.fromkeys(problem.error for problem in problems if problem.detail.get("stage") == stage))


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
