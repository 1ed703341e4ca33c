"""The kubelet's answer as plain values; the vectors cover most of it."""

from __future__ import annotations

from typing import Any

from playground.engine import Inputs, evaluate, expansion_answer
from tests.engine.environments import pod


def answer(text: str, cluster: dict[str, Any] | None = None) -> dict[str, Any]:
    return expansion_answer(evaluate(text, Inputs(cluster=cluster)))


def test_of_several_values_of_the_wrong_type_the_first_in_sorted_order_is_reported() -> None:
    body = answer(pod("env: [{name: A, value: 1}]\nargs: [2]", "  nodeName: 3\n---\nkind: Pod\nspec: x\n"))
    assert body["containers"] == []
    assert body["decodeError"].endswith("Container.spec.containers.args of type string")


def test_errors_begin_with_regular_containers_and_warnings_follow_the_starting_order() -> None:
    twice = "env: [{name: A, value: x}, {name: A, value: x}, {value: x}]"
    extra = (
        f"  initContainers: [{{name: i, image: i, {twice}}}]\n  ephemeralContainers: [{{name: e, image: i, {twice}}}]\n"
    )
    body = answer(pod(twice, extra))
    assert body["validationErrors"] == [
        "spec.containers[0].env[2].name: Required value",
        "spec.initContainers[0].env[2].name: Required value",
        "spec.ephemeralContainers[0].env[2].name: Required value",
        "spec.ephemeralContainers: Forbidden: cannot be set on create",
    ]
    assert [warning.partition("[")[0] for warning in body["warnings"]] == [
        "spec.initContainers",
        "spec.containers",
        "spec.ephemeralContainers",
    ]
    assert [container["kind"] for container in body["containers"]] == [
        "initContainer",
        "container",
        "ephemeralContainer",
    ]


def test_a_value_that_is_not_known_is_null() -> None:
    body = answer(pod("env: [{name: A, valueFrom: {secretKeyRef: {name: s, key: k}}}]"))
    assert {"name": "A", "value": None} in body["containers"][0]["env"]


def test_a_container_that_does_not_start_shows_only_the_reason() -> None:
    fields = "env: [{name: A, valueFrom: {secretKeyRef: {name: s, key: k}}}]\ncommand: [x]"
    assert answer(pod(fields), {"services": []})["containers"] == [
        {
            "kind": "container",
            "name": "app",
            "env": [],
            "command": [],
            "args": [],
            "error": 'secret "s" not found',
            "waitingReason": "CreateContainerConfigError",
            "event": 'Warning Failed Error: secret "s" not found',
        }
    ]


def test_messages_about_a_pod_come_after_those_about_its_containers() -> None:
    source = "valueFrom: {fileKeyRef: {volumeName: v, path: f, key: K}}"
    fields = f"env: [{{name: A, {source}}}, {{value: x}}]"
    image_and_env = f"image: i, {fields}"
    extra = f"  initContainers: [{{name: i, {image_and_env}}}]\n  ephemeralContainers: [{{name: e, {image_and_env}}}]\n"
    missing = 'env[0].valueFrom.fileKeyRef.volumeName: Not found: "v"'
    assert answer(pod(fields, extra))["validationErrors"] == [
        "spec.containers[0].env[1].name: Required value",
        "spec.initContainers[0].env[1].name: Required value",
        "spec.ephemeralContainers[0].env[1].name: Required value",
        f"spec.initContainers[0].{missing}",
        f"spec.containers[0].{missing}",
        f"spec.ephemeralContainers[0].{missing}",
        "spec.ephemeralContainers: Forbidden: cannot be set on create",
    ]


def test_pods_come_one_after_the_other() -> None:
    init_containers = "initContainers: [{name: b, image: i}, {name: B.c, image: i}]"
    nameless = f"spec: {{containers: [{{image: i, env: [{{name: A}}]}}], {init_containers}}}"
    named = f"metadata: {{name: p}}\n{nameless}"
    errors = answer(f"kind: Pod\n{named}\n---\nkind: Job\nspec: {{template: {{{nameless}}}}}")["validationErrors"]
    assert [error.partition(":")[0] for error in errors] == [
        "spec.containers[0].name",
        "spec.initContainers[1].name",
        "spec.template.spec.containers[0].name",
        "spec.template.spec.initContainers[1].name",
    ]


def test_an_object_that_cannot_be_decoded_leaves_the_others_alone() -> None:
    broken = "kind: Pod\nspec: {containers: [{name: b, env: [{name: A, value: 8080}, {name: A}]}]}\n"
    body = answer(f"{broken}---\nkind: ConfigMap\ndata: {{k: 1}}\n---\n{pod('env: [{name: A}, {name: A}]').lstrip()}")
    assert body["decodeError"].startswith('Pod in version "v1" cannot be handled as a Pod: json: cannot unmarshal')
    assert [container["name"] for container in body["containers"]] == ["app"]
    assert [warning.partition(":")[0] for warning in body["warnings"]] == ["spec.containers[0].env[1]"]


def test_a_pasted_config_map_that_cannot_be_decoded_leaves_the_pod_alone() -> None:
    body = answer(pod("env: [{name: A, value: x}]", "---\nkind: ConfigMap\ndata: {k: 1}\n"))
    assert body["decodeError"].startswith('ConfigMap in version "v1" cannot be handled')
    assert {"name": "A", "value": "x"} in body["containers"][0]["env"]


def test_a_decoder_gives_up_at_a_quantity() -> None:
    body = answer(pod("args: [1]\nresources: {limits: {cpu: much}}"))
    message = "quantities must match the regular expression"
    assert body["decodeError"].startswith(f'Pod in version "v1" cannot be handled as a Pod: {message}')


def test_a_sub_path_made_of_a_random_value_is_null() -> None:
    services = [
        {"metadata": {"name": name}, "spec": {"clusterIP": f"10.0.0.{number}", "ports": [{"port": number}]}}
        for number, name in enumerate(("a", "a-service"), 1)
    ]
    mount = "volumeMounts: [{mountPath: /d, subPathExpr: $(A_SERVICE_PORT)}]"
    (container,) = answer(pod(mount), {"services": services})["containers"]
    assert container["subPaths"] == [{"mountPath": "/d", "subPathExpr": "$(A_SERVICE_PORT)", "subPath": None}]
