"""The API server's errors for the names and roles of containers, and where they are."""

from __future__ import annotations

import pytest

from playground.engine import Inputs, evaluate
from tests.engine.environments import pod, problems_of
from tests.engine.validation.pods import container_errors, pod_errors

_NOT_INIT = "Forbidden: may not be set for init containers without restartPolicy=Always"
_NOT_EPHEMERAL = "Forbidden: cannot be set for an Ephemeral Container"


def errors(spec: str, kubernetes: str = "1.36") -> list[str]:
    text = f"apiVersion: v1\nkind: Pod\nmetadata: {{name: p}}\nspec: {{{spec}}}"
    problems = evaluate(text, Inputs(kubernetes=kubernetes)).server_problems
    return [item.error for item in problems if item.detail["stage"] == "validation"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("''", "Required value"),
        ("a.b", 'Invalid value: "a.b": must not contain dots'),
        ("A", 'Invalid value: "A": a lowercase RFC 1123 label must consist of'),
    ],
)
def test_a_container_needs_a_label_for_a_name(name: str, message: str) -> None:
    (error,) = errors(f"containers: [{{name: {name}}}]")
    assert error.startswith(f"spec.containers[0].name: {message}")


def test_a_name_is_taken_by_the_container_that_is_validated_first() -> None:
    spec = "containers: [{name: a}, {name: b}, {name: a}], initContainers: [{name: b}, {name: c}, {name: c}]"
    assert errors(spec) == [
        'spec.containers[2].name: Duplicate value: "a"',
        'spec.initContainers[0].name: Duplicate value: "b"',
        'spec.initContainers[2].name: Duplicate value: "c"',
    ]


def test_only_sidecars_among_init_containers_have_probes_and_hooks() -> None:
    fields = "livenessProbe: {exec: {command: [x]}}, lifecycle: {preStop: {exec: {command: [x]}}}"
    spec = f"initContainers: [{{name: a, {fields}}}, {{name: b, restartPolicy: Always, {fields}}}]"
    assert errors(spec) == [
        f"spec.initContainers[0].lifecycle: {_NOT_INIT}",
        f"spec.initContainers[0].livenessProbe: {_NOT_INIT}",
    ]


def test_a_stop_signal_is_dropped_since_1_33_and_with_it_a_lifecycle_without_hooks() -> None:
    spec = "initContainers: [{name: a, lifecycle: {stopSignal: SIGUSR1}}]"
    refusal = f"spec.initContainers[0].lifecycle: {_NOT_INIT}"
    assert errors(spec) == []
    assert errors(spec, "1.32") == [refusal]  # the field is unknown there, which leaves an empty mapping
    assert errors("initContainers: [{name: a, lifecycle: {stopSignal: SIGUSR1, preStop: {}}}]") == [refusal]


def test_an_exec_probe_needs_a_command() -> None:
    assert errors("containers: [{name: a, readinessProbe: {exec: {command: []}}, startupProbe: {exec: {}}}]") == [
        "spec.containers[0].readinessProbe.exec.command: Required value",
        "spec.containers[0].startupProbe.exec.command: Required value",
    ]


@pytest.mark.parametrize("place", ["livenessProbe", "readinessProbe", "startupProbe", "lifecycle.postStart"])
@pytest.mark.parametrize(
    ("handler", "messages"),
    [
        ("{}", [": Required value: must specify a handler type"]),
        ("{exec: null}", [": Required value: must specify a handler type"]),
        (
            "{exec: {command: [x]}, tcpSocket: {port: 1}}",
            [".tcpSocket: Forbidden: may not specify more than 1 handler type"],
        ),
        ("{httpGet: {port: 1}}", []),
    ],
)
def test_a_hook_and_a_probe_do_one_thing(place: str, handler: str, messages: list[str]) -> None:
    hook = place.partition(".")[2]
    fields = f"lifecycle: {{{hook}: {handler}}}" if hook else f"{place}: {handler}"
    assert errors(f"containers: [{{name: a, {fields}}}]") == [
        f"spec.containers[0].{place}{message}" for message in messages
    ]


