"""The lines of an environment file, read back with the rules of `docker run --env-file`."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.cli.output.env_file_printer import LONGEST_LINE, env_file_lines, omission_lines
from playground.engine import Inputs, evaluate


def pod(variables: dict[str, str], **more: Any) -> str:
    entries = [{"name": name, "value": value} for name, value in variables.items()]
    container = {"name": "web", "env": entries, **more}
    return json.dumps({"kind": "Pod", "metadata": {"name": "p"}, "spec": {"containers": [container]}})


def as_docker_reads(lines: list[str]) -> dict[str, str]:
    """What docker makes of a file: leading blanks go, `#` begins a comment, all behind the first `=` is the value."""
    variables = {}
    for line in "".join(f"{line}\n" for line in lines).split("\n"):
        line = line.removesuffix("\r").lstrip()
        assert len(line.encode()) <= LONGEST_LINE
        if line and not line.startswith("#"):
            name, equals, value = line.partition("=")
            assert name
            assert equals
            assert not set(name) & set(" \t")
            variables[name] = value
    return variables


def read_back(text: str) -> dict[str, str]:
    variables = as_docker_reads(list(env_file_lines(evaluate(text))))
    return {name: value for name, value in variables.items() if not name.startswith("KUBERNETES_")}


def test_every_value_that_fits_on_a_line_comes_back_as_it_is() -> None:
    env = {
        "PLAIN": "x",
        "EMPTY": "",
        "BLANKS": "  a b\t ",
        "QUOTES": "\"a\" 'b' \\n",
        "HASH": "# no comment",
        "EQUALS": "=a=b",
        "CR": "a\rb",
        "dotted.name-1": "ü\x1b\u2028\x85",
    }
    assert read_back(pod(env)) == env


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("LINES", "a\nb", "a line end"),
        ("LAST", "a\n", "a line end"),
        ("RETURN", "a\r", "a line end"),
        ("NUL", "a\0b", "NUL"),
        ("LONG", "a" * LONGEST_LINE, "longer than 65,535 bytes"),
        ("with blank", "a", "name"),
        ("#comment", "a", "name"),
    ],
)
def test_variables_that_the_file_cannot_express_are_named(name: str, value: str, why: str) -> None:
    text = pod({name: value, "OTHER": "1"})
    assert read_back(text) == {"OTHER": "1"}
    (line,) = omission_lines(evaluate(text))
    assert line.startswith(f"{name} of web is left out: ")
    assert why in line


def test_a_value_that_is_not_known_is_named() -> None:
    source = {"secretKeyRef": {"name": "s", "key": "k"}}
    text = pod({}, env=[{"name": "TOKEN", "valueFrom": source}])
    assert read_back(text) == {}
    assert list(omission_lines(evaluate(text))) == ["TOKEN of web is left out: its value is not known here"]


def test_a_value_that_is_random_is_named() -> None:
    services = [
        {"metadata": {"name": name}, "spec": {"clusterIP": ip, "ports": [{"port": 80}]}}
        for name, ip in (("a", "10.0.0.1"), ("a-service", "10.0.0.2"))
    ]
    evaluation = evaluate(pod({}), Inputs(cluster={"services": services}))
    assert list(omission_lines(evaluation)) == [
        "A_SERVICE_PORT of web is left out: Kubernetes chooses its value at random"
    ]
    assert not any(line.startswith("A_SERVICE_PORT=") for line in env_file_lines(evaluation))


@given(
    st.dictionaries(st.text(max_size=5) | st.sampled_from(["A", "a.b", "#", "A B"]), st.text(max_size=12), max_size=6)
)
def test_every_variable_is_read_back_as_it_is_or_named_as_left_out(env: dict[str, str]) -> None:
    evaluation = evaluate(pod(env))
    assert evaluation.readable
    lines, named = list(env_file_lines(evaluation)), list(omission_lines(evaluation))
    read_variables = as_docker_reads(lines)
    printed_variables = {
        item.name: item.value for item in evaluation.containers[0].variables if item.name in read_variables
    }
    assert read_variables == printed_variables
    assert len(printed_variables) + len(named) == len(evaluation.containers[0].variables) == len(lines) + len(named)
    assert all(" of web is left out: " in line and "\n" not in line for line in named)


def test_container_names_do_not_break_their_line() -> None:
    value = json.loads(pod({"A": "1"}))
    value["metadata"]["name"] = "p\nEVIL=1"
    value["spec"]["containers"].append({"name": "x\nEVIL=2"})
    assert read_back(json.dumps(value)) == {"A": "1"}


def test_a_container_that_does_not_start_has_no_variables() -> None:
    text = pod({"A": "1"}, envFrom=[{"secretRef": {"name": "s"}}])
    assert list(env_file_lines(evaluate(text, Inputs(cluster={"services": []})))) == ['# secret "s" not found']
