"""The API server's errors for fields of a pod that its workload does not allow."""

from __future__ import annotations

import pytest

from playground.engine.cluster import cluster_for
from playground.engine.validation import validate
from tests.engine.environments import objects_of


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("Deployment", "ReplicaSet"),
        ("ReplicaSet", "ReplicaSet"),
        ("ReplicationController", "ReplicationController"),
        ("DeploymentConfig", "ReplicationController"),
        ("DaemonSet", "DaemonSet"),
        ("StatefulSet", "StatefulSet"),
        ("Job", ""),
    ],
)
def test_the_pods_of_a_workload_without_end_have_no_deadline(kind: str, name: str) -> None:
    spec = "{containers: [{name: a, image: i}], activeDeadlineSeconds: 5}"
    objects = objects_of(f"kind: {kind}\nmetadata: {{name: w}}\nspec: {{template: {{spec: {spec}}}}}")
    message = f"spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in {name} is not Supported"
    assert [problem.error for problem in validate(objects, cluster_for(objects, None))] == [message] * bool(name)