@pytest.mark.parametrize(
    ("kubernetes", "list_", "policy", "message"),
    [
        (
            "1.36",
            "initContainers",
            "always",
            'Unsupported value: "always": supported values: "Always", "Never", "OnFailure"',
        ),
        ("1.36", "initContainers", "Never", ""),
        ("1.34", "initContainers", "Never", 'Unsupported value: "Never": supported values: "Always"'),
        ("1.36", "containers", "Never", ""),
        ("1.35", "containers", "x", 'Unsupported value: "x": supported values: "Always", "Never", "OnFailure"'),
        ("1.34", "containers", "Never", "Forbidden: may not be set for non-init containers"),
        ("1.36", "ephemeralContainers", "Never", _NOT_EPHEMERAL),
    ],
)
def test_the_version_decides_which_containers_may_have_a_restart_policy(
    kubernetes: str, list_: str, policy: str, message: str
) -> None:
    policy_errors = [
        error for error in errors(f"{list_}: [{{name: a, restartPolicy: {policy}}}]", kubernetes) if "[0]" in error
    ]
    assert policy_errors == ([f"spec.{list_}[0].restartPolicy: {message}"] if message else [])


@pytest.mark.parametrize(("target", "exists"), [("app", True), ("init", True), ("debug", False), ("nope", False)])
def test_the_target_of_an_ephemeral_container_is_one_of_the_others(target: str, exists: bool) -> None:
    ephemeral = f"ephemeralContainers: [{{name: debug, targetContainerName: {target}}}]"
    (*missing, _) = errors(f"containers: [{{name: app}}], initContainers: [{{name: init}}], {ephemeral}")
    place = "spec.ephemeralContainers[0].targetContainerName"
    assert missing == ([] if exists else [f'{place}: Not found: "{target}"'])


def test_an_empty_field_counts_as_set() -> None:
    empty = "livenessProbe: {}, lifecycle: {}"
    assert errors(f"initContainers: [{{name: a, {empty}}}]") == [
        f"spec.initContainers[0].lifecycle: {_NOT_INIT}",
        f"spec.initContainers[0].livenessProbe: {_NOT_INIT}",
    ]
    messages = errors(f"ephemeralContainers: [{{name: a, ports: [], resources: {{limits: null}}, {empty}}}]")
    assert messages == [
        f"spec.ephemeralContainers[0].ports: {_NOT_EPHEMERAL}",
        f"spec.ephemeralContainers[0].livenessProbe: {_NOT_EPHEMERAL}",
        f"spec.ephemeralContainers[0].lifecycle: {_NOT_EPHEMERAL}",
        "spec.ephemeralContainers: Forbidden: cannot be set on create",
    ]


def test_an_ephemeral_container_has_no_probes_and_no_sub_paths() -> None:
    mounts = "volumeMounts: [{name: v, mountPath: /a}, {name: v, mountPath: /b, subPathExpr: x}]"
    container = f"{{name: a, startupProbe: {{exec: {{command: [x]}}}}, {mounts}}}"
    assert errors(f"volumes: [{{name: v}}], ephemeralContainers: [{container}]") == [
        f"spec.ephemeralContainers[0].startupProbe: {_NOT_EPHEMERAL}",
        f"spec.ephemeralContainers[0].volumeMounts[1].subPathExpr: {_NOT_EPHEMERAL}",
        "spec.ephemeralContainers: Forbidden: cannot be set on create",
    ]


def test_ephemeral_containers_cannot_be_created_with_the_pod() -> None:
    (problem,) = problems_of(pod(more="  ephemeralContainers: [{name: debug, image: i}]"))
    assert problem.error == "spec.ephemeralContainers: Forbidden: cannot be set on create"


def test_pod_templates_have_no_ephemeral_containers() -> None:
    text = "kind: Job\nspec: {template: {spec: {ephemeralContainers: [{name: debug, image: i}]}}}"
    (problem,) = problems_of(text)
    message = "Forbidden: ephemeral containers not allowed in pod template"
    assert problem.error == f"spec.template.spec.ephemeralContainers: {message}"


