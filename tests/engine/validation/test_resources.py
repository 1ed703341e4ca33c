"""The API server's errors and warnings for `resources`."""

from __future__ import annotations

import pytest

from tests.engine.environments import pod, problems_of
from tests.engine.validation.pods import container_errors, pod_errors

_PATH = "spec.containers[0].resources"


def errors(resources: str, stage: str = "validation") -> list[str]:
    problems = problems_of(pod(f"resources: {resources}"))
    return [item.error for item in problems if item.detail["stage"] == stage]


@pytest.mark.parametrize(
    ("resources", "error"),
    [
        (
            "{limits: {cpu: 1}, requests: {cpu: 1500m}}",
            f'{_PATH}.requests: Invalid value: "1500m": must be less than or equal to cpu limit of 1',
        ),
        ("{limits: {hugepages-2Mi: 4Mi}}", f"{_PATH}: Forbidden: HugePages require cpu or memory"),
        (
            "{limits: {cpu: 1, hugepages-2Mi: 4Mi}, requests: {hugepages-2Mi: 2Mi}}",
            f'{_PATH}.requests: Invalid value: "2Mi": must be equal to hugepages-2Mi limit of 4Mi',
        ),
        (
            "{requests: {nvidia.com/gpu: 1}}",
            f"{_PATH}.limits: Required value: Limit must be set for non overcommitable resources",
        ),
        (
            "{limits: {nvidia.com/gpu: 2}, requests: {nvidia.com/gpu: 1}}",
            f'{_PATH}.requests: Invalid value: "1": must be equal to nvidia.com/gpu limit of 2',
        ),
    ],
)
def test_limits_and_requests_must_fit_together(resources: str, error: str) -> None:
    assert errors(resources) == [error]


def test_amounts_are_not_negative() -> None:
    message = "must be greater than or equal to 0"
    assert errors("{limits: {memory: -1Gi}}") == [
        f'{_PATH}.limits[memory]: Invalid value: "-1Gi": {message}',
        f'{_PATH}.requests[memory]: Invalid value: "-1Gi": {message}',
    ]


@pytest.mark.parametrize(
    ("name", "messages"),
    [
        ("mem", ["must be a standard resource type or fully qualified", "must be a standard resource for containers"]),
        ("storage", ["must be a standard resource for containers"]),
        ("requests.cpu", ["must be a standard resource for containers"]),
        ("requests.example.com/gpu", ["doesn't follow extended resource name standard"]),
        (f"{'a' * 250}/b", ["doesn't follow extended resource name standard"]),
        ("nvidia.com/gpu", []),
        ("hugepages-2Mi", []),
        ("kubernetes.io/batch", []),
    ],
)
def test_resources_have_names_that_are_known_or_of_a_domain(name: str, messages: list[str]) -> None:
    reported = errors(f"{{limits: {{cpu: 1, {name}: 2Mi}}, requests: {{{name}: 2Mi}}}}")
    place = f'.limits[{name}]: Invalid value: "{name}": '
    assert [
        error.partition(place)[2] for error in reported if place in error and "prefix part" not in error
    ] == messages


def test_errors_come_resource_by_resource() -> None:
    reported = errors("{limits: {cpu: -1, hugepages-2Mi: 1}, requests: {cpu: 1, hugepages-2Mi: 3}}")
    assert [error.partition(": ")[0].removeprefix(f"{_PATH}.") for error in reported] == [
        "limits[cpu]",
        "limits[hugepages-2Mi]",
        "requests",
        "requests",
        "requests[hugepages-2Mi]",
    ]


def test_an_amount_of_bytes_beyond_64_bits_looks_like_a_fraction_to_the_server() -> None:
    message = 'fractional byte value "1Ei" is invalid, must be an integer'
    assert errors("{requests: {memory: 1Ei}}", "warning") == [f"{_PATH}.requests[memory]: {message}"]


