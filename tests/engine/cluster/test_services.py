"""The Services that a pod finds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from playground.engine.cluster.provenance import Provenance
from playground.engine.cluster.services import service_from, with_address
from tests.engine.environments import service


def test_assumed_addresses_differ() -> None:
    addresses = [with_address(service("a", ""), number).cluster_ip for number in (0, 249, 250, 499)]
    assert addresses == ["10.96.100.1", "10.96.100.250", "10.96.101.1", "10.96.101.250"]


def test_an_address_is_assumed_only_where_a_cluster_would_allocate_one() -> None:
    allocated = with_address(service("a", ""), 3)
    assert (allocated.cluster_ip, allocated.assumed) == ("10.96.100.4", True)
    addressed = with_address(service("a", ""), 3, "10.0.0.9")
    assert (addressed.cluster_ip, addressed.assumed) == ("10.0.0.9", False)
    assert addressed == replace(service("a", ""), cluster_ip="10.0.0.9")
    assert with_address(service("a", "10.0.0.1"), 3, "10.0.0.9").cluster_ip == "10.0.0.1"
    assert with_address(service("a", "None"), 3).cluster_ip == "None"
    assert not with_address(service("a", "10.0.0.1"), 3).assumed
    external = service_from({"spec": {"type": "ExternalName", "ports": [{"port": 1}]}}, Provenance.PASTED)
    assert with_address(external, 3).cluster_ip == ""


def test_the_first_of_the_cluster_ips_stands_in_for_a_missing_one() -> None:
    dual = service_from({"spec": {"clusterIPs": ["fd00::1", "10.0.0.1"]}}, Provenance.PASTED)
    assert dual.cluster_ip == "fd00::1"
    assert service_from({"spec": {"clusterIPs": ["fd00::1"]}}, Provenance.GIVEN).cluster_ip == ""


@pytest.mark.parametrize(
    "value", [None, [], "x", {"spec": []}, {"metadata": 1, "spec": {"ports": [1, {"port": "80"}, {"port": True}]}}]
)
def test_services_of_any_shape_are_read(value: Any) -> None:
    assert service_from(value, Provenance.PASTED).ports == ()
