"""The facts of a pod: names, labels, addresses, volumes."""

from __future__ import annotations

from typing import Any

import pytest

from playground.engine.cluster.pod_facts import PodFacts, host_ips, parse_address, pod_ips
from playground.engine.cluster.provenance import Provenance
from playground.engine.kubernetes.pods import pod_places
from tests.engine.environments import cluster_of, environment, objects_of, values


def facts(text: str, cluster: dict[str, Any] | None = None) -> PodFacts:
    return PodFacts(pod_places(objects_of(text)[0].value)[0], cluster_of(text, cluster))


def test_a_bare_pod_rests_on_assumptions_that_are_marked() -> None:
    pod = facts("kind: Pod\nmetadata: {name: web}")
    assert (pod.name.value, pod.name.assumed) == ("web", False)
    for fact in (pod.namespace, pod.uid, pod.node_name, pod.service_account, pod_ips(pod)):
        assert fact.assumed
    assert (pod.namespace.value, pod.node_name.value) == ("default", "node-1")
    assert (pod.service_account.value, pod_ips(pod).value) == ("default", ("10.1.2.3",))


def test_facts_in_the_pod_are_not_assumed() -> None:
    pod = facts("kind: Pod\nmetadata: {name: a, namespace: b, uid: c}\nspec: {nodeName: d, serviceAccount: e}")
    in_the_pod = (pod.name, pod.namespace, pod.uid, pod.node_name, pod.service_account)
    assert [fact.value for fact in in_the_pod] == ["a", "b", "c", "d", "e"]
    assert not any(fact.assumed for fact in in_the_pod)


def test_in_a_complete_cluster_nothing_is_assumed() -> None:
    pod = facts("kind: Pod\nmetadata: {name: web}", {"services": [], "namespace": "shop"})
    assert (pod.namespace.value, pod.uid.value, pod.service_account.value) == ("shop", "", "")


@pytest.mark.parametrize(
    ("kind", "name"),
    [("StatefulSet", "db-0"), ("Deployment", "db-5d4f8b7c9-x7k2p"), ("DaemonSet", "db-x7k2p"), ("Job", "db-x7k2p")],
)
def test_a_controllers_pod_has_an_assumed_name(kind: str, name: str) -> None:
    pod = facts(f"kind: {kind}\nmetadata: {{name: db}}")
    assert (pod.name.value, pod.name.assumed) == (name, True)


@pytest.mark.parametrize("kind", ["Pod", "Deployment"])
def test_a_given_name_takes_the_place_of_an_assumed_one(kind: str) -> None:
    pod = facts(f"kind: {kind}\nmetadata: {{generateName: db-}}", {"podName": "db-7"})
    assert (pod.name.value, pod.name.assumed) == ("db-7", False)


def test_the_pods_of_a_stateful_set_are_counted_from_its_start() -> None:
    pod = facts("kind: StatefulSet\nmetadata: {name: db}\nspec: {ordinals: {start: 5}}")
    assert pod.name.value == "db-5"
    assert pod.assumed_entries("metadata.labels")["apps.kubernetes.io/pod-index"] == "5"


def test_a_long_name_is_cut_off_before_its_random_part() -> None:
    pod = facts(f"kind: Deployment\nmetadata: {{name: {'a' * 60}}}")
    assert (pod.name.value, facts("kind: StatefulSet\nmetadata: {name: db}").name.value) == (
        f"{'a' * 58}x7k2p",
        "db-0",
    )


@pytest.mark.parametrize(
    ("spec", "cluster", "links"),
    [
        ("{}", {}, True),
        ("{enableServiceLinks: false}", {}, False),
        ("{}", {"noDefaulting": True}, None),
        ("{enableServiceLinks: true}", {"noDefaulting": True}, True),
    ],
)
def test_service_links_are_on_unless_the_pod_says_no(spec: str, cluster: dict[str, Any], links: bool | None) -> None:
    assert facts(f"kind: Pod\nspec: {spec}", cluster).enable_service_links is links


def test_a_pod_from_a_file_of_the_node_is_static() -> None:
    annotated = "kind: Pod\nmetadata: {{annotations: {{kubernetes.io/config.source: {}}}}}"
    assert facts(annotated.format("file")).static
    assert not facts(annotated.format("api")).static
    assert not facts("kind: Pod").static


