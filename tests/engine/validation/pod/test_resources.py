"""The API server's errors for the resources of a whole pod."""

from __future__ import annotations

import pytest

from playground.engine.cluster import cluster_for
from playground.engine.kubernetes.versions import version_named
from playground.engine.reading.objects import TracedObject
from playground.engine.validation import validate
from tests.cost import growth
from tests.engine.environments import objects_of

_POD = "kind: Pod\nmetadata: {name: p}\nspec: "
_DEPLOYMENT = "kind: Deployment\nspec: {template: {spec: "


def container(resources: str, name: str = "a", more: str = "") -> str:
    return f"{{name: {name}, image: i, resources: {{{resources}}}{more}}}"


def errors(spec: str, *, head: str = _POD, version: str = "1.36") -> list[str]:
    objects = objects_of(f"{head}{{{spec}}}{'}' * head.count('{template') * 2}")
    problems = validate(objects, cluster_for(objects, None, version_named(version)))
    return [problem.error for problem in problems if problem.detail["stage"] == "validation"]


def test_a_pod_has_limits_for_some_resources_only_and_its_containers_stay_below_them() -> None:
    limits = "resources: {requests: {cpu: 1}, limits: {cpu: 2, ephemeral-storage: 1Gi}}"
    spec = f"containers: [{container('limits: {cpu: 3}, requests: {cpu: 1}')}], {limits}"
    kinds = 'Unsupported value: "ephemeral-storage": supported values: "cpu", "hugepages-", "memory"'
    assert errors(spec) == [
        f"spec.resources.limits[ephemeral-storage]: {kinds}",
        'spec.resources.containers[0][cpu].limits: Invalid value: "3": must be less than or equal to pod limits of 2',
    ]
    assert errors(spec, version="1.33") == []


@pytest.mark.parametrize(
    ("containers", "message"),
    [
        ((container("requests: {cpu: 500m}"), container("requests: {cpu: 500m}", "b")), ""),
        ((container("requests: {cpu: 700m}"), container("requests: {cpu: 700m}", "b")), "1400m"),
        ((container("requests: {cpu: 1}"), container("requests: {cpu: 1500m}", "b")), "2500m"),
        ((container("limits: {cpu: 2}"),), "2"),  # of a Pod, a missing request becomes the limit
    ],
)
def test_a_pod_requests_what_its_containers_request_together(containers: tuple[str, ...], message: str) -> None:
    reason = f"must be greater than or equal to aggregate container requests of {message}"
    refused = [f'spec.resources.requests[cpu]: Invalid value: "1": {reason}'] if message else []
    assert errors(f"containers: [{', '.join(containers)}], resources: {{requests: {{cpu: 1}}}}") == refused


@pytest.mark.parametrize(
    ("init_containers", "sum_of_requests"),
    [
        ((container("requests: {memory: 3Gi}", "i"),), "3Gi"),  # init containers run before the others
        ((container("requests: {memory: 3Gi}", "i", ", restartPolicy: Always"),), "4Gi"),
        (
            (
                container("requests: {memory: 2Gi}", "i", ", restartPolicy: Always"),
                container("requests: {memory: 2Gi}", "j"),
            ),
            "4Gi",
        ),
    ],
)
def test_init_containers_run_one_after_the_other_beside_sidecars(
    init_containers: tuple[str, ...], sum_of_requests: str
) -> None:
    lists = f"containers: [{container('requests: {memory: 1Gi}')}], initContainers: [{', '.join(init_containers)}]"
    reason = f"must be greater than or equal to aggregate container requests of {sum_of_requests}"
    message = f'spec.resources.requests[memory]: Invalid value: "2Gi": {reason}'
    assert errors(f"{lists}, resources: {{requests: {{memory: 2Gi}}}}") == [message]


def test_the_default_request_of_a_pod_is_the_sum_of_its_containers_requests() -> None:
    spec = f"containers: [{container('requests: {cpu: 2}')}], resources: {{limits: {{cpu: 1}}}}"
    message = 'resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1'
    assert errors(spec) == [f"spec.{message}"]
    assert errors(spec, head=_DEPLOYMENT) == []  # a pod template has no defaults


def test_the_default_limit_of_huge_pages_is_the_sum_of_its_containers_limits() -> None:
    huge = "limits: {hugepages-2Mi: 4Mi, cpu: 1}, requests: {hugepages-2Mi: 4Mi, cpu: 1}"
    containers = f"containers: [{container(huge)}]"
    assert errors(f"{containers}, resources: {{limits: {{cpu: 1}}}}") == []
    limit = "limits: {hugepages-2Mi: 2Mi, cpu: 1}"
    reason = "must be greater than or equal to aggregate container"
    place = 'Invalid value: "2Mi": '
    assert errors(f"{containers}, resources: {{{limit}}}") == [
        f"spec.resources.requests[hugepages-2Mi]: {place}{reason} requests of 4Mi",
        f"spec.resources.limits[hugepages-2Mi]: {place}{reason} limits of 4Mi",
        (
            'spec.resources.containers[0][hugepages-2Mi].limits: Invalid value: "4Mi": '
            "must be less than or equal to pod limits of 2Mi"
        ),
    ]


def test_a_windows_pod_has_no_resources_of_its_own() -> None:
    spec = f"os: {{name: windows}}, containers: [{container('')}], resources: {{requests: {{nonsense: 1}}}}"
    assert errors(spec) == ["spec.resources: Forbidden: may not be set for a windows pod"]


def test_many_sidecars_with_resources_of_their_own_take_time_in_proportion() -> None:
    def pod(count: int) -> tuple[TracedObject, ...]:
        sidecars = (
            container(f"requests: {{a/b{number}: 1}}", "i", ", restartPolicy: Always") for number in range(count)
        )
        return objects_of(f"{_POD}{{containers: [], initContainers: [{', '.join(sidecars)}], resources: {{}}}}")

    cluster = cluster_for((), None, version_named("1.36"))
    assert growth(pod, lambda objects: validate(objects, cluster), 150) < 8
