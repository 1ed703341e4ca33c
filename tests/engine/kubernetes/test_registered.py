"""The kinds that `oc` decodes; kubectl 1.36.3 said which kinds its scheme has."""

from __future__ import annotations

import pytest

from playground.engine.kubernetes.registered import is_object, is_registered


@pytest.mark.parametrize(
    ("version", "kind"),
    [
        ("v1", "Pod"),
        ("/v1", "PodList"),
        ("v1", "Binding"),
        ("apps/v1beta1", "DeploymentRollback"),
        ("batch/v1beta1", "CronJob"),
        ("resource.k8s.io/v1beta2", "DeviceTaintRuleList"),
        ("storage.k8s.io/v1alpha1", "DeleteOptions"),
        ("anything/v7", "APIGroup"),
        ("template.openshift.io/v1", "TemplateInstanceList"),
        ("oauth.openshift.io/v1", "OAuthClient"),
    ],
)
def test_kinds_that_oc_knows(version: str, kind: str) -> None:
    assert is_registered(version, kind)


@pytest.mark.parametrize(
    ("version", "kind"),
    [
        ("v1", "Template"),
        ("v1", "pod"),
        ("v1", "BindingList"),
        ("apps/v1beta1", "DaemonSet"),
        ("batch/v1beta1", "Job"),
        ("batch/v2alpha1", "CronJob"),
        ("apiextensions.k8s.io/v1", "CustomResourceDefinition"),
        ("anything/v7", "DeleteOptions"),
        ("template.openshift.io/v2", "Template"),
        ("config.openshift.io/v1", "Ingress"),
    ],
)
def test_kinds_that_oc_does_not_know(version: str, kind: str) -> None:
    assert not is_registered(version, kind)


def test_lists_and_reviews_are_no_objects() -> None:
    assert [is_object("v1", kind) for kind in ("Pod", "PodList", "List", "Binding")] == [True, False, False, False]
