"""Objects that the API server refuses, and their fixes."""

from __future__ import annotations

import pytest

from playground.engine import Diagnostic, Inputs, apply_edits, evaluate, read_plain
from tests.engine.environments import pod
from tests.engine.rules.finding import find_diagnostic, find_diagnostics

SECRET = "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\n"
TEMPLATE = """apiVersion: template.openshift.io/v1
kind: Template
parameters: [{name: P, value: hunter2!}]
objects:
- apiVersion: v1
  kind: Secret
  metadata: {name: s}
  "data":
    password: ${P}
"""


def find_refused(text: str) -> list[Diagnostic]:
    return find_diagnostics(text, "POD602")


@pytest.mark.parametrize("text", [TEMPLATE, SECRET + "data: {a: 'no base64'}\n"])
def test_text_that_is_not_base64_is_moved_to_string_data(text: str) -> None:
    (diagnostic,) = find_refused(text)
    assert diagnostic.hint.startswith("A value under `data` must be base64; write plain text under `stringData`. ")
    assert diagnostic.fix is not None
    assert find_refused(apply_edits(text, diagnostic.fix.edits)) == []


@pytest.mark.parametrize("text", ["data: {a: '!', b: aGk=}\n", "data: {a: '!'}\nstringData: {c: d}\n"])
def test_an_entry_beside_other_entries_is_not_moved(text: str) -> None:
    (diagnostic,) = find_refused(SECRET + text)
    assert "write plain text under `stringData`." in diagnostic.hint
    assert diagnostic.fix is None


def test_several_texts_are_moved_to_string_data_together() -> None:
    text = SECRET + "data:\n  user: 'the admin'\n  password: 'hunter2!'\n"
    first, second = find_refused(text)
    assert first.fix == second.fix
    assert first.fix is not None
    assert find_refused(apply_edits(text, first.fix.edits)) == []


@pytest.mark.parametrize(("encoded", "right"), [("cGFzc3dvcmQ", "cGFzc3dvcmQ="), ("dz8-dz8_ZQ==", "dz8+dz8/ZQ==")])
def test_base64_that_kubernetes_cannot_decode_is_corrected(encoded: str, right: str) -> None:
    (diagnostic,) = find_refused(SECRET + f"data: {{a: {encoded}, b: aGk=}}\n")
    assert diagnostic.fix is not None
    assert diagnostic.fix.edits[0].text == f'"{right}"'


CONFIGURATION = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {log-level: x, port: y1}\n---\n"


@pytest.mark.parametrize(
    ("fields", "place", "near"),
    [
        ("env: [{name: A, valueFrom: {configMapKeyRef: {name: settings, key: log_level}}}]", "log_level", "log-level"),
        (
            "env:\n- name: A\n  valueFrom:\n    configMapKeyRef:\n      name: settings\n      key: 'prot'",
            "prot",
            "port",
        ),
        ("env: [{name: A, valueFrom: {configMapKeyRef: {name: settings, key: colour}}}]", "colour", ""),
        (
            (
                "resources: {limits: {cpu: 1}}\nenv: [{name: A, valueFrom: "
                "{resourceFieldRef: {containerName: App, resource: limits.cpu}}}]"
            ),
            "App",
            "app",
        ),
    ],
)
def test_a_misspelt_reference_that_stops_a_container_is_reported_at_its_name(
    fields: str, place: str, near: str
) -> None:
    text = CONFIGURATION + pod(fields)
    diagnostic = find_diagnostic(text, "POD603")
    source = evaluate(text).source.text
    assert source.slice(diagnostic.span).strip("'") == place
    assert diagnostic.hint.startswith(f"Did you mean `{near}`? The container waits" if near else "The container waits")
    assert bool(diagnostic.fix) == bool(near)
    if diagnostic.fix:
        after = evaluate(apply_edits(text, diagnostic.fix.edits))
        assert "POD603" not in [item.code for item in after.diagnostics]


def test_a_missing_object_of_a_given_cluster_is_reported_at_its_name() -> None:
    text = pod("envFrom: [{secretRef: {name: sercet}}]")
    evaluation = evaluate(text, Inputs(cluster={"secrets": [{"metadata": {"name": "secret"}}]}))
    (diagnostic,) = [item for item in evaluation.diagnostics if item.code == "POD603"]
    assert (evaluation.source.text.slice(diagnostic.span), diagnostic.hint[:22]) == ("sercet", "Did you mean `secret`?")


def test_a_boolean_is_explained_only_if_it_does_not_look_like_one() -> None:
    hints = [item.message for item in find_diagnostics(pod("args: [true, yes]"), "POD601")]
    assert ["Kubernetes reads" in hint for hint in hints] == [False, True]


