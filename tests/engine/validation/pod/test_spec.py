"""The API server's errors and warnings for a pod as a whole, in its words and order."""

from __future__ import annotations

from textwrap import dedent

import pytest

from playground.engine import Inputs, evaluate, expansion_answer
from playground.engine.cluster import cluster_for
from playground.engine.kubernetes.names import subdomain_errors
from playground.engine.kubernetes.versions import version_named
from playground.engine.validation import validate
from tests.engine.environments import objects_of

_POLICIES = '"ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"'
_CONTAINERS = "containers: [{name: a, image: i}]"


def errors(spec: str, *stages: str, head: str = "kind: Pod\nmetadata: {name: p}", version: str = "1.36") -> list[str]:
    objects = objects_of(f"{head}\nspec: {{{spec}}}")
    problems = validate(objects, cluster_for(objects, None, version_named(version)))
    return [problem.error for problem in problems if problem.detail["stage"] in (stages or ("validation",))]


@pytest.mark.parametrize(
    ("field", "error"),
    [
        ("hostNetwork: true", ""),
        (
            "dnsPolicy: x",
            f'dnsPolicy: Unsupported value: "x": supported values: {_POLICIES}',
        ),
        (
            "activeDeadlineSeconds: 0",
            "activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive",
        ),
        ("hostname: a.b", 'hostname: Invalid value: "a.b": must not contain dots'),
        ("volumes: [{emptyDir: {}}]", "volumes[0].name: Required value"),
    ],
)
def test_fields_of_the_spec_are_refused_in_the_api_servers_words(field: str, error: str) -> None:
    assert errors(f"{_CONTAINERS}, {field}") == ([f"spec.{error}"] if error else [])


def test_a_pod_without_containers_is_refused_but_they_may_be_left_out_on_purpose() -> None:
    assert errors("containers: []") == ["spec.containers: Required value"]
    assert (errors(""), errors("", "recorded")) == ([], ["spec.containers: Required value"])


def test_what_rules_of_their_own_tell_is_only_recorded() -> None:
    (error,) = errors(f"{_CONTAINERS}, restartPolicy: x", "validation", "recorded")
    assert error == 'spec.restartPolicy: Unsupported value: "x": supported values: "Always", "OnFailure", "Never"'
    assert errors(f"{_CONTAINERS}, restartPolicy: x") == []


@pytest.mark.parametrize("port", ["", ", hostPort: 80", ", hostPort: 81"])
def test_on_the_hosts_network_ports_of_host_and_container_are_the_same(port: str) -> None:
    spec = f"hostNetwork: true, containers: [{{name: a, image: i, ports: [{{containerPort: 80{port}}}]}}]"
    message = "must match `containerPort` when `hostNetwork` is true"
    refused = [f"spec.containers[0].ports[0].hostPort: Invalid value: 81: {message}"] if "81" in port else []
    assert errors(spec) == refused


def test_blanks_around_an_image_are_refused_in_pods_only() -> None:
    spec = 'containers: [{name: a, image: " i"}]'
    message = 'Invalid value: " i": must not have leading or trailing whitespace'
    assert errors(spec) == [f"spec.containers[0].image: {message}"]
    assert errors(f"template: {{spec: {{{spec}}}}}", head="kind: Job") == []


@pytest.mark.parametrize(("kind", "version"), [("Deployment", "1.29"), ("StatefulSet", "1.34")])
def test_a_workloads_pods_are_validated_when_it_is_created(kind: str, version: str) -> None:
    template = f"template: {{spec: {{{_CONTAINERS}, dnsPolicy: x}}}}"
    assert len(errors(template, head=f"kind: {kind}", version=version)) == 1


def test_before_1_34_the_pods_of_a_stateful_set_are_validated_when_they_are_created() -> None:
    template = f"template: {{spec: {{{_CONTAINERS}, dnsPolicy: x}}}}"
    assert errors(template, head="kind: StatefulSet", version="1.33") == []


def test_entries_that_apply_cannot_tell_apart_cause_a_warning() -> None:
    spec = f"{_CONTAINERS}, imagePullSecrets: [{{name: s}}, {{name: s}}], hostAliases: [{{ip: 10.0.0.1}}]"
    assert errors(spec, "warning") == ['spec.imagePullSecrets[1].name: duplicate name "s"']


def test_ports_that_two_containers_have_cause_a_warning() -> None:
    ports = "ports: [{containerPort: 80, name: http}]"
    spec = f"containers: [{{name: a, image: i, {ports}}}, {{name: b, image: i, {ports}}}]"
    first, second = "spec.containers[0].ports[0]", "spec.containers[1].ports[0]"
    use = f"services and probes that select ports by name will use {first}"
    assert errors(spec, "warning") == [
        f"{second}: duplicate port definition with {first}",
        f'{second}: duplicate port name "http" with {first}, {use}',
    ]
    assert len(errors(spec, "warning", version="1.32")) == 1


