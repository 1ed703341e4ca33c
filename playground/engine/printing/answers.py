"""The answer of `expand -o json`: what the containers receive, as plain values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playground.engine.containers.environment import ContainerEnvironment, ExpandedText, SubPath, Variable
from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.decoding import FATAL
from playground.engine.model.location import FieldPath
from playground.engine.model.problems import Problem
from playground.engine.validation import given_refusal


def expansion_answer(evaluation: Evaluation) -> dict[str, Any]:
    """The containers of a text, with the API server's messages about their pods.

    Keys: `containers`, `validationErrors`, `warnings`. `decodeError` if the API server cannot decode an Object of the
    text: that Object's containers are missing. `error` if it cannot decode the given cluster: there are no containers.
    """
    problems = evaluation.server_problems
    undecodable = [problem for problem in problems if problem.detail.get("stage") == "decode"]
    refused = {problem.detail["object"] for problem in undecodable}
    pod_problems = [item for item in problems if "pod" in item.detail and item.detail["object"] not in refused]
    answer: dict[str, Any] = {"containers": []}
    error = given_refusal(evaluation.inputs.cluster)
    if not error:
        containers = (container for container in evaluation.containers if container.object not in refused)
        answer["containers"] = [container_answer(container) for container in containers]
    # "recorded" is an error that has no diagnostic of its own.
    answer["validationErrors"] = _messages(pod_problems, "validation", "recorded")
    answer["warnings"] = _messages(pod_problems, "warning")
    if undecodable:
        answer["decodeError"] = min(undecodable, key=_decoding_order).error
    return answer | ({"error": error} if error else {})


def _decoding_order(problem: Problem) -> tuple[int, bool, FieldPath]:
    """A sort key that puts first the only error that the decoder reports, of the first Document with an error.

    An error of a FATAL type ends the decoding; without such an error, the first field by its path counts.
    """
    return problem.document, problem.detail["type"] not in FATAL, problem.path


def _messages(problems: Sequence[Problem], *stages: str) -> list[str]:
    """The messages of these stages in their order, each once, as the API server lists them (``ToAggregate``)."""
    return list(dict.fromkeys(problem.error for problem in problems if problem.detail["stage"] in stages))


def container_answer(container: ContainerEnvironment) -> dict[str, Any]:
    """One container. If the kubelet could not build its environment, the lists are empty."""
    complete = not container.aborted
    answer: dict[str, Any] = {
        "kind": container.kind,
        "name": container.name,
        "env": _environment(container.variables) if complete else [],
        "command": _results(container.command) if complete else [],
        "args": _results(container.args) if complete else [],
    }
    if container.probes:  # their commands do not depend on the environment
        answer["probes"] = [{"kind": probe.kind, "command": _results(probe.command)} for probe in container.probes]
    if complete and container.sub_paths:
        answer["subPaths"] = [_sub_path(item) for item in container.sub_paths]
    if container.error:
        answer |= {"error": container.error, "waitingReason": container.waiting_reason, "event": container.event}
    if complete and container.nondeterministic:
        answer["nondeterministic"] = list(container.nondeterministic)
    return answer


def _environment(variables: Sequence[Variable]) -> list[dict[str, Any]]:
    """The variables, sorted by name. The value is null if it is random or unknown."""
    pairs = sorted((variable.name, None if variable.random else variable.value) for variable in variables)
    return [{"name": name, "value": value} for name, value in pairs]


def _results(texts: Sequence[ExpandedText]) -> list[str | None]:
    return [None if item.random else item.result for item in texts]


def _sub_path(item: SubPath) -> dict[str, Any]:
    answer: dict[str, Any] = {"mountPath": item.mount_path, "subPathExpr": item.expanded.text}
    if not item.missing:  # else a variable is undefined or empty, and the kubelet builds no path
        answer["subPath"] = None if item.expanded.random else item.expanded.result
    if item.error:
        answer["error"] = item.error
    return answer
