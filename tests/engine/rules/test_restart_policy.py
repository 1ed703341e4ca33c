"""Restart policies that a kind does not allow or lacks, and their fixes."""

from __future__ import annotations

import pytest

from playground.engine import apply_edits, read_plain
from tests.engine.rules.finding import diagnostic, diagnostics


def workload(kind: str, spec: str) -> str:
    version = "batch/v1" if kind == "Job" else "apps/v1"
    return (
        f"apiVersion: {version}\nkind: {kind}\nmetadata: {{name: a}}\nspec:\n  selector: {{matchLabels: {{a: b}}}}\n"
        f"  template:\n    metadata: {{labels: {{a: b}}}}\n    spec:\n{spec}"
    )


CONTAINERS = "      containers:\n      - {name: a, image: b}\n"


def test_a_missing_policy_of_a_job_is_inserted_above_its_containers() -> None:
    text = workload("Job", CONTAINERS)
    one = diagnostic(text, "POD612")
    assert [fix.title for fix in one.fixes] == ["Write restartPolicy: Never", "Write restartPolicy: OnFailure"]
    for fix in one.fixes:
        after = apply_edits(text, fix.edits)
        assert diagnostics(after, "POD612") == []
        assert read_plain(after)["spec"]["template"]["spec"]["containers"] == [{"name": "a", "image": "b"}]


def test_in_flow_style_it_is_inserted_in_the_brackets() -> None:
    text = (
        "apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: a}\nspec:\n  schedule: '* * * * *'\n  jobTemplate:\n"
        "    spec: {template: {spec: {containers: [{name: a, image: b}]}}}\n"
    )
    one = diagnostic(text, "POD612")
    assert one.fix is not None
    assert "spec: {restartPolicy: Never, containers: [" in apply_edits(text, one.fix.edits)


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
    one = diagnostic(text, "POD612")
    assert [fix.title.removeprefix("Write ") for fix in one.fixes] == fixes
    assert diagnostics(apply_edits(text, one.fixes[0].edits), "POD612") == []


@pytest.mark.parametrize(
    ("kind", "policy"), [("Job", "Never"), ("Deployment", "Always"), ("Job", "${POLICY}"), ("Deployment", "$(A)")]
)
def test_allowed_and_unknown_policies_have_no_finding(kind: str, policy: str) -> None:
    assert diagnostics(workload(kind, f"      restartPolicy: {policy}\n{CONTAINERS}"), "POD612") == []


def test_a_pod_may_have_any_of_three() -> None:
    text = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {restartPolicy: never, containers: [{name: a}]}\n"
    one = diagnostic(text, "POD612")
    assert one.message == "There is no `restartPolicy` `never`: the API server refuses it."
    assert one.fixes[0].title == "Write Never"
    assert diagnostics(text.replace("never", "OnFailure"), "POD612") == []


def test_a_job_without_a_pod_has_no_finding() -> None:
    assert diagnostics("apiVersion: batch/v1\nkind: Job\nmetadata: {name: a}\nspec: {template: {}}\n", "POD612") == []
