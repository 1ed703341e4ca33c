"""The API server's warnings for a pod, in its words and order."""

from __future__ import annotations

import pytest

from tests.engine.validation.pods import pod_errors, pod_warnings, warnings_of

_CONTAINERS = "containers: [{name: a, image: i}]"
_MATCHES_NONE = "a null labelSelector results in matching no pod"
_RECOMMENDED = "which can result in surprising behavior; a DNS label is recommended: [must not contain dots]"


@pytest.mark.parametrize(
    ("kind", "use"),
    [
        ("Pod", "the Pod's hostname"),
        ("Deployment", "Pod names and hostnames"),
        ("CronJob", "Pod names and hostnames"),
        ("StatefulSet", ""),
        ("DaemonSet", ""),
    ],
)
@pytest.mark.parametrize("field", ["name", "generateName"])
def test_a_name_with_dots_is_no_host_name(kind: str, use: str, field: str) -> None:
    template = f"template: {{spec: {{{_CONTAINERS}}}}}"
    spec = {"Pod": _CONTAINERS, "CronJob": f"jobTemplate: {{spec: {{{template}}}}}"}.get(kind, template)
    expected = [f"metadata.name: this is used in {use}, {_RECOMMENDED}"] if use else []
    assert warnings_of(f"kind: {kind}\nmetadata: {{{field}: a.b}}\nspec: {{{spec}}}") == expected


def test_a_name_that_the_api_server_refuses_causes_no_warning() -> None:
    assert pod_warnings("nodeName: n", metadata="name: A.b") == []


@pytest.mark.parametrize(
    ("fields", "warnings"),
    [
        (
            "nodeSelector: {beta.kubernetes.io/arch: a, x: z}",
            ['nodeSelector[beta.kubernetes.io/arch]: deprecated since v1.14; use "kubernetes.io/arch" instead'],
        ),
        (
            "topologySpreadConstraints: [{topologyKey: beta.kubernetes.io/os}]",
            [
                (
                    "topologySpreadConstraints[0].topologyKey: beta.kubernetes.io/os is"
                    ' deprecated since v1.14; use "kubernetes.io/os" instead'
                ),
                f"topologySpreadConstraints[0].labelSelector: {_MATCHES_NONE}",
            ],
        ),
        ("imagePullSecrets: [{name: s}, {}]", ['imagePullSecrets[1].name: invalid empty name ""']),
        ("imagePullSecrets: [{name: s}, {name: s}]", ['imagePullSecrets[1].name: duplicate name "s"']),
        ("hostAliases: [{ip: 1.1.1.1}, {ip: 1.1.1.1}]", ['hostAliases[1].ip: duplicate ip "1.1.1.1"']),
        (
            "overhead: {memory: 100m}",
            ['overhead[memory]: fractional byte value "100m" is invalid, must be an integer'],
        ),
        (
            "terminationGracePeriodSeconds: -1",
            ["terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1"],
        ),
        (
            "hostAliases: [{ip: '1::0:2'}]",
            ['hostAliases[0].ip: IPv6 address "1::0:2" should be in RFC 5952 canonical format ("1::2")'],
        ),
    ],
)
def test_a_field_of_the_spec_causes_a_warning(fields: str, warnings: list[str]) -> None:
    assert pod_warnings(fields) == [f"spec.{warning}" for warning in warnings]


@pytest.mark.parametrize("kind", ["podAffinity", "podAntiAffinity"])
def test_a_pod_affinity_without_selector_matches_no_pod(kind: str) -> None:
    required, preferred = (f"{word}DuringSchedulingIgnoredDuringExecution" for word in ("required", "preferred"))
    terms = (
        f"{required}: [{{topologyKey: a}}, {{topologyKey: a, labelSelector: {{}}}}],"
        f" {preferred}: [{{weight: 1, podAffinityTerm: {{topologyKey: a}}}}]"
    )
    assert pod_warnings(f"affinity: {{{kind}: {{{terms}}}}}") == [
        f"spec.affinity.{kind}.{required}[0].labelSelector: {_MATCHES_NONE}",
        f"spec.affinity.{kind}.{preferred}[0].podAffinityTerm.labelSelector: {_MATCHES_NONE}",
    ]


def test_only_preferred_node_affinity_warns_of_its_values() -> None:
    expression = "{matchExpressions: [{key: node-role.kubernetes.io/master, operator: In, values: [-1-]}]}"
    required = f"requiredDuringSchedulingIgnoredDuringExecution: {{nodeSelectorTerms: [{expression}]}}"
    preferred = f"preferredDuringSchedulingIgnoredDuringExecution: [{{weight: 1, preference: {expression}}}]"
    warnings = pod_warnings(f"affinity: {{nodeAffinity: {{{required}, {preferred}}}}}")
    instead = 'node-role.kubernetes.io/master is use "node-role.kubernetes.io/control-plane" instead'
    path = "spec.affinity.nodeAffinity"
    preference = f"{path}.preferredDuringSchedulingIgnoredDuringExecution[0].preference.matchExpressions[0]"
    terms = f"{path}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0]"
    assert warnings[:2] == [f"{terms}.key: {instead}", f"{preference}.key: {instead}"]
    (value,) = warnings[2:]
    assert value.startswith(f"{preference}.values[0]: -1- is invalid, a valid label must be")


