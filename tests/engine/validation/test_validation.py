"""What validation finds in Objects that are no pods."""

from __future__ import annotations

import pytest

from playground.engine.cluster import cluster_for
from playground.engine.kubernetes.versions import KubernetesVersion
from playground.engine.model.deadline import Deadline, OutOfTimeError
from playground.engine.validation import validate
from tests.engine.environments import objects_of


@pytest.mark.parametrize(("name", "minor", "refused"), [("1a", 35, True), ("1a", 36, False), ("a1", 35, False)])
def test_the_name_of_a_service_is_refused(name: str, minor: int, refused: bool) -> None:
    objects = objects_of(f"kind: Service\nmetadata: {{name: {name}}}\nspec: {{ports: [{{port: 80}}]}}")
    problems = validate(objects, cluster_for(objects, None, KubernetesVersion(minor)))
    message = 'metadata.name: Invalid value: "1a": a DNS-1035 label must consist of'
    assert [str(problem.path) for problem in problems] == ["metadata.name"] * refused
    assert all(problem.error.startswith(message) for problem in problems)


def test_an_error_with_a_long_value_takes_many_steps_of_the_deadline() -> None:
    objects = objects_of(f"kind: Pod\nmetadata: {{name: p}}\nspec: {{hostname: {'a' * 100_000}}}")
    with pytest.raises(OutOfTimeError):
        validate(objects, cluster_for(objects, None, KubernetesVersion(36)), Deadline(1, iter([0, 2]).__next__))
