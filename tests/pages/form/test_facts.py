"""Facts about the cluster that the user gives."""

from __future__ import annotations

import pytest

from playground.engine import ALLOCATABLE, Inputs, evaluate
from playground.pages.form import facts
from playground.pages.form.facts import FACTS, cluster_of, named_service, service_key, variables_of

POD = """\
kind: Deployment
metadata: {name: web}
spec:
  template:
    spec:
      containers:
      - name: c
        env:
"""


def test_facts_and_variables_are_distinguished() -> None:
    assumed = {"PORT": "80", "fact:nodeName": "n", "fact:unknown": "x"}
    assert variables_of(assumed) == {"PORT": "80"}
    assert cluster_of(assumed) == {"nodeName": "n"}
    assert cluster_of({"PORT": "80"}) is None


def test_the_address_of_a_service_is_a_fact_too() -> None:
    key = service_key("shop/db")
    assert (named_service(key), variables_of({key: "10.0.0.9"})) == ("shop/db", {})
    assert cluster_of({key: "10.0.0.9"}) == {"clusterIPs": {"shop/db": "10.0.0.9"}}
    assert named_service("fact:nodeName") is None


def test_one_resource_of_the_node_can_be_changed_alone() -> None:
    assert cluster_of({"fact:allocatable.memory": "1Gi"}) == {"allocatable": {**ALLOCATABLE, "memory": "1Gi"}}


@pytest.mark.parametrize("kind", FACTS, ids=lambda kind: kind.name)
def test_a_given_fact_changes_its_variables_and_is_no_longer_assumed(kind: facts.FactKind) -> None:
    value = "10.9.8.7" if kind.name.endswith("IPs") else "7"
    for field in kind.fields:
        source = (
            f"resourceFieldRef: {{resource: {field}}}"
            if field.startswith("limits.")
            else f"fieldRef: {{fieldPath: {field}}}"
        )
        text = f"{POD}        - {{name: A, valueFrom: {{{source}}}}}\n"
        (before,) = evaluate(text).containers
        (after,) = evaluate(text, Inputs(cluster=cluster_of({kind.key: value}))).containers
        assert before.declared[0].origin.assumed
        assert (after.declared[0].value, after.declared[0].origin.assumed) == (value, False)