def test_annotations_that_fields_replaced_cause_warnings() -> None:
    keys = (
        "security.alpha.kubernetes.io/sysctls",
        "seccomp.security.alpha.kubernetes.io/pod",
        "container.seccomp.security.alpha.kubernetes.io/a",
        "container.apparmor.security.beta.kubernetes.io/a",
    )
    annotations = ", ".join(f"{key}: x" for key in keys)
    template = f"metadata: {{annotations: {{{annotations}}}}}, spec: {{{_CONTAINERS}}}"
    text = f"kind: Job\nmetadata: {{name: j}}\nspec: {{template: {{{template}}}}}"
    old = 'non-functional in v1.27+; use the "seccompProfile" field instead'
    assert warnings_of(text) == [
        f"spec.template.metadata.annotations[{key}]: {message}"
        for key, message in zip(
            keys,
            (
                'non-functional in v1.11+; use the "sysctls" field instead',
                old,
                old,
                'deprecated since v1.30; use the "appArmorProfile" field instead',
            ),
            strict=True,
        )
    ]
    with_fields = text.replace("image: i", "image: i, securityContext: {seccompProfile: {type: Unconfined}}")
    assert len(warnings_of(with_fields)) == 3
    assert len(warnings_of(with_fields, "1.29")) == 2


@pytest.mark.parametrize(
    ("profile", "field", "warns"),
    [
        ("unconfined", "", True),
        ("unconfined", "securityContext: {appArmorProfile: {type: Unconfined}}", False),
        ("runtime/default", "securityContext: {appArmorProfile: {type: Unconfined}}", True),
        ("localhost/", "", True),
        ("localhost/a", "securityContext: {appArmorProfile: {type: Localhost, localhostProfile: a}}", False),
        ("unconfined", "os: {name: windows}", False),
    ],
)
def test_an_annotation_that_becomes_a_field_causes_a_warning(profile: str, field: str, warns: bool) -> None:
    key = "container.apparmor.security.beta.kubernetes.io/a"
    metadata = f"name: p, annotations: {{{key}: {profile}}}"
    message = 'deprecated since v1.30; use the "appArmorProfile" field instead'
    expected = [f"metadata.annotations[{key}]: {message}"] if warns else []
    assert pod_warnings(field, metadata=metadata) == expected
    assert pod_errors(field, head=f"kind: Pod\nmetadata: {{{metadata}}}") == []


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ("gitRepo: {repository: r}", "gitRepo: deprecated in v1.11, and disabled by default in v1.33+"),
        ("storageos: {volumeName: v}", "storageOS: deprecated in v1.22, non-functional in v1.25+"),
        ("rbd: {monitors: [m], image: i}", "rbd: deprecated in v1.28, non-functional in v1.31+"),
    ],
)
def test_old_volumes_cause_warnings(field: str, message: str) -> None:
    assert pod_warnings(f"volumes: [{{name: v, {field}}}]") == [f"spec.volumes[0].{message}"]


def test_a_git_repository_was_only_deprecated() -> None:
    assert pod_warnings("volumes: [{name: v, gitRepo: {repository: r}}]", "1.32") == [
        "spec.volumes[0].gitRepo: deprecated in v1.11"
    ]


def test_a_claim_of_a_stateful_set_has_whole_bytes() -> None:
    claim = "spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1500m}}}"
    ephemeral = f"volumes: [{{name: v, ephemeral: {{volumeClaimTemplate: {{{claim}}}}}}}]"
    text = (
        "kind: StatefulSet\nmetadata: {name: s}\nspec:\n  revisionHistoryLimit: -1\n"
        f"  volumeClaimTemplates: [{{metadata: {{name: d}}, {claim}}}]\n"
        f"  template: {{spec: {{{_CONTAINERS}, {ephemeral}}}}}"
    )
    fraction = 'resources.requests[storage]: fractional byte value "1500m" is invalid, must be an integer'
    assert warnings_of(text) == [
        f"spec.template.spec.volumes[0].ephemeral.volumeClaimTemplate.spec.{fraction}",
        f"spec.volumeClaimTemplates[0].{fraction}",
        "spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended",
    ]


def test_the_warnings_have_the_api_servers_order() -> None:
    spec = (
        "terminationGracePeriodSeconds: -1, hostAliases: [{ip: 1.1.1.1}, {ip: 1.1.1.1}], nodeSelector:"
        " {beta.kubernetes.io/os: x}, volumes: [{name: v, flocker: {datasetName: d}}],"
        " containers: [{name: a, image: i, env: [{name: A}, {name: A}],"
        " ports: [{containerPort: 1}, {containerPort: 1}]}]"
    )
    places = [
        warning.partition(":")[0] for warning in warnings_of(f"kind: Pod\nmetadata: {{name: a.b}}\nspec: {{{spec}}}")
    ]
    assert places == [
        "metadata.name",
        "spec.nodeSelector[beta.kubernetes.io/os]",
        "spec.volumes[0].flocker",
        "spec.hostAliases[1].ip",
        "spec.containers[0].env[1]",
        "spec.containers[0].ports[1]",
        "spec.terminationGracePeriodSeconds",
    ]
