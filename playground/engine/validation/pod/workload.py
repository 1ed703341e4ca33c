"""Validation of fields of a pod template that the kind of its workload does not allow.

Kubernetes v1.36 apps/validation ``ValidatePodTemplateSpecForReplicaSet``, ``ValidateDaemonSetSpec``,
``ValidateStatefulSetSpec``; core/validation ``ValidatePodTemplateSpecForRC``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from playground.engine.cluster.pod_facts import PodFacts
from playground.engine.model.location import FieldPath
from playground.engine.validation.errors import FieldError

_NAMES: Final[Mapping[str, str]] = {  # of the kinds whose pods run without end, as the message has them
    "ReplicationController": "ReplicationController",
    "DeploymentConfig": "ReplicationController",
    "ReplicaSet": "ReplicaSet",
    "Deployment": "ReplicaSet",
    "DaemonSet": "DaemonSet",
    "StatefulSet": "StatefulSet",
}


def workload_errors(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    """The errors of a pod template that its workload adds; ``path`` is that of the pod's spec.

    The rule POD612 reports a `restartPolicy` that the workload does not allow.
    """
    name = _NAMES.get(facts.place.kind, "")
    if name and facts.spec.get("activeDeadlineSeconds") is not None:
        body = f"Forbidden: activeDeadlineSeconds in {name} is not Supported"
        yield FieldError(path / "activeDeadlineSeconds", body, "forbidden-field")