@pytest.mark.parametrize(
    ("address", "canonical"),
    [
        ("10.001.002.003", "10.1.2.3"),
        ("FD00:0::0005", "fd00::5"),
        ("::ffff:1.2.3.4", "1.2.3.4"),
        ("300.1.1.1", "None"),
        ("fe80::1%eth0", "None"),
        ("node", "None"),
        ("1.2.3." + "9" * 5000, "None"),
    ],
)
def test_addresses_are_read_as_kubernetes_reads_them(address: str, canonical: str) -> None:
    assert str(parse_address(address)) == canonical


def test_host_addresses_are_internal_before_external_and_one_of_each_family() -> None:
    addresses = [("ExternalIP", "fd00::9"), ("InternalIP", "10.0.0.1"), ("InternalIP", "10.0.0.2"), ("Hostname", "n")]
    cluster = {"nodeAddresses": [{"type": kind, "address": address} for kind, address in addresses]}
    assert host_ips(cluster_of("kind: Pod", cluster)).value == ("10.0.0.1", "fd00::9")


_NODE = {"nodeAddresses": [{"type": "InternalIP", "address": "10.0.0.1"}]}


def test_on_the_host_network_the_pods_addresses_are_the_nodes() -> None:
    assert pod_ips(facts("kind: Pod\nspec: {hostNetwork: true}", _NODE)).value == ("10.0.0.1",)


@pytest.mark.parametrize("network", ["false", "true"])
def test_a_pasted_status_gives_the_pods_addresses(network: str) -> None:
    status = "status: {podIP: 10.7.7.7, podIPs: [{ip: 'fd00::7'}, {ip: 10.7.7.7}]}"
    addresses = pod_ips(facts(f"kind: Pod\nspec: {{hostNetwork: {network}}}\n{status}", {"podIPs": ["10.1.1.1"]}))
    assert (addresses.value, addresses.provenance) == (("10.7.7.7", "fd00::7"), Provenance.PASTED)
    assert pod_ips(facts("kind: Pod\nstatus: {podIP: 10.7.7.7}")).value == ("10.7.7.7",)
    assert pod_ips(facts("kind: Job\nstatus: {podIP: 10.7.7.7}")).assumed


@pytest.mark.parametrize(
    ("kind", "label", "value"),
    [
        ("Deployment", "pod-template-hash", "5d4f8b7c9"),
        ("ReplicaSet", "pod-template-hash", ""),
        ("DaemonSet", "pod-template-generation", "1"),
        ("DeploymentConfig", "deployment", "web-1"),
        ("Job", "batch.kubernetes.io/job-name", "web"),
        ("Job", "controller-uid", "00000000-0000-4000-8000-000000000001"),
        ("ReplicationController", "deployment", ""),
    ],
)
def test_a_controllers_pod_has_the_labels_that_it_writes(kind: str, label: str, value: str) -> None:
    source = f"{{fieldRef: {{fieldPath: \"metadata.labels['{label}']\"}}}}"
    containers = f"containers: [{{name: a, env: [{{name: A, valueFrom: {source}}}]}}]"
    text = f"kind: {kind}\nmetadata: {{name: web}}\nspec: {{template: {{spec: {{{containers}}}}}}}"
    assert values(environment(text)) == {"A": value}


def test_a_cron_jobs_pod_belongs_to_one_of_its_jobs() -> None:
    source = "{fieldRef: {fieldPath: \"metadata.labels['job-name']\"}}"
    pod = f"{{spec: {{containers: [{{name: a, env: [{{name: A, valueFrom: {source}}}]}}]}}}}"
    text = f"kind: CronJob\nmetadata: {{name: web}}\nspec: {{jobTemplate: {{spec: {{template: {pod}}}}}}}"
    assert values(environment(text)) == {"A": "web-29123456"}


def test_the_pods_of_an_indexed_job_have_their_index_in_their_names() -> None:
    text = "kind: {}\nmetadata: {{name: web}}\nspec: {}"
    assert facts(text.format("Job", "{completionMode: Indexed}")).name.value == "web-0-x7k2p"
    cron = "{jobTemplate: {spec: {completionMode: Indexed}}}"
    assert facts(text.format("CronJob", cron)).name.value == "web-29123456-0-x7k2p"


def test_a_deployment_configs_pod_has_annotations_that_are_no_labels() -> None:
    pod = facts("kind: DeploymentConfig\nmetadata: {name: web}")
    assert pod.assumed_entries("metadata.annotations") == {
        "openshift.io/deployment.name": "web-1",
        "openshift.io/deployment-config.name": "web",
        "openshift.io/deployment-config.latest-version": "1",
    }
    assert pod.assumed_entries("metadata.labels") == {"deployment": "web-1", "deploymentconfig": "web"}
