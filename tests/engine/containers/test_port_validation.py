"""The API server's errors for ports, in its words and order."""

from __future__ import annotations

import pytest

from playground.engine.cluster import cluster_for
from playground.engine.containers import with_pod_problems
from playground.engine.containers.port_validation import port_name_errors
from tests.engine.environments import environment, environments, objects_of, pod

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


def test_two_containers_do_not_share_a_port_of_the_host() -> None:
    ports = "ports: [{containerPort: 80, hostPort: 8080}, {containerPort: 81, hostPort: 8080, hostIP: 10.0.0.1}]"
    first, second = environments(pod(ports, f"  - {{name: b, image: i, {ports}}}\n"))
    assert [first.problems, [problem.error for problem in second.problems]] == [
        (),
        [
            'spec.containers[1].ports[0].hostPort: Duplicate value: "TCP//8080"',
            'spec.containers[1].ports[1].hostPort: Duplicate value: "TCP/10.0.0.1/8080"',
        ],
    ]


def test_init_containers_share_ports_of_the_host_as_they_run_one_after_the_other() -> None:
    """The API server calls each of them the first."""
    one, two = "{containerPort: 80, hostPort: 8080}", "{containerPort: 81, hostPort: 8080}"
    lists = f"  - {{name: a, image: i, ports: [{one}]}}\n  - {{name: b, image: i, ports: [{one}, {two}]}}\n"
    first, second, _ = environments(pod(more=f"  initContainers:\n{lists}"))
    assert first.problems == ()
    assert [problem.error for problem in second.problems] == [
        'spec.initContainers[0].ports[1].hostPort: Duplicate value: "TCP//8080"'
    ]
    assert str(second.problems[0].path) == "spec.initContainers[1].ports[1].hostPort"


@pytest.mark.parametrize(
    ("ports", "warnings"),
    [
        ("{containerPort: 80}, {containerPort: 80, protocol: UDP}", []),
        ("{containerPort: 80, hostPort: 1}, {containerPort: 80, hostPort: 2}", []),
        ("{containerPort: 80}, {containerPort: 80}", ["[1]: duplicate"]),
        ("{containerPort: 80, hostPort: 1}, {containerPort: 80}", ["[1]: overlapping"]),
        (
            "{containerPort: 80, hostPort: 1}, {containerPort: 80, hostPort: 1, hostIP: 10.0.0.1}",
            ["[1]: dangerously ambiguous"],
        ),
    ],
)
def test_definitions_of_one_port_cause_a_warning(ports: str, warnings: list[str]) -> None:
    objects = objects_of(pod(f"ports: [{ports}]"))
    problems = with_pod_problems(objects, cluster_for(objects, None)).problems
    ending = f" port definition with {_PORTS}[0]"
    assert [problem.error for problem in problems] == [f"{_PORTS}{warning}{ending}" for warning in warnings]


def test_an_address_of_the_host_without_a_port_of_it_is_printed_as_go_does() -> None:
    objects = objects_of(pod("ports: [{containerPort: 80, hostIP: 10.0.0.1}]"))
    (problem,) = with_pod_problems(objects, cluster_for(objects, None)).problems
    port = "{Name: HostPort:0 ContainerPort:80 Protocol:TCP HostIP:10.0.0.1}"
    assert problem.error == f"{_PORTS}[0]: hostIP set without hostPort: {port}"
