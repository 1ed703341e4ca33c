"""Facts about the cluster that the user gives."""

from __future__ import annotations

import pytest

from playground.engine import ALLOCATABLE, Inputs, evaluate
from playground.pages.form import facts
from playground.pages.form.facts import FACTS, cluster_of, service_addresses, service_fact

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


def test_known_facts_are_a_cluster() -> None:
    assert cluster_of({"nodeName": "n", "unknown": "x"}) == {"nodeName": "n"}
    assert cluster_of({"unknown": "x"}) is None


def test_the_address_of_a_service_is_a_fact_too() -> None:
    facts = {service_fact("shop/db"): "10.0.0.9", "nodeName": "n"}
    assert service_addresses(facts) == {"shop/db": "10.0.0.9"}
    assert cluster_of(facts) == {"nodeName": "n", "clusterIPs": {"shop/db": "10.0.0.9"}}


def test_one_resource_of_the_node_can_be_changed_alone() -> None:
    assert cluster_of({"allocatable.memory": "1Gi"}) == {"allocatable": {**ALLOCATABLE, "memory": "1Gi"}}


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
        (after,) = evaluate(text, Inputs(cluster=cluster_of({kind.name: value}))).containers
        assert before.declared[0].origin.assumed
        assert (after.declared[0].value, after.declared[0].origin.assumed) == (value, False)