def test_messages_have_paths_in_the_object_and_problems_paths_in_the_document() -> None:
    container = "{name: a, image: i, env: [{value: x}]}"
    text = f"kind: List\nitems:\n- kind: Job\n  spec: {{template: {{spec: {{containers: [{container}]}}}}}}"
    (problem,) = problems_of(text)
    assert problem.error == "spec.template.spec.containers[0].env[0].name: Required value"
    assert str(problem.path) == "items[0].spec.template.spec.containers[0].env[0].name"


_RULE = "{action: Restart, exitCodes: {operator: In, values: [1]}}"
_NO_POLICY = "restartPolicy: Required value: must specify restartPolicy when restart rules are used"


@pytest.mark.parametrize("list_", ["containers", "initContainers"])
def test_restart_rules_are_refused_in_the_api_servers_words(list_: str) -> None:
    rules = "[{action: Stop}, {action: RestartAllContainers, exitCodes: {operator: in}}]"
    container = f"{{name: b, image: i, restartPolicy: OnFailure, restartPolicyRules: {rules}}}"
    first = "initContainers: []" if list_ == "containers" else "containers: [{name: a, image: i}]"
    assert pod_errors(f"{first}, {list_}: [{container}]") == [
        f"{list_}[0].restartPolicyRules{error}"
        for error in (
            '[0].action: Unsupported value: "Stop": supported values: "Restart"',
            "[0].exitCodes: Required value: must be specified",
            '[1].exitCodes.operator: Unsupported value: "in": supported values: "In", "NotIn"',
        )
    ]
    only_rules = pod_errors(f"{first}, {list_}: [{{name: b, image: i, restartPolicyRules: [{_RULE}]}}]")
    assert only_rules == [f"{list_}[0].{_NO_POLICY}"]


def test_restart_rules_are_counted_in_items_and_before_1_36_in_bytes() -> None:
    codes = f"{{action: Restart, exitCodes: {{operator: In, values: {[*range(256)]}}}}}"
    fields = f"restartPolicy: Never, restartPolicyRules: [{', '.join([codes, *[_RULE] * 20])}]"
    path = "containers[0].restartPolicyRules"
    assert container_errors(fields) == [
        f"{path}: Too many: 21: must have at most 20 items",
        f"{path}[0].exitCodes.values: Too many: 256: must have at most 255 items",
    ]
    assert container_errors(fields, "1.35") == [
        f"{path}: Too long: may not be more than 20 bytes",
        f"{path}[0].exitCodes.values: Too long: may not be more than 255 bytes",
    ]
    assert container_errors(f"restartPolicyRules: [{_RULE}]", "1.34") == []


def test_rules_of_a_sidecar_and_rules_that_restart_all_containers_are_new_in_1_36() -> None:
    rules = "[{action: RestartAllContainers, exitCodes: {operator: In, values: [1]}}]"
    spec = "containers: [{name: a, image: i}], initContainers: [{name: b, image: i, restartPolicy: Always, "
    sidecar = f"{spec}restartPolicyRules: {rules}}}]"
    reason = "restartPolicyRules are not allowed for init containers with restart policy Always"
    assert (pod_errors(sidecar), pod_errors(sidecar, "1.35")) == (
        [],
        [f"initContainers[0].restartPolicyRules: Forbidden: {reason}"],
    )
    unknown = 'containers[0].restartPolicyRules[0].action: Unsupported value: "RestartAllContainers": supported values:'
    fields = f"restartPolicy: Always, restartPolicyRules: {rules}"
    assert (container_errors(fields), container_errors(fields, "1.35")) == ([], [f'{unknown} "Restart"'])


def test_an_ephemeral_container_has_no_policies_of_its_own() -> None:
    container = "{name: b, image: i, resizePolicy: [], restartPolicyRules: []}"
    assert pod_errors(f"containers: [{{name: a, image: i}}], ephemeralContainers: [{container}]") == [
        "ephemeralContainers[0].resizePolicy: Forbidden: cannot be set for an Ephemeral Container",
        "ephemeralContainers[0].restartPolicyRules: Forbidden: cannot be set for an Ephemeral Container",
        "ephemeralContainers: Forbidden: cannot be set on create",
    ]