def workload(kind: str, spec: str) -> str:
    version = "batch/v1" if kind == "Job" else "apps/v1"
    return (
        f"apiVersion: {version}\nkind: {kind}\nmetadata: {{name: a}}\nspec:\n  selector: {{matchLabels: {{a: b}}}}\n"
        f"  template:\n    metadata: {{labels: {{a: b}}}}\n    spec:\n{spec}"
    )


CONTAINERS = "      containers:\n      - {name: a, image: b}\n"


def test_a_missing_policy_of_a_job_is_inserted_above_its_containers() -> None:
    text = workload("Job", CONTAINERS)
    diagnostic = find_diagnostic(text, "POD612")
    assert [fix.title for fix in diagnostic.fixes] == ["Write restartPolicy: Never", "Write restartPolicy: OnFailure"]
    for fix in diagnostic.fixes:
        after = apply_edits(text, fix.edits)
        assert find_diagnostics(after, "POD612") == []
        assert read_plain(after)["spec"]["template"]["spec"]["containers"] == [{"name": "a", "image": "b"}]


def test_in_flow_style_the_field_is_inserted_inside_the_braces() -> None:
    text = (
        "apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: a}\nspec:\n  schedule: '* * * * *'\n  jobTemplate:\n"
        "    spec: {template: {spec: {containers: [{name: a, image: b}]}}}\n"
    )
    diagnostic = find_diagnostic(text, "POD612")
    assert diagnostic.fix is not None
    assert "spec: {restartPolicy: Never, containers: [" in apply_edits(text, diagnostic.fix.edits)


@pytest.mark.parametrize(
    ("kind", "policy", "fixes"),
    [
        ("Job", "Always", ["Never", "OnFailure"]),
        ("Job", "onFailure", ["OnFailure"]),
        ("Deployment", "Never", ["Always"]),
        ("StatefulSet", "always", ["Always"]),
    ],
)
def test_an_invalid_policy_is_replaced(kind: str, policy: str, fixes: list[str]) -> None:
    text = workload(kind, f"      restartPolicy: {policy}\n{CONTAINERS}")
    diagnostic = find_diagnostic(text, "POD612")
    assert [fix.title.removeprefix("Write ") for fix in diagnostic.fixes] == fixes
    assert find_diagnostics(apply_edits(text, diagnostic.fixes[0].edits), "POD612") == []


@pytest.mark.parametrize(
    ("kind", "policy"), [("Job", "Never"), ("Deployment", "Always"), ("Job", "${POLICY}"), ("Deployment", "$(A)")]
)
def test_allowed_and_unknown_policies_have_no_finding(kind: str, policy: str) -> None:
    assert find_diagnostics(workload(kind, f"      restartPolicy: {policy}\n{CONTAINERS}"), "POD612") == []


@pytest.mark.parametrize("policy", ["''", '""', "null", "", "~"])
def test_an_empty_policy_is_no_policy(policy: str) -> None:
    for kind in ("Deployment", "Job"):
        text = workload(kind, f"      restartPolicy: {policy} # none\n{CONTAINERS}")
        diagnostics = find_diagnostics(text, "POD612")
        assert len(diagnostics) == (kind == "Job")
        for fix in (fix for diagnostic in diagnostics for fix in diagnostic.fixes):
            after = read_plain(apply_edits(text, fix.edits))
            assert after["spec"]["template"]["spec"]["restartPolicy"] in ("Never", "OnFailure")
            assert apply_edits(text, fix.edits).count("restartPolicy") == 1


def test_a_pod_may_have_any_of_three() -> None:
    text = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {restartPolicy: never, containers: [{name: a}]}\n"
    diagnostic = find_diagnostic(text, "POD612")
    assert diagnostic.message == "The API server refuses the `restartPolicy` `never`: no such policy exists."
    assert diagnostic.fixes[0].title == "Write Never"
    assert find_diagnostics(text.replace("never", "OnFailure"), "POD612") == []


def test_a_job_without_a_pod_has_no_finding() -> None:
    assert (
        find_diagnostics("apiVersion: batch/v1\nkind: Job\nmetadata: {name: a}\nspec: {template: {}}\n", "POD612") == []
    )


def test_a_missing_value_is_reported_once_though_the_empty_one_is_invalid_too() -> None:
    affinity = "affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{}]}}"
    text = f"{pod()}  volumes: [{{name: v, nfs: {{server: s}}}}]\n  {affinity}\n"
    assert [diagnostic.message.partition("`: ")[2] for diagnostic in find_refused(text)] == [
        "Required value.",
        "Required value: can not be empty.",
    ]
