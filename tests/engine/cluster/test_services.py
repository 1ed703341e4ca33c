"""The variables of Services."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from playground.engine.cluster.provenance import Provenance
from playground.engine.cluster.services import (
    Service,
    linked_services,
    service_from,
    service_values,
    service_variables,
    with_assumed_address,
)


def service(name: str, ip: str = "10.0.0.1", *ports: dict[str, Any], namespace: str | None = None) -> Service:
    metadata = {"name": name} | ({"namespace": namespace} if namespace else {})
    return service_from(
        {"metadata": metadata, "spec": {"clusterIP": ip, "ports": list(ports) or [{"port": 80}]}}, Provenance.GIVEN
    )


def test_names_are_mangled_and_listed_in_the_kubelets_order() -> None:
    found = list(
        service_values(service("my-db.x", "10.0.0.7", {"port": 53, "protocol": "UDP", "name": "dns-x"}, {"port": 80}))
    )
    assert found == [
        ("MY_DB.X_SERVICE_HOST", "10.0.0.7"),
        ("MY_DB.X_SERVICE_PORT", "53"),
        ("MY_DB.X_SERVICE_PORT_DNS_X", "53"),
        ("MY_DB.X_PORT", "udp://10.0.0.7:53"),
        ("MY_DB.X_PORT_53_UDP", "udp://10.0.0.7:53"),
        ("MY_DB.X_PORT_53_UDP_PROTO", "udp"),
        ("MY_DB.X_PORT_53_UDP_PORT", "53"),
        ("MY_DB.X_PORT_53_UDP_ADDR", "10.0.0.7"),
        ("MY_DB.X_PORT_80_TCP", "tcp://10.0.0.7:80"),
        ("MY_DB.X_PORT_80_TCP_PROTO", "tcp"),
        ("MY_DB.X_PORT_80_TCP_PORT", "80"),
        ("MY_DB.X_PORT_80_TCP_ADDR", "10.0.0.7"),
    ]


def test_an_ipv6_address_is_in_brackets_only_inside_urls() -> None:
    found = dict(service_values(service("a", "fd00::1")))
    assert (found["A_SERVICE_HOST"], found["A_PORT"], found["A_PORT_80_TCP_ADDR"]) == (
        "fd00::1",
        "tcp://[fd00::1]:80",
        "fd00::1",
    )


@pytest.mark.parametrize("ip", ["", "None"])
def test_a_service_without_an_address_has_no_variables(ip: str) -> None:
    assert linked_services([service("a", ip)], "shop", True) == ()


def test_a_service_without_ports_has_no_variables() -> None:
    bare = service_from({"metadata": {"name": "a"}, "spec": {"clusterIP": "10.0.0.1"}}, Provenance.GIVEN)
    assert linked_services([bare], "shop", True) == ()


def test_only_services_of_the_pods_namespace_and_the_master_give_variables() -> None:
    master = service("kubernetes", namespace="default")
    own, other, same = service("own"), service("other", namespace="other"), service("same", namespace="shop")
    assert linked_services([other, master, own, same], "shop", True) == (master, own, same)
    assert linked_services([other, master, own, same], "shop", False) == (master,)


@pytest.mark.parametrize("order", [1, -1])
def test_an_own_service_called_kubernetes_replaces_the_master_in_any_order(order: int) -> None:
    master, own = service("kubernetes", namespace="default"), service("kubernetes", "10.7.7.7", namespace="shop")
    assert linked_services([master, own][::order], "shop", True) == (own,)
    assert linked_services([master, own][::order], "shop", False) == (master,)


def test_a_collision_of_two_services_is_random_and_names_both_values() -> None:
    found = service_variables([service("a"), service("a-service", "10.0.0.2", {"port": 81})])
    both = found["A_SERVICE_PORT"]
    assert both.random
    assert [both.value, *(rival.value for rival in both.rivals)] == ["80", "tcp://10.0.0.2:81"]
    assert [item.origin.label for item in (both, *both.rivals)] == ["Service a", "Service a-service"]
    assert not found["A_PORT"].random


def test_equal_values_do_not_collide() -> None:
    same = service("a", "10.0.0.1"), service("a", "10.0.0.1", namespace="shop")
    assert not any(variable.random for variable in service_variables(same).values())


def test_in_its_own_namespace_the_master_that_was_written_counts() -> None:
    written, assumed = (
        service("kubernetes", "10.0.0.2", namespace="default"),
        service("kubernetes", namespace="default"),
    )
    assumed = replace(assumed, provenance=Provenance.ASSUMED)
    assert linked_services([written, assumed], "default", True) == (written,)


def test_assumed_addresses_differ() -> None:
    found = [with_assumed_address(service("a", ""), number).cluster_ip for number in (0, 249, 250, 499)]
    assert found == ["10.96.100.1", "10.96.100.250", "10.96.101.1", "10.96.101.250"]


def test_an_address_is_assumed_only_where_a_cluster_would_allocate_one() -> None:
    allocated = with_assumed_address(service("a", ""), 3)
    assert (allocated.cluster_ip, allocated.assumed) == ("10.96.100.4", True)
    given = with_assumed_address(service("a", ""), 3, "10.0.0.9")
    assert (given.cluster_ip, given.assumed) == ("10.0.0.9", False)
    assert given == replace(service("a", ""), cluster_ip="10.0.0.9")
    assert with_assumed_address(service("a", "10.0.0.1"), 3, "10.0.0.9").cluster_ip == "10.0.0.1"
    assert with_assumed_address(service("a", "None"), 3).cluster_ip == "None"
    assert not with_assumed_address(service("a", "10.0.0.1"), 3).assumed
    external = service_from({"spec": {"type": "ExternalName", "ports": [{"port": 1}]}}, Provenance.PASTED)
    assert with_assumed_address(external, 3).cluster_ip == ""


def test_the_first_of_the_cluster_ips_stands_in_for_a_missing_one() -> None:
    dual = service_from({"spec": {"clusterIPs": ["fd00::1", "10.0.0.1"]}}, Provenance.PASTED)
    assert dual.cluster_ip == "fd00::1"
    assert service_from({"spec": {"clusterIPs": ["fd00::1"]}}, Provenance.GIVEN).cluster_ip == ""


@pytest.mark.parametrize(
    "value", [None, [], "x", {"spec": []}, {"metadata": 1, "spec": {"ports": [1, {"port": "80"}, {"port": True}]}}]
)
def test_services_of_any_shape_are_read(value: Any) -> None:
    assert service_from(value, Provenance.PASTED).ports == ()
