"""The cluster that a pod would find: pasted, given or assumed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given as given_by
from hypothesis import strategies as st

from playground.engine.cluster import CLUSTER_KEYS, cluster_for
from playground.engine.cluster.provenance import Provenance
from playground.engine.containers.service_links import linked_services
from playground.engine.kubernetes.versions import KubernetesVersion
from playground.engine.reading import read
from playground.engine.reading.objects import TracedObject
from tests.engine.environments import cluster_of, objects_of

_KEYS = ["kind", "items", "metadata", "name", "namespace", "spec", "data", "stringData", "ports", "services", "secrets"]
_KEYS += ["configMaps", "podIPs", "nodeAddresses", "files", "allocatable", "containers", "template"]
_PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["Service", "Secret", "List", "Pod", "x", "YQ=="]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(_KEYS), inner, max_size=4),
)


def test_without_services_the_clusters_own_is_assumed() -> None:
    (master,) = cluster_of("kind: Pod").services
    assert (master.name, master.namespace, master.cluster_ip, master.assumed) == (
        "kubernetes",
        "default",
        "10.96.0.1",
        True,
    )


def test_a_given_list_of_services_is_complete() -> None:
    assert cluster_of("kind: Pod", {"services": []}).services == ()


def test_a_pasted_service_gets_an_assumed_address_and_a_given_one_does_not() -> None:
    bare = {"metadata": {"name": "given"}, "spec": {"ports": [{"port": 1}]}}
    text = "kind: Service\nmetadata: {name: pasted}\nspec: {ports: [{port: 80}]}"
    services = {service.name: service for service in cluster_of(text, {"services": [bare]}).services}
    assert (services["pasted"].cluster_ip, services["pasted"].assumed, services["pasted"].object) == (
        "10.96.100.1",
        True,
        0,
    )
    assert services["given"].cluster_ip == ""


def test_the_address_of_a_service_without_one_can_be_given_by_its_name() -> None:
    spec = "spec: {ports: [{port: 80}]}"
    text = (
        f"kind: Service\nmetadata: {{name: a}}\n{spec}\n---\nkind: Service\nmetadata: {{name: a, namespace: b}}\n{spec}"
    )
    inputs = {"clusterIPs": {"a": "10.0.0.1", "b/a": "10.0.0.2", "default/kubernetes": "10.0.0.3"}}
    services = cluster_of(text, inputs).services
    assert [(service.cluster_ip, service.assumed) for service in services] == [
        ("10.0.0.1", False),
        ("10.0.0.2", False),
        ("10.0.0.3", False),
    ]


def test_the_items_of_a_list_are_pasted_too() -> None:
    cluster = cluster_of("kind: List\nitems:\n- kind: ConfigMap\n  metadata: {name: c}\n  data: {a: b}")
    config_map = cluster.find("ConfigMap", "c", "any")
    assert config_map is not None
    assert (dict(config_map.data), str(config_map.places["a"])) == ({"a": "b"}, "items[0].data.a")


def test_a_secrets_bytes_are_decoded_and_its_string_data_wins() -> None:
    text = "kind: Secret\nmetadata: {name: s}\ndata: {a: aGkK, b: eA==, c: gICg}\nstringData: {b: plain}"
    secret = cluster_of(text).find("Secret", "s", "default")
    assert secret is not None
    assert dict(secret.data) == {"a": "hi\n", "b": "plain", "c": "\ufffd\ufffd\ufffd"}
    assert str(secret.places["b"]) == "stringData.b"


def test_the_data_of_a_config_map_are_plain() -> None:
    config_map = cluster_of("kind: ConfigMap\nmetadata: {name: c}\ndata: {a: aGkK}\nstringData: {b: c}").find(
        "ConfigMap", "c", "x"
    )
    assert config_map is not None
    assert dict(config_map.data) == {"a": "aGkK"}


@pytest.mark.parametrize(("name", "minor", "exists"), [("1a", 35, False), ("1a", 36, True), ("a1", 35, True)])
def test_a_service_with_a_refused_name_does_not_exist(name: str, minor: int, exists: bool) -> None:
    text = f"kind: Service\nmetadata: {{name: {name}}}\nspec: {{clusterIP: 10.0.0.7, ports: [{{port: 80}}]}}"
    cluster = cluster_for(objects_of(text), None, KubernetesVersion(minor))
    assert (name in [service.name for service in cluster.services]) is exists


def test_config_maps_and_secrets_may_be_given() -> None:
    inputs = {
        "configMaps": [{"metadata": {"name": "c"}, "data": {"a": "aGkK"}}],
        "secrets": [{"metadata": {"name": "c"}, "data": {"a": "aGkK"}}],
    }
    cluster = cluster_of("kind: Pod", inputs)
    for kind, data in (("ConfigMap", "aGkK"), ("Secret", "hi\n")):
        item = cluster.find(kind, "c", "x")
        assert item is not None
        assert (item.data, item.places, item.provenance) == ({"a": data}, {}, Provenance.GIVEN)


def test_a_node_may_stand_behind_other_objects() -> None:
    cluster = cluster_of("kind: ConfigMap\nmetadata: {name: c}\n---\nkind: Node\nmetadata: {name: web}")
    assert (cluster.node_name.value, cluster.node_name.provenance) == ("web", Provenance.PASTED)


def test_pasted_objects_have_precedence_over_given_ones() -> None:
    inputs = {"configMaps": [{"metadata": {"name": "c"}, "data": {"a": "given"}}]}
    config_map = cluster_of("kind: ConfigMap\nmetadata: {name: c}\ndata: {a: pasted}", inputs).find(
        "ConfigMap", "c", "x"
    )
    assert config_map is not None
    assert (config_map.data["a"], config_map.provenance) == ("pasted", Provenance.PASTED)


def test_only_the_pods_namespace_is_searched() -> None:
    cluster = cluster_of("kind: ConfigMap\nmetadata: {name: c, namespace: other}")
    assert cluster.find("ConfigMap", "c", "shop") is None
    assert cluster.find("ConfigMap", "c", "other") is not None


@pytest.mark.parametrize(
    ("listed", "complete"), [(None, False), ({"podIPs": ["10.0.0.9"]}, False), ({"secrets": []}, True)]
)
def test_a_cluster_is_complete_once_its_objects_are_listed(listed: dict[str, Any] | None, complete: bool) -> None:
    assert cluster_of("kind: Pod", listed).complete is complete


_EVERYTHING: dict[str, Any] = {
    "services": [],
    "configMaps": [],
    "secrets": [],
    "namespace": "shop",
    "podIPs": ["10.9.9.9"],
    "nodeIPs": ["fd00::1"],
    "nodeAddresses": [],
    "nodeName": "n",
    "allocatable": {"cpu": "1"},
    "files": {"v": {}},
    "clusterIPs": {"default/kubernetes": "10.0.0.1"},
    "podName": "p",
    "podUID": "u",
    "serviceAccountName": "s",
    "servicesSynced": False,
    "noDefaulting": True,
    "nilServiceCache": True,
}


def test_every_key_of_a_cluster_has_an_effect() -> None:
    assert set(CLUSTER_KEYS) == set(_EVERYTHING)
    nothing = cluster_of("kind: Pod")
    assert [key for key, value in _EVERYTHING.items() if cluster_of("kind: Pod", {key: value}) == nothing] == []


@given_by(_PLAIN, _PLAIN)
def test_objects_of_any_shape_are_read(value: Any, inputs: Any) -> None:
    document = read("{}").documents[0]
    cluster = cluster_for((TracedObject(value, document),), inputs if isinstance(inputs, dict) else None)
    assert cluster.find("Secret", "nope", "default") is None


def test_objects_in_nested_lists_are_found() -> None:
    items = "\n".join(
        f"    - kind: {kind}\n      metadata: {{name: x}}\n      {more}"
        for kind, more in (
            ("Service", "spec: {clusterIP: 10.0.0.7, ports: [{port: 80}]}"),
            ("ConfigMap", "data: {k: cm}"),
            ("Secret", "stringData: {k: sec}"),
        )
    )
    cluster = cluster_of(
        f"kind: List\nitems:\n- kind: Pod\n- kind: List\n  items:\n  - kind: List\n    items:\n{items}"
    )
    assert [(service.name, str(service.path)) for service in cluster.services[:1]] == [
        ("x", "items[1].items[0].items[0]")
    ]
    for kind, value, place in (("ConfigMap", "cm", "[1].data.k"), ("Secret", "sec", "[2].stringData.k")):
        item = cluster.find(kind, "x", "default")
        assert item is not None
        assert (item.data, str(item.places["k"])) == ({"k": value}, f"items[1].items[0].items{place}")


def test_pasted_facts_have_precedence_over_given_and_given_over_assumed_ones() -> None:
    service = (
        "kind: Service\nmetadata: {{name: {0}, namespace: {1}}}\nspec: {{clusterIP: 10.0.0.{2}, ports: [{{port: 1}}]}}"
    )
    text = "\n---\n".join(
        (
            service.format("a", "shop", 1),
            service.format("kubernetes", "default", 2),
            "kind: ConfigMap\nmetadata: {name: c}\ndata: {k: pasted}",
        )
    )
    inputs = {
        "services": [
            {"metadata": {"name": name, "namespace": home}, "spec": {"clusterIP": "10.0.0.9", "ports": [{"port": 1}]}}
            for name, home in (("a", "shop"), ("kubernetes", "default"), ("b", "shop"))
        ],
        "configMaps": [{"metadata": {"name": "c", "namespace": "shop"}, "data": {"k": "given", "l": "given"}}],
    }
    cluster = cluster_of(text, inputs)
    addresses = {item.name: item.cluster_ip for item in linked_services(cluster.services, "shop", True)}
    assert addresses == {"a": "10.0.0.1", "b": "10.0.0.9", "kubernetes": "10.0.0.2"}
    config = cluster.find("ConfigMap", "c", "shop")
    assert config is not None
    assert (config.data, config.provenance) == ({"k": "pasted"}, Provenance.PASTED)
    assumed = cluster_of("kind: Pod")
    assert [item.assumed for item in linked_services(assumed.services, "shop", True)] == [True]
    assert all(fact.assumed for fact in (assumed.pod_ips, assumed.node_name, assumed.node_ips, assumed.node_addresses))
    assert assumed.allocatable.assumed
    assert assumed.files.assumed
