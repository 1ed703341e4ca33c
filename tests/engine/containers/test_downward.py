"""fieldRef and resourceFieldRef."""

from __future__ import annotations

from typing import Any

import pytest

from playground.engine.cluster.pod_facts import PodFacts
from playground.engine.containers.downward import field_value, resource_value
from playground.engine.kubernetes.fieldpaths import DownwardError
from playground.engine.kubernetes.pods import pod_places
from playground.engine.kubernetes.quantity import parse
from tests.engine.environments import cluster_of, environment, environments, objects_of, pod, values

_POD = """
kind: Pod
metadata:
  name: web-0
  labels: {app: "a\\"b", b: ""}
  annotations: {Build/Number: "7"}
spec:
  resources: {limits: {cpu: "2", ephemeral-storage: 1Gi}}
  initContainers:
  - name: init
  containers:
  - name: app
    resources: {limits: {cpu: 250m, memory: "0", hugepages-2Mi: 4Mi}}
  - name: side
"""


def facts(text: str = _POD, **cluster: Any) -> PodFacts:
    return PodFacts(pod_places(objects_of(text)[0].value)[0], cluster_of(text, cluster))


def resource(name: str, *, container: str = "", divisor: Any = None, own: int = 0, **cluster: Any) -> str:
    pod_facts = facts(**cluster)
    reference = {"resource": name, "containerName": container, "divisor": divisor}
    return resource_value(reference, pod_facts.spec["containers"][own], pod_facts).value


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("metadata.name", "web-0"),
        ("metadata.namespace", "default"),
        ("spec.host", "node-1"),
        ("status.hostIP", "192.168.1.10"),
        ("status.podIPs", "10.1.2.3"),
        ("metadata.labels['app']", 'a"b'),
        ("metadata.labels['none']", ""),
        ("metadata.annotations['Build/Number']", "7"),
        ("metadata.labels", 'app="a\\"b"\nb=""'),
    ],
)
def test_fields_have_the_pods_values(path: str, value: str) -> None:
    assert field_value({"fieldPath": path}, facts()).value == value


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("status.phase", "unsupported fieldPath: status.phase"),
        ("spec.restartPolicy", "unsupported fieldPath: spec.restartPolicy"),
        ("metadata.labels['a b']", "invalid key subscript in metadata.labels['a b']: name part must consist of"),
        ("", "field label not supported: "),
    ],
)
def test_other_fields_fail_in_the_kubelets_words(path: str, message: str) -> None:
    with pytest.raises(DownwardError) as caught:
        field_value({"fieldPath": path}, facts())
    assert str(caught.value).startswith(message)


def test_a_label_of_the_controller_is_assumed_until_a_cluster_is_given() -> None:
    text = "kind: StatefulSet\nmetadata: {name: db}"
    label = {"fieldPath": "metadata.labels['apps.kubernetes.io/pod-index']"}
    assert (field_value(label, facts(text)).value, field_value(label, facts(text)).assumed) == ("0", True)
    assert field_value(label, facts(text, services=[])).value == ""


@pytest.mark.parametrize(
    ("name", "divisor", "value"),
    [
        ("limits.cpu", None, "1"),
        ("limits.cpu", "1m", "250"),
        ("limits.cpu", "0", "1"),
        ("requests.cpu", "1m", "250"),
        ("limits.memory", "1Gi", "8"),
        ("limits.ephemeral-storage", "1Gi", "100"),
        ("requests.memory", None, "0"),
        ("limits.hugepages-2Mi", "1Mi", "4"),
        ("requests.hugepages-1Gi", None, "0"),
        ("limits.cpu", "nonsense", "1"),
    ],
)
def test_resources_are_divided_and_rounded_up(name: str, divisor: Any, value: str) -> None:
    assert resource(name, divisor=divisor) == value


def test_rounding_up_is_reported() -> None:
    pod_facts = facts()
    own = pod_facts.spec["containers"][0]
    for divisor, rounded in ((None, "250m"), ("1m", ""), ("100m", "250m")):
        reference = {"resource": "limits.cpu", "divisor": divisor}
        assert resource_value(reference, own, pod_facts).rounded == rounded


