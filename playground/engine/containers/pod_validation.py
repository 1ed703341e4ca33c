"""Validation of a pod as a whole: its metadata, its volumes and the fields of its spec; its containers are elsewhere.

Kubernetes v1.36 ``ValidatePodCreate``, ``ValidatePodSpec``, ``ValidateVolumes``, ``validatePodResources`` and
``pkg/api/pod/warnings.go``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from playground.engine.cluster import Cluster
from playground.engine.cluster.pod_decoding import decodable, pods_of
from playground.engine.containers.field_errors import (
    FieldError,
    all_invalid,
    choice_errors,
    invalid,
    required,
)
from playground.engine.containers.image_validation import blank_errors
from playground.engine.containers.metadata_validation import label_map_errors, metadata_errors
from playground.engine.containers.pod_facts import PodFacts
from playground.engine.containers.port_validation import host_network_errors, port_warnings
from playground.engine.containers.quick_validation import DNS_POLICIES, RESTART_POLICIES, is_plain
from playground.engine.containers.resource_validation import pod_resource_errors
from playground.engine.containers.volume_validation import volumes_errors
from playground.engine.deadline import Deadline
from playground.engine.goformat import quote
from playground.engine.kubernetes.names import label_errors, subdomain_errors
from playground.engine.kubernetes.pods import PodPlace, mapping, sequence, text
from playground.engine.location import FieldPath
from playground.engine.objects import TracedObject
from playground.engine.problems import Problem

_STEPS: Final = 10  # of the deadline, for one pod or error
BEFORE, AFTER, LAST = 0, 4, 6  # the ranks of the messages; those about containers have the ranks between
_LONGEST: Final = 2**31 - 1  # seconds
_NAMES: Mapping[str, Callable[[str], list[str]]] = {  # in the order of validation
    "serviceAccountName": subdomain_errors,
    "nodeName": subdomain_errors,
    "hostname": label_errors,
    "subdomain": label_errors,
    "priorityClassName": subdomain_errors,
    "runtimeClassName": subdomain_errors,
}
_CHECKED_AFTER: Final = frozenset(
    ("resources", "hostNetwork", "restartPolicy", "dnsPolicy", "nodeSelector", "activeDeadlineSeconds", *_NAMES)
)
_LISTS: Final = {"hostAliases": "ip", "imagePullSecrets": "name"}


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
            for rank, error in _errors_of(item, place, cluster):
                deadline.spend(_STEPS)
                where = item.where(place.owner_path.join(error.path))
                detail = {"stage": error.stage, "object": index, "pod": place.spec_path, "rank": rank, **error.detail}
                yield Problem(error.pattern, item.document.index, where, error=error.message, detail=detail)


def _errors_of(item: TracedObject, place: PodPlace, cluster: Cluster) -> tuple[tuple[int, FieldError], ...]:
    """The errors with their ranks; computed once for an Object, as they depend on little else."""
    if is_plain(item, place, cluster) or not decodable(item, place):
        return ()
    key = (_errors_of, place.spec_path, cluster.version, cluster.defaulting)
    return item.once(key, lambda: tuple(_ranked(PodFacts(place, cluster))))


def _ranked(facts: PodFacts) -> Iterator[tuple[int, FieldError]]:
    path = FieldPath(facts.place.spec_path[len(facts.place.owner_path) :])
    if facts.place.kind != "StatefulSet":  # whose pods are validated only when they are created
        yield from ((BEFORE, error) for error in _errors_before(facts, path))
        if not (facts.cluster.defaulting and facts.spec.keys().isdisjoint(_CHECKED_AFTER)):
            yield from ((AFTER, error) for error in _errors_after(facts, path))
        if facts.place.kind == "Pod":
            yield from ((LAST, error) for error in _blank_errors(facts.spec, path))
    if not facts.spec.keys().isdisjoint(_LISTS):
        yield from ((BEFORE, error) for error in _list_warnings(facts.spec, path))
    if facts.ports:
        yield from ((AFTER, error) for error in port_warnings(facts))


def _errors_before(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    spec = facts.spec
    yield from metadata_errors(facts.place, path.parent / "metadata")
    if not facts.cluster.defaulting and spec.get("terminationGracePeriodSeconds") is None:
        yield required(path / "terminationGracePeriodSeconds")
    if volumes := sequence(spec.get("volumes")):
        yield from volumes_errors(volumes, path / "volumes")
    if not spec.get("containers"):
        error = required(path / "containers")
        yield error if isinstance(spec.get("containers"), list) else replace(error, stage="recorded")


def _errors_after(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    spec, defaulted = facts.spec, facts.cluster.defaulting
    if facts.cluster.version.pod_level_resources and spec.get("resources"):
        yield from pod_resource_errors(spec, path / "resources", defaulted=defaulted and facts.place.kind == "Pod")
    yield from host_network_errors(facts)
    restart = choice_errors(
        text(spec.get("restartPolicy")), RESTART_POLICIES, path / "restartPolicy", defaulted=defaulted
    )
    yield from (replace(error, stage="recorded") for error in restart)
    yield from choice_errors(text(spec.get("dnsPolicy")), DNS_POLICIES, path / "dnsPolicy", defaulted=defaulted)
    yield from label_map_errors(mapping(spec.get("nodeSelector")), path / "nodeSelector")
    for field, errors in _NAMES.items():
        if field == "hostname":
            yield from _deadline_errors(spec.get("activeDeadlineSeconds"), path / "activeDeadlineSeconds")
        if name := text(spec.get(field)):
            yield from all_invalid(path / field, name, errors(name), "invalid-name")


def _deadline_errors(seconds: Any, path: FieldPath) -> Iterator[FieldError]:
    if isinstance(seconds, int) and not 1 <= seconds <= _LONGEST:
        yield FieldError(path, invalid(seconds, f"must be between 1 and {_LONGEST}, inclusive"), "bad-number")


def _blank_errors(spec: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    for list_ in ("containers", "initContainers"):
        for index, container in enumerate(sequence(spec.get(list_))):
            yield from blank_errors(mapping(container), path / list_ / index)


def _list_warnings(spec: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    """The warnings for entries of two lists that `kubectl apply` tells apart by one field."""
    for list_, field in _LISTS.items():
        seen: set[str] = set()
        for index, entry in enumerate(map(mapping, sequence(spec.get(list_)))):
            if (value := text(entry.get(field))) in seen:
                words = f"duplicate {field} {quote(value)}"
                yield FieldError(path / list_ / index / field, words, "repeated-entry", stage="warning")
            seen.add(value)