@pytest.mark.parametrize("page", ["2Mi", "0", "large"])
def test_huge_pages_come_in_whole_pages(page: str) -> None:
    message = f"3Mi is not positive integer multiple of hugepages-{page}"
    assert errors(f"{{limits: {{cpu: 1, hugepages-{page}: 3Mi}}}}") == [
        f'{_PATH}.{list_}[hugepages-{page}]: Invalid value: "3Mi": {message}' for list_ in ("limits", "requests")
    ]


@pytest.mark.parametrize(
    "resources",
    [
        "{limits: {cpu: 1, memory: 1Gi}, requests: {cpu: 1000m, memory: 1024Mi}}",
        "{requests: {cpu: 4, ephemeral-storage: 1Gi}}",
        "{limits: {memory: 1Gi, hugepages-1Gi: 2Gi, nvidia.com/gpu: 1}}",
        "{limits: {cpu: x}, requests: {cpu: 1}}",
        "[]",
    ],
)
def test_valid_resources_have_no_errors(resources: str) -> None:
    assert errors(resources) == []


def test_fractional_bytes_cause_a_warning_also_for_a_defaulted_request() -> None:
    message = "is invalid, must be an integer"
    assert errors("{limits: {memory: 100m, cpu: 100m}, requests: {ephemeral-storage: 0.1}}", "warning") == [
        f'{_PATH}.limits[memory]: fractional byte value "100m" {message}',
        f'{_PATH}.requests[memory]: fractional byte value "100m" {message}',
        f'{_PATH}.requests[ephemeral-storage]: fractional byte value "100m" {message}',
    ]


def test_the_requests_of_a_pod_template_are_not_defaulted() -> None:
    container = "{name: a, image: i, resources: {limits: {memory: 1500m}}}"
    problems = problems_of(f"kind: Job\nspec: {{template: {{spec: {{containers: [{container}]}}}}}}")
    (warning,) = (item.error for item in problems)
    assert warning.startswith(
        'spec.template.spec.containers[0].resources.limits[memory]: fractional byte value "1500m"'
    )


@pytest.mark.parametrize(
    ("name", "amount", "refused"),
    [
        ("nvidia.com/gpu", "1500m", True),
        ("nvidia.com/gpu", "2000m", False),
        ("nvidia.com/gpu", "2k", False),
        ("cpu", "1500m", False),
    ],
)
def test_there_are_no_parts_of_a_device(name: str, amount: str, refused: bool) -> None:
    reported = [item.error for item in problems_of(pod(f"resources: {{limits: {{{name}: {amount}}}}}"))]
    message = f'[{name}]: Invalid value: "{amount}": must be an integer'
    path = "spec.containers[0].resources"
    assert reported == ([f"{path}.limits{message}", f"{path}.requests{message}"] if refused else [])


def test_resize_policies_are_refused_in_the_api_servers_words() -> None:
    policies = (
        "[{resourceName: cpu, restartPolicy: NotRequired}, {resourceName: cpu, restartPolicy: RestartContainer}, {},"
        " {resourceName: gpu, restartPolicy: Always}]"
    )
    assert container_errors(f"resizePolicy: {policies}") == [
        f"containers[0].resizePolicy{error}"
        for error in (
            '[1]: Duplicate value: "cpu"',
            ": Required value",
            ": Required value",
            ': Unsupported value: "gpu": supported values: "cpu", "memory"',
            ': Unsupported value: "Always": supported values: "NotRequired", "RestartContainer"',
        )
    ]
    assert container_errors(f"resizePolicy: {policies}", "1.32") == []


def test_a_pod_that_never_restarts_does_not_restart_to_resize() -> None:
    policy = "resizePolicy: [{resourceName: cpu, restartPolicy: %s}]"
    message = "must be 'NotRequired' when `restartPolicy` is 'Never'"
    error = f'containers[0].resizePolicy: Invalid value: "RestartContainer": {message}'
    assert container_errors(policy % "RestartContainer", more="restartPolicy: Never") == [error]
    assert container_errors(policy % "NotRequired", more="restartPolicy: Never") == []


def test_the_overhead_of_a_pod_is_checked_as_limits() -> None:
    assert pod_errors("overhead: {cpu: 250m, memory: 120Mi}") == []
    assert pod_errors("overhead: {cpu: -1}") == [
        'overhead.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0'
    ]
