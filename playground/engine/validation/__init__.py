"""Validates the Objects of a text like the API server: errors and warnings, one module for each part of a pod.

Neither ``cluster`` nor ``containers`` may import this package.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from playground.engine.cluster import Cluster
from playground.engine.cluster.pod_facts import PodFacts
from playground.engine.cluster.services import name_refusal
from playground.engine.kubernetes.custom_kinds import kinds_beside
from playground.engine.kubernetes.pods import PodPlace, containers_of, items_of, mapping, name_of, pods_of
from playground.engine.kubernetes.versions import KubernetesVersion
from playground.engine.model.deadline import Deadline
from playground.engine.model.problems import Problem
from playground.engine.reading.objects import TracedObject
from playground.engine.text.go import quote
from playground.engine.validation.decoding import decode_problems, given_refusal
from playground.engine.validation.pod.spec import pod_errors
from playground.engine.validation.pod.warnings import pod_warnings

__all__ = ["given_refusal", "validate"]

_STEPS = 10  # that the deadline counts for each pod, container and error
_CHARACTERS_PER_STEP = 100  # of an error, beyond _STEPS: an error may repeat a very long value


def validate(
    objects: Sequence[TracedObject], cluster: Cluster, deadline: Deadline | None = None
) -> tuple[Problem, ...]:
    """The Problems of all Objects: first decoding errors, then each pod's errors and warnings in the server's order.

    The detail of a Problem has the ``object``, the ``pod`` and the ``stage``: "decode", "validation", "warning", or
    "recorded" for an error that makes no diagnostic. Raises OutOfTimeError when the ``deadline`` passes.
    """
    deadline, kinds = deadline or Deadline(), kinds_beside(objects, cluster.version.minor)
    undecodable: list[Problem] = []
    for index, item in enumerate(objects):
        problems = (*_service_name_problems(index, item, cluster.version), *decode_problems(index, item, kinds))
        deadline.check()  # one Object may be large: aliases make many values of few
        undecodable += problems
    # The index of the Object, and the path in it of the Object itself or the item of a List (``PodPlace.owner_path``).
    # The path is None for the refused name of a Service, which has no pod.
    refused = {(problem.detail["object"], problem.detail.get("owner")) for problem in undecodable}
    pods = [
        problem
        for index, item in enumerate(objects)
        for place in pods_of(item)
        for problem in _pod_problems(index, item, place, cluster, deadline, (index, place.owner_path) not in refused)
    ]
    return (*undecodable, *pods)


def _service_name_problems(index: int, item: TracedObject, version: KubernetesVersion) -> Iterator[Problem]:
    """The Problems of the Services of an Object whose names this version refuses."""
    for path, value in items_of(item.value):
        if mapping(value).get("kind") == "Service" and (reason := name_refusal(name := name_of(value), version)):
            error = f"metadata.name: Invalid value: {quote(name)}: {reason}"
            detail = {"stage": "validation", "value": name, "object": index}
            where = item.where(path / "metadata" / "name")
            yield Problem("invalid-service-name", item.document.index, where, error=error, detail=detail)


def _pod_problems(
    index: int, item: TracedObject, place: PodPlace, cluster: Cluster, deadline: Deadline, decoded: bool
) -> Iterator[Problem]:
    """The Problems of one pod. ``decoded``: the API server can decode the pod's Object."""
    facts = PodFacts(place, cluster)
    path = place.spec_path_in_owner
    containers = tuple(containers_of(place.spec, path))
    deadline.spend(_STEPS * (1 + len(containers)))
    for errors in (pod_errors(facts, path, containers, decoded), pod_warnings(facts, path, containers, decoded)):
        for error in errors:
            deadline.spend(_STEPS + len(error.body) // _CHARACTERS_PER_STEP)
            where = item.where(place.owner_path.join(error.path))
            detail = {"stage": error.stage, "object": index, "pod": place.spec_path, **error.detail}
            yield Problem(error.pattern, item.document.index, where, error=error.message, detail=detail)
