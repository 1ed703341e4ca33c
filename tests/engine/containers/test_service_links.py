"""The variables from Services: which a pod gets, and that they are made once per namespace."""

from __future__ import annotations

from dataclasses import replace

import pytest

from playground.engine.cluster.pod_facts import PodFacts
from playground.engine.cluster.provenance import Provenance
from playground.engine.cluster.services import service_from
from playground.engine.containers.budget import Budget
from playground.engine.containers.service_links import ServiceLinks, linked_services, service_values, service_variables
from playground.engine.kubernetes.pods import pod_places
from playground.engine.model.limits import Limits
from playground.engine.reading import read
from tests.engine.environments import cluster_of, service

SERVICE = "apiVersion: v1\nkind: Service\nmetadata: {name: db}\nspec: {clusterIP: 10.0.0.7, ports: [{port: 80}]}\n"


def facts(namespace: str) -> PodFacts:
    pod = f"apiVersion: v1\nkind: Pod\nmetadata: {{name: a, namespace: {namespace}}}\nspec: {{containers: []}}\n"
    (place,) = pod_places(read(pod).documents[0].value)
    return PodFacts(place, cluster_of(SERVICE))


def test_pods_of_one_namespace_share_the_variables() -> None:
    links = ServiceLinks(cluster_of(SERVICE).services, Budget())
    first, second = links.variables(facts("a")), links.variables(facts("a"))
    assert first is second
    assert first
    assert first["DB_SERVICE_HOST"].value == "10.0.0.7"
    assert links.variables(facts("b")) is not first


def test_too_many_variables_are_not_made() -> None:
    services = cluster_of(SERVICE).services
    needed = sum(1 + len(service.ports) for service in services)
    assert ServiceLinks(services, Budget(Limits(inherited_variables=needed))).variables(facts("a")) is not None
    assert ServiceLinks(services, Budget(Limits(inherited_variables=needed - 1))).variables(facts("a")) is None


def test_names_are_mangled_and_listed_in_the_kubelets_order() -> None:
    variables = list(
        service_values(service("my-db.x", "10.0.0.7", {"port": 53, "protocol": "UDP", "name": "dns-x"}, {"port": 80}))
    )
    assert variables == [
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
    variables = dict(service_values(service("a", "fd00::1")))
    assert (variables["A_SERVICE_HOST"], variables["A_PORT"], variables["A_PORT_80_TCP_ADDR"]) == (
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
    own, elsewhere, same = service("own"), service("other", namespace="other"), service("same", namespace="shop")
    assert linked_services([elsewhere, master, own, same], "shop", True) == (master, own, same)
    assert linked_services([elsewhere, master, own, same], "shop", False) == (master,)


@pytest.mark.parametrize("order", [1, -1])
def test_an_own_service_called_kubernetes_replaces_the_master_in_any_order(order: int) -> None:
    master, own = service("kubernetes", namespace="default"), service("kubernetes", "10.7.7.7", namespace="shop")
    assert linked_services([master, own][::order], "shop", True) == (own,)
    assert linked_services([master, own][::order], "shop", False) == (master,)


def test_a_collision_of_two_services_is_random_and_names_both_values() -> None:
    variables = service_variables([service("a"), service("a-service", "10.0.0.2", {"port": 81})])
    port = variables["A_SERVICE_PORT"]
    assert port.random
    assert [port.value, *(rival.value for rival in port.rivals)] == ["80", "tcp://10.0.0.2:81"]
    assert [item.origin.label for item in (port, *port.rivals)] == ["Service a", "Service a-service"]
    assert not variables["A_PORT"].random


def test_equal_values_do_not_collide() -> None:
    same = service("a", "10.0.0.1"), service("a", "10.0.0.1", namespace="shop")
    assert not any(variable.random for variable in service_variables(same).values())


def test_in_its_own_namespace_the_master_that_was_written_counts() -> None:
    stated, assumed = (
        service("kubernetes", "10.0.0.2", namespace="default"),
        service("kubernetes", namespace="default"),
    )
    assumed = replace(assumed, provenance=Provenance.ASSUMED)
    assert linked_services([stated, assumed], "default", True) == (stated,)
