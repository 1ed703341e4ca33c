"""Ports that are called by names which no port has."""

from __future__ import annotations

import pytest

from playground.engine import apply_edits, evaluate
from tests.engine.rules.finding import find_diagnostics

PORTS = "ports: [{name: http, containerPort: 80}, {containerPort: 81}]"


def pod(fields: str, ports: str = PORTS) -> str:
    return (
        "apiVersion: v1\nkind: Pod\nmetadata: {name: p, labels: {app: web}}\n"
        f"spec: {{containers: [{{name: c, image: a/b, {ports}, {fields}}}]}}\n---\n"
    )


def service(ports: str, selector: str = "{app: web}") -> str:
    spec = f"{{selector: {selector}, ports: {ports}}}"
    return f"apiVersion: v1\nkind: Service\nmetadata: {{name: s}}\nspec: {spec}\n---\n"


def ingress(port: str) -> str:
    backend = f"backend: {{service: {{name: s, port: {{name: {port}}}}}}}"
    rules = f"[{{http: {{paths: [{{{backend}}}]}}}}]"
    return f"apiVersion: x/v1\nkind: Ingress\nmetadata: {{name: i}}\nspec: {{rules: {rules}}}\n"


def route(port: str) -> str:
    spec = f"{{to: {{kind: Service, name: s}}, port: {{targetPort: {port}}}}}"
    return f"apiVersion: x/v1\nkind: Route\nmetadata: {{name: r}}\nspec: {spec}\n"


@pytest.mark.parametrize(
    ("text", "owner"),
    [
        (pod("livenessProbe: {httpGet: {port: %s}}"), "Container `c` has"),
        (pod("readinessProbe: {tcpSocket: {port: %s}}"), "Container `c` has"),
        (pod("lifecycle: {preStop: {httpGet: {port: %s}}}"), "Container `c` has"),
        (pod("tty: true") + service("[{port: 1, targetPort: %s}]"), "The pods that the Service selects have"),
        (service("[{name: http, port: 1}]") + ingress("%s"), "The Service `s` has"),
        (service("[{name: http, port: 1}]") + route("%s"), "The Service `s` has"),
    ],
)
def test_a_misspelt_name_is_mended(text: str, owner: str) -> None:
    [diagnostic] = find_diagnostics(text % "htpp", "POD622")
    assert diagnostic.message == f"{owner} no port with the name `htpp`."
    assert diagnostic.fix
    assert apply_edits(text % "htpp", diagnostic.fix.edits) == text % "http"
    [other] = find_diagnostics(text % "metrics", "POD622")
    assert (other.hint, other.fix) == ("Give the port this name, or write its number here.", None)
    for name in ("http", "80", '"80"', "[a]"):
        assert not find_diagnostics(text % name, "POD622")


@pytest.mark.parametrize(
    "text",
    [
        service("[{port: 1, targetPort: x-y}]") + pod("tty: true").replace("app: web", "app: other"),
        service("[{port: 1, targetPort: x-y}]", "{}") + pod("tty: true"),
        ingress("x-y"),
        service("[{name: http, port: 1}]") + route("x-y").replace("name: s", "name: [s]"),
    ],
)
def test_ports_of_what_the_text_lacks_are_not_judged(text: str) -> None:
    assert "POD622" not in {item.code for item in evaluate(text).diagnostics}


def test_one_of_the_selected_pods_may_have_the_port() -> None:
    pods = pod("tty: true") + pod("tty: true", "ports: [{name: metrics, containerPort: 9}]").replace(
        "name: p", "name: q"
    )
    assert not find_diagnostics(pods + service("[{port: 1, targetPort: metrics}]"), "POD622")


def test_many_ports_are_not_compared_with_many_pods() -> None:
    wrong = service("[" + "{port: 1, targetPort: x-y}, " * 80 + "]")
    assert len(find_diagnostics(pod("tty: true") + wrong, "POD622")) == 80
    assert not find_diagnostics(pod("tty: true") * 80 + wrong, "POD622")
