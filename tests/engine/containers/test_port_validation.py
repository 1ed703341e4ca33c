"""The API server's errors for ports, in its words and order."""

from __future__ import annotations

import pytest

from playground.engine.containers.port_validation import port_name_errors
from tests.engine.environments import environment, pod

_PORTS = "spec.containers[0].ports"


def refused(fields: str) -> list[str]:
    return [problem.error for problem in environment(pod(fields)).problems if problem.detail["stage"] == "validation"]


@pytest.mark.parametrize(
    ("fields", "errors"),
    [
        ("ports: [{containerPort: 80, name: http, hostPort: 8080, protocol: UDP}]", []),
        (
            "ports: [{containerPort: 80, name: http}, {containerPort: 81, name: http}]",
            [f'{_PORTS}[1].name: Duplicate value: "http"'],
        ),
        (
            "ports: [{containerPort: 80, name: '80'}, {containerPort: 81, name: '80'}]",
            [
                f'{_PORTS}[{index}].name: Invalid value: "80": must contain at least one letter (a-z)'
                for index in (0, 1)
            ],
        ),
        (
            "ports: [{name: a}, {containerPort: 70000, hostPort: -1}]",
            [
                f"{_PORTS}[0].containerPort: Required value",
                f"{_PORTS}[1].containerPort: Invalid value: 70000: must be between 1 and 65535, inclusive",
                f"{_PORTS}[1].hostPort: Invalid value: -1: must be between 1 and 65535, inclusive",
            ],
        ),
        (
            "ports: [{containerPort: 80, protocol: tcp}]\nimagePullPolicy: always\nenv: [{value: a}]",
            [
                f'{_PORTS}[0].protocol: Unsupported value: "tcp": supported values: "SCTP", "TCP", "UDP"',
                "spec.containers[0].env[0].name: Required value",
                (
                    'spec.containers[0].imagePullPolicy: Unsupported value: "always": '
                    'supported values: "Always", "IfNotPresent", "Never"'
                ),
            ],
        ),
    ],
)
def test_ports_and_policies_are_refused_in_the_servers_words_and_order(fields: str, errors: list[str]) -> None:
    assert refused(fields) == errors


@pytest.mark.parametrize(
    ("name", "errors"),
    [
        ("a", 0),
        ("http-2", 0),
        ("a" * 16, 1),
        ("HTTP", 2),
        ("8080", 1),
        ("a--b", 1),
        ("-a", 1),
        ("a_b", 1),
        ("-", 2),
    ],
)
def test_names_of_ports_are_checked_one_rule_after_the_other(name: str, errors: int) -> None:
    assert len(port_name_errors(name)) == errors
