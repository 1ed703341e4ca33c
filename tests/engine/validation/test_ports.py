"""The API server's errors for ports, in its words and order."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from playground.engine import evaluate
from playground.engine.cluster import cluster_for
from playground.engine.validation import validate
from playground.engine.validation.ports import MOST_CLASHES, port_name_errors
from tests.cost import growth
from tests.engine.environments import objects_of, pod, problems_of

_PORTS = "spec.containers[0].ports"


def refusals(fields: str) -> list[str]:
    return [problem.error for problem in problems_of(pod(fields)) if problem.detail["stage"] == "validation"]


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
    assert refusals(fields) == errors


@pytest.mark.parametrize(
    ("name", "errors"),
    [
        ("a", 0),
        ("http-2", 0),
        ("a" * 15, 0),
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
    problems = problems_of(pod(ports, f"  - {{name: b, image: i, {ports}}}\n"))
    assert [problem.error for problem in problems if problem.detail["stage"] == "validation"] == [
        'spec.containers[1].ports[0].hostPort: Duplicate value: "TCP//8080"',
        'spec.containers[1].ports[1].hostPort: Duplicate value: "TCP/10.0.0.1/8080"',
    ]


def test_init_containers_share_ports_of_the_host_as_they_run_one_after_the_other() -> None:
    """The API server calls each of them the first."""
    first, second = "{containerPort: 80, hostPort: 8080}", "{containerPort: 81, hostPort: 8080}"
    lists = f"  - {{name: a, image: i, ports: [{first}]}}\n  - {{name: b, image: i, ports: [{first}, {second}]}}\n"
    problems = problems_of(pod(more=f"  initContainers:\n{lists}"))
    (problem,) = (problem for problem in problems if problem.detail["stage"] == "validation")
    assert problem.error == 'spec.initContainers[0].ports[1].hostPort: Duplicate value: "TCP//8080"'
    assert str(problem.path) == "spec.initContainers[1].ports[1].hostPort"


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
    problems = validate(objects, cluster_for(objects, None))
    ending = f" port definition with {_PORTS}[0]"
    assert [problem.error for problem in problems] == [f"{_PORTS}{warning}{ending}" for warning in warnings]


def test_an_address_of_the_host_without_a_port_of_it_is_printed_as_go_does() -> None:
    objects = objects_of(pod("ports: [{containerPort: 80, hostIP: 10.0.0.1}]"))
    (problem,) = validate(objects, cluster_for(objects, None))
    port = "{Name: HostPort:0 ContainerPort:80 Protocol:TCP HostIP:10.0.0.1}"
    assert problem.error == f"{_PORTS}[0]: hostIP set without hostPort: {port}"


def port_warnings(ports: list[dict[str, Any]]) -> list[str]:
    """The warnings about definitions of ports, without the paths' common beginning."""
    objects = objects_of(pod(f"ports: {json.dumps(ports)}"))
    problems = validate(objects, cluster_for(objects, None))
    return [problem.error.replace(_PORTS, "") for problem in problems if problem.pattern == "repeated-port"]


def compare_all_pairs(ports: list[dict[str, Any]]) -> Iterator[str]:
    """The same warnings from a comparison of all pairs, as in the API server (``pkg/api/pod/warnings.go``)."""
    for index, port in enumerate(ports):
        for before, earlier in enumerate(ports[:index]):
            address, host_port = port.get("hostIP", ""), port.get("hostPort", 0)
            earlier_address, earlier_port = earlier.get("hostIP", ""), earlier.get("hostPort", 0)
            if port["containerPort"] != earlier["containerPort"]:
                continue
            if (address, host_port) == (earlier_address, earlier_port):
                yield f"[{index}]: duplicate port definition with [{before}]"
            elif not host_port or not earlier_port:
                yield f"[{index}]: overlapping port definition with [{before}]"
            elif host_port == earlier_port and bool(address) != bool(earlier_address):
                yield f"[{index}]: dangerously ambiguous port definition with [{before}]"


def test_ports_clash_as_if_each_was_compared_with_each() -> None:
    chance = Random(1)
    for _ in range(50):
        ports: list[dict[str, Any]] = []
        for _ in range(chance.randrange(2, 12)):
            port = {"containerPort": chance.randrange(1, 3)}
            host = {"hostPort": chance.randrange(3), "hostIP": chance.choice(("", "10.0.0.1", "10.0.0.2"))}
            ports.append(port | {key: host[key] for key in host if chance.random() < 0.7})
        assert port_warnings(ports) == list(compare_all_pairs(ports))


@pytest.mark.parametrize(
    "port",
    [
        "{{containerPort: 80}}",
        "{{containerPort: 80, hostPort: 1, hostIP: 10.0.0.{}}}",
        "{{containerPort: 80, hostPort: {}}}",
    ],
)
def test_many_ports_with_one_number_take_linear_time(port: str) -> None:
    def many(count: int) -> str:
        return pod(f"ports: [{', '.join(port.format(number) for number in range(1, count + 1))}]")

    assert growth(many, evaluate, 400) < 8
    assert len(port_warnings([{"containerPort": 80}] * 200)) == MOST_CLASHES


def test_init_containers_with_ports_take_linear_time() -> None:
    def many(count: int) -> str:
        container = "  - {{name: a{}, image: i, ports: [{{containerPort: {}}}]}}\n".format
        return pod(more="  initContainers:\n" + "".join(container(number, number) for number in range(1, count + 1)))

    assert growth(many, evaluate, 60) < 8


def test_many_containers_with_many_ports_take_linear_time() -> None:
    container = f"  - {{{{name: a{{}}, image: i, ports: [{'{{containerPort: 80}}, ' * 5}]}}}}\n".format

    assert (
        growth(lambda count: pod("imagePullPolicy: x", more="".join(map(container, range(count)))), evaluate, 700) < 8
    )