def test_without_the_api_servers_defaults_more_is_required() -> None:
    text = """
    kind: Pod
    metadata: {name: p}
    spec:
      containers:
      - name: a
        image: i
        env: [{name: A, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]
        livenessProbe: {httpGet: {port: 80}}
    """
    evaluation = evaluate(dedent(text), Inputs(cluster={"noDefaulting": True}))
    probe = "spec.containers[0].livenessProbe"
    assert expansion_answer(evaluation)["validationErrors"] == [
        "spec.terminationGracePeriodSeconds: Required value",
        "spec.containers[0].terminationMessagePolicy: Required value",
        "spec.containers[0].env[0].valueFrom.fieldRef.apiVersion: Required value",
        "spec.containers[0].imagePullPolicy: Required value",
        f"{probe}.httpGet.path: Required value",
        f'{probe}.httpGet.scheme: Unsupported value: "": supported values: "HTTP", "HTTPS"',
        f"{probe}.successThreshold: Invalid value: 0: must be 1",
        "spec.restartPolicy: Required value",
        "spec.dnsPolicy: Required value",
    ]


def test_another_name_of_the_host_is_refused_in_the_api_servers_words() -> None:
    name = "A" * 65
    host = f"setHostnameAsFQDN: true, hostNetwork: true, hostnameOverride: {name}"
    assert errors(f"{_CONTAINERS}, {host}") == [
        f"spec.hostnameOverride: {error}"
        for error in (
            "Forbidden: may not be specified when setHostnameAsFQDN is true",
            "Forbidden: may not be specified when hostNetwork is true",
            "Too long: may not be more than 64 bytes",
            f'Invalid value: "{name}": {subdomain_errors(name)[0]}',
        )
    ]
    assert errors(f"{_CONTAINERS}, {host}", version="1.34") == errors(f"{_CONTAINERS}, hostnameOverride: a.b") == []


def test_a_preemption_policy_is_one_of_two() -> None:
    unsupported = 'Unsupported value: "x": supported values: "PreemptLowerPriority", "Never"'
    assert errors(f"{_CONTAINERS}, preemptionPolicy: Never") == []
    assert errors(f"{_CONTAINERS}, preemptionPolicy: ''") == ["spec.preemptionPolicy: Required value"]
    assert errors(f"{_CONTAINERS}, preemptionPolicy: x") == [f"spec.preemptionPolicy: {unsupported}"]


def test_errors_of_several_subjects_come_in_the_api_servers_order() -> None:
    fields = (
        "os: {name: x}, overhead: {cpu: -1}, preemptionPolicy: x, priorityClassName: A, tolerations: [{}],"
        " subdomain: A, hostname: A, nodeName: A, serviceAccountName: A, hostnameOverride: A,"
        " hostUsers: false, hostPID: true, topologySpreadConstraints: [{maxSkew: 1, topologyKey: a}],"
        " schedulingGates: [{name: a b}], readinessGates: [{conditionType: a b}], affinity: {nodeAffinity:"
        " {requiredDuringSchedulingIgnoredDuringExecution: {}}}, securityContext: {fsGroup: -1},"
        " nodeSelector: {a b: c}, dnsPolicy: x, volumes: [{name: v, secret: {}}]"
    )
    paths = [error.partition(": ")[0].removeprefix("spec.") for error in errors(f"{_CONTAINERS}, {fields}")]
    assert [path.partition(".")[0].partition("[")[0] for path in paths] == [
        *("volumes", "dnsPolicy", "nodeSelector", "securityContext", "affinity", "readinessGates", "schedulingGates"),
        *("topologySpreadConstraints", "HostPID", "hostnameOverride", "serviceAccountName", "nodeName", "hostname"),
        *("subdomain", "tolerations", "priorityClassName", "preemptionPolicy", "overhead", "os", "nodeName"),
    ]


def test_aliases_of_hosts_have_an_address_and_names() -> None:
    aliases = "hostAliases: [{ip: 127.0.0.1, hostnames: [a.b, A]}, {ip: 1.2.3}, {ip: 010.0.0.1}]"
    address = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"
    older = [
        f'spec.hostAliases[0].hostnames[1]: Invalid value: "A": {subdomain_errors("A")[0]}',
        f'spec.hostAliases[1].ip: Invalid value: "1.2.3": {address}',
    ]
    newer = 'spec.hostAliases[2].ip: Invalid value: "010.0.0.1": must not have leading 0s'
    assert (errors(f"{_CONTAINERS}, {aliases}", version="1.35"), errors(f"{_CONTAINERS}, {aliases}")) == (
        older,
        [*older, newer],
    )


def test_the_name_of_a_runtime_class_is_not_empty() -> None:
    (error,) = errors(f"{_CONTAINERS}, runtimeClassName: ''")
    assert error == f'spec.runtimeClassName: Invalid value: "": {subdomain_errors("")[0]}'
    assert errors(f"{_CONTAINERS}, runtimeClassName: null, priorityClassName: ''") == []