def test_a_missing_limit_is_the_pods_own_then_the_nodes() -> None:
    assert resource("limits.cpu", own=1) == "2"
    assert resource("limits.memory", own=1) == str(8 * 2**30)
    assert resource("limits.memory", own=1, allocatable={"cpu": "4"}) == "0"


@pytest.mark.parametrize(
    ("name", "value"),
    [("cpu", "4"), ("memory", str(8 * 2**30)), ("ephemeral-storage", str(100 * 2**30)), ("hugepages-2Mi", "0")],
)
def test_a_request_is_no_limit(name: str, value: str) -> None:
    entry = f"env: [{{name: A, valueFrom: {{resourceFieldRef: {{resource: limits.{name}}}}}}}]"
    container = environment(pod(f"{entry}\nresources: {{requests: {{{name}: 1}}}}"))
    assert values(container) == {"A": value}


def test_a_container_is_found_by_name_and_an_init_container_gets_no_default() -> None:
    assert resource("limits.cpu", container="app", own=1, divisor="1m") == "250"
    assert resource("limits.memory", container="init") == "0"
    with pytest.raises(DownwardError, match=r"^container nope not found$"):
        resource("limits.cpu", container="nope")


@pytest.mark.parametrize(
    ("resource_", "limits", "cluster", "value"),
    [
        ("limits.memory", "{memory: 1Ki}", {}, "1024"),
        ("limits.memory", '{memory: "0"}', {}, str(8 * 2**30)),
        ("limits.memory", "{memory: 1Ki}", {"allocatable": {"cpu": "4"}}, "0"),
        ("limits.ephemeral-storage", "{ephemeral-storage: 1Ki}", {}, str(100 * 2**30)),
        ("requests.memory", "{memory: 1Ki}", {}, "0"),
    ],
)
def test_a_pod_level_limit_replaces_the_nodes_allocatable_resources(
    resource_: str, limits: str, cluster: dict[str, Any], value: str
) -> None:
    """Only for cpu and memory, only when it is not zero, and only where the node has any."""
    entry = f"env: [{{name: A, valueFrom: {{resourceFieldRef: {{resource: {resource_}}}}}}}]"
    container = environment(pod(entry, f"  resources: {{limits: {limits}}}\n"), cluster)
    assert values(container) == {"A": value}


def test_the_request_of_an_ephemeral_container_is_not_its_limit() -> None:
    entry = "env: [{name: A, valueFrom: {resourceFieldRef: {resource: requests.cpu}}}]"
    container = f"{{name: debug, resources: {{limits: {{cpu: 2}}}}, {entry}}}"
    (_, debug) = environments(pod(more=f"  ephemeralContainers: [{container}]\n"))
    assert values(debug) == {"A": "0"}


def test_without_defaulting_a_request_is_not_its_limit() -> None:
    assert resource("requests.cpu", noDefaulting=True) == "0"


def test_other_resources_are_refused_in_the_kubelets_words() -> None:
    with pytest.raises(DownwardError, match=r"^unsupported container resource : limits\.nvidia\.com/gpu$"):
        resource("limits.nvidia.com/gpu")


def test_a_value_of_the_nodes_is_marked_as_assumed() -> None:
    pod_facts = facts()
    side = pod_facts.spec["containers"][1]
    assert resource_value({"resource": "limits.memory"}, side, pod_facts).assumed
    assert not resource_value({"resource": "limits.cpu"}, side, pod_facts).assumed


def test_quantities_beyond_float_precision_do_not_fail() -> None:
    assert parse("9E").value == 9 * 10**18
    assert resource("limits.memory", own=1, allocatable={"memory": "9007199254740993"}) == "9007199254740992"


def test_a_result_beyond_64_bits_overflows_as_in_go() -> None:
    assert resource("limits.memory", own=1, allocatable={"memory": "16Ei"}) == "-9223372036854775808"


def test_a_divisor_whose_thousandths_are_beyond_64_bits_counts_as_zero() -> None:
    assert resource("limits.cpu", divisor="1E") == "-9223372036854775808"
    assert resource("limits.memory", divisor="1E") == "1"
