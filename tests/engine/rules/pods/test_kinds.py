"""Unknown kinds are reported with a suggestion; kinds of other programs are not reported."""

from __future__ import annotations

import pytest

from playground.engine import Diagnostic, apply_edits, evaluate
from tests.engine.rules.finding import find_diagnostic, find_diagnostics


def find_unserved(version: str, kind: str) -> list[Diagnostic]:
    text = f"apiVersion: {version}\nkind: {kind}\nmetadata: {{name: a}}\n"
    return find_diagnostics(text, "POD613")


@pytest.mark.parametrize(
    ("version", "kind", "right"),
    [
        ("extensions/v1beta1", "Deployment", "apps/v1"),
        ("extensions/v1beta1", "Ingress", "networking.k8s.io/v1"),
        ("apps/v1beta2", "StatefulSet", "apps/v1"),
        ("batch/v1beta1", "CronJob", "batch/v1"),
        ("policy/v1beta1", "PodDisruptionBudget", "policy/v1"),
        ("autoscaling/v2beta2", "HorizontalPodAutoscaler", "autoscaling/v2"),
        ("v1", "Deployment", "apps/v1"),
        ("apps/v1", "Service", "v1"),
        ("batch/v1", "Deployment", "apps/v1"),
        ("app/v1", "Deployment", "apps/v1"),
        ("networking.k8s.io/v1", "RoleBinding", "rbac.authorization.k8s.io/v1"),
        ("rbac.authorisation.k8s.io/v1", "Role", "rbac.authorization.k8s.io/v1"),
        ("v1", "Configmap", "ConfigMap"),
        ("v1", "pod", "Pod"),
        ("apps/v1", "Deploymnet", "Deployment"),
        ("batch/v1", "Cronjob", "CronJob"),
    ],
)
def test_a_kind_that_nothing_serves_is_reported_with_a_fix(version: str, kind: str, right: str) -> None:
    (diagnostic,) = find_unserved(version, kind)
    assert diagnostic.fix is not None
    assert diagnostic.fix.title == f"Write {right}"
    text = f"apiVersion: {version}\nkind: {kind}\nmetadata: {{name: a}}\n"
    after = apply_edits(text, diagnostic.fix.edits)
    assert "POD613" not in [item.code for item in evaluate(after).diagnostics]


@pytest.mark.parametrize(
    ("version", "kind"),
    [
        ("v1", "Pod"),
        ("apps/v1", "Deployment"),
        ("autoscaling/v1", "HorizontalPodAutoscaler"),
        ("serving.knative.dev/v1", "Service"),
        ("traefik.io/v1alpha1", "Ingress"),
        ("apps.openshift.io/v1", "DeploymentConfig"),
        ("v1", "DeploymentConfig"),
        ("v1", "Route"),
        ("v1", "RoleBinding"),
        ("v1", "ComponentStatus"),
        ("authorization.openshift.io/v1", "RoleBinding"),
        ("policy/v1beta1", "PodSecurityPolicy"),
        ("storage.k8s.io/v1beta1", "VolumeAttributesClass"),
        ("networking.k8s.io/v1beta1", "IPAddress"),
        ("autoscaling/v3", "Unheard"),
        ("apps/v1", "Unheard"),
        ("$(VERSION)", "Deployment"),
        ("kustomize.config.k8s.io/v1beta1", "Kustomization"),
        ("argoproj.io/v1alpha1", "Application"),
        ("cert-manager.io/v1", "Certificate"),
    ],
)
def test_served_and_unknown_kinds_have_no_finding(version: str, kind: str) -> None:
    assert find_unserved(f'"{version}"', kind) == []


def test_kinds_that_openshift_moves_to_its_groups_have_no_finding() -> None:
    text = (
        "apiVersion: template.openshift.io/v1\nkind: Template\nobjects:\n"
        "- {apiVersion: v1, kind: RoleBinding, metadata: {name: a}}\n"
        "- {apiVersion: v1, kind: Deployment, metadata: {name: a}}\n"
    )
    diagnostic = find_diagnostic(text, "POD613")
    assert (diagnostic.span.start.line, diagnostic.field) == (5, "objects[1].apiVersion")


def test_a_kind_inside_a_list_is_reported_at_its_place() -> None:
    text = "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Job, metadata: {name: a}}\n"
    diagnostic = find_diagnostic(text, "POD613")
    assert evaluate(text).source.text.slice(diagnostic.span) == "v1"


def test_the_number_of_compared_kinds_is_limited() -> None:
    letters = "abcdefghijklmno"
    kinds = [f"Pod{first}{second}" for first in letters for second in letters][:210]
    items = "".join(f"- {{apiVersion: v1, kind: {kind}, metadata: {{name: a}}}}\n" for kind in kinds)
    text = f"apiVersion: v1\nkind: List\nitems:\n{items}"
    assert [diagnostic.code for diagnostic in evaluate(text).diagnostics] == ["POD613"] * 200


@pytest.mark.parametrize(
    ("version", "kind", "kubernetes", "message"),
    [
        (
            "flowcontrol.apiserver.k8s.io/v1beta3",
            "FlowSchema",
            "1.32",
            "Kubernetes 1.32 and later do not serve `flowcontrol.apiserver.k8s.io/v1beta3`, so they refuse",
        ),
        (
            "storage.k8s.io/v1",
            "VolumeAttributesClass",
            "1.33",
            "Kubernetes 1.34 is the first that serves `storage.k8s.io/v1`, so 1.33 refuses",
        ),
    ],
)
def test_the_chosen_kubernetes_decides_what_is_served(version: str, kind: str, kubernetes: str, message: str) -> None:
    text = f"apiVersion: {version}\nkind: {kind}\nmetadata: {{name: a}}\n"
    assert find_diagnostic(text, "POD613", kubernetes=kubernetes).message == f"{message} this {kind}."
    newer_or_older = "1.31" if kubernetes == "1.32" else "1.34"
    assert find_diagnostics(text, "POD613", kubernetes=newer_or_older) == []
