"""The node of a pod."""

from __future__ import annotations

from playground.engine.cluster.node import node_facts, texts
from playground.engine.cluster.provenance import Fact, Provenance
from tests.engine.environments import cluster_of

_NODE = """
kind: Node
metadata: {name: worker-7}
status:
  addresses:
  - {type: Hostname, address: w7}
  - {type: InternalIP, address: 10.9.0.7}
  - {type: ExternalIP, address: 1.2.3.4}
  allocatable: {cpu: 3500m}
"""


def test_a_pasted_node_gives_its_name_addresses_and_allocatable_resources() -> None:
    inputs = {"nodeName": "n", "nodeIPs": ["10.1.1.1"], "nodeAddresses": [], "allocatable": {"cpu": "1"}}
    for cluster in (cluster_of(_NODE), cluster_of(_NODE, inputs)):
        assert cluster.node_name == Fact("worker-7", Provenance.PASTED)
        assert cluster.node_ips == Fact(("10.9.0.7",), Provenance.PASTED)
        assert cluster.node_addresses.value[1:] == (("InternalIP", "10.9.0.7"), ("ExternalIP", "1.2.3.4"))
        assert cluster.allocatable == Fact({"cpu": "3500m"}, Provenance.PASTED)


def test_what_a_pasted_node_lacks_is_given_or_assumed() -> None:
    cluster = cluster_of("kind: Node\nstatus: {capacity: {cpu: 2}}", {"nodeName": "n"})
    assert cluster.node_name == Fact("n", Provenance.GIVEN)
    assert cluster.node_ips.assumed
    assert cluster.node_addresses.assumed
    assert cluster.allocatable == Fact({"cpu": 2}, Provenance.PASTED)


def test_addresses_that_are_not_given_are_assumed() -> None:
    facts = node_facts({}, {"nodeIPs": ["fd00::1"]})
    assert facts["node_ips"] == Fact(("fd00::1",), Provenance.GIVEN)
    assert facts["node_addresses"] == Fact((("InternalIP", "192.168.1.10"),), Provenance.ASSUMED)
    listed = node_facts({}, {"nodeAddresses": [{"type": "Hostname", "address": "n"}]})
    assert listed["node_addresses"] == Fact((("Hostname", "n"),), Provenance.GIVEN)
    assert listed["node_ips"].assumed


def test_nodes_of_any_shape_are_read() -> None:
    assert texts(["a", 1, None, {}]) == ("a", "1", "", "")
    assert texts("a") == ()
