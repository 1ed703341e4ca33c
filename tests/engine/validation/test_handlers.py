"""The API server's errors for hooks and probes, in its words and order."""

from __future__ import annotations

import pytest

from tests.engine.environments import pod, problems_of

_APP = "spec.containers[0]"
_HEADER = (
    "a valid HTTP header must consist of alphanumeric characters or '-' "
    "(e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')"
)
_RANGE = "must be between 1 and 65535, inclusive"


def refusals(fields: str) -> list[str]:
    problems = problems_of(pod(fields))
    return [problem.error.removeprefix(f"{_APP}.") for problem in problems if problem.detail["stage"] == "validation"]


@pytest.mark.parametrize(
    ("handler", "error"),
    [
        ("{tcpSocket: {port: http}}", ""),
        (
            '{tcpSocket: {port: "8080"}}',
            '.tcpSocket.port: Invalid value: "8080": must contain at least one letter (a-z)',
        ),
        ("{httpGet: {path: /}}", f".httpGet.port: Invalid value: 0: {_RANGE}"),
        ("{httpGet: {port: 70000}}", f".httpGet.port: Invalid value: 70000: {_RANGE}"),
        (
            "{httpGet: {port: 80, scheme: https}}",
            '.httpGet.scheme: Unsupported value: "https": supported values: "HTTP", "HTTPS"',
        ),
        (
            "{httpGet: {port: 80, httpHeaders: [{name: X-A}, {name: a b}]}}",
            f'.httpGet.httpHeaders: Invalid value: "a b": {_HEADER}',
        ),
        ("{exec: {command: [x]}, httpGet: {}}", ".httpGet: Forbidden: may not specify more than 1 handler type"),
    ],
)
def test_what_a_handler_does_is_checked(handler: str, error: str) -> None:
    assert refusals(f"startupProbe: {handler}") == ([f"startupProbe{error}"] if error else [])
    assert refusals(f"lifecycle: {{preStop: {handler}}}") == ([f"lifecycle.preStop{error}"] if error else [])


@pytest.mark.parametrize(
    ("kind", "numbers", "errors"),
    [
        ("livenessProbe", "periodSeconds: 0, successThreshold: 0", []),
        ("readinessProbe", "successThreshold: 3", []),
        ("livenessProbe", "successThreshold: 3", ["successThreshold: Invalid value: 3: must be 1"]),
        (
            "readinessProbe",
            "terminationGracePeriodSeconds: 0, failureThreshold: -1",
            [
                "failureThreshold: Invalid value: -1: must be greater than or equal to 0",
                "terminationGracePeriodSeconds: Invalid value: 0: must be greater than 0",
                "terminationGracePeriodSeconds: Invalid value: 0: must not be set for readinessProbes",
            ],
        ),
    ],
)
def test_the_numbers_of_a_probe_are_checked(kind: str, numbers: str, errors: list[str]) -> None:
    assert refusals(f"{kind}: {{exec: {{command: [x]}}, {numbers}}}") == [f"{kind}.{error}" for error in errors]


def test_a_hook_may_not_sleep_longer_than_the_pod_may_take_to_end() -> None:
    message = "must be non-negative and less than terminationGracePeriodSeconds (30)"
    assert refusals("lifecycle: {preStop: {sleep: {seconds: 31}}}") == [
        f"lifecycle.preStop.sleep: Invalid value: 31: {message}"
    ]
    assert refusals("lifecycle: {preStop: {sleep: {seconds: 30}}}") == []


@pytest.mark.parametrize("seconds", [-1, 0])
def test_no_sleep_fits_into_a_negative_grace_period(seconds: int) -> None:
    fields = f"lifecycle: {{preStop: {{sleep: {{seconds: {seconds}}}}}}}"
    message = "must be non-negative and less than terminationGracePeriodSeconds (-1)"
    problems = problems_of(pod(fields, "  terminationGracePeriodSeconds: -1\n"))
    place = "spec.containers[0].lifecycle.preStop.sleep"
    errors = [problem.error for problem in problems if problem.detail["stage"] == "validation"]
    assert errors == [f"{place}: Invalid value: {seconds}: {message}"]
