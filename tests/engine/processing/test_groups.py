"""OpenShift's kinds and their groups."""

from __future__ import annotations

import pytest

from playground.engine.processing.groups import GROUPS, kind_of_object, regrouped


@pytest.mark.parametrize(
    ("version", "kind", "printed"),
    [
        ("v1", "Route", ("route.openshift.io/v1", "Route")),
        ("v1", "RouteList", ("route.openshift.io/v1", "RouteList")),
        ("v1", "ProjectRequest", ("project.openshift.io/v1", "ProjectRequest")),
        ("v1", "ProjectRequestList", ("v1", "ProjectRequestList")),
        ("v1", "ConfigMap", ("v1", "ConfigMap")),
        ("apps/v1", "DeploymentConfig", ("apps/v1", "DeploymentConfig")),
        (None, "ConfigMap", ("", "ConfigMap")),
        (None, "Route", ("route.openshift.io/", "Route")),
        ("v1", 3, ("v1", "")),
        ("/v1", "ConfigMap", ("v1", "ConfigMap")),
        ("a/b/c", "ConfigMap", ("", "")),
    ],
)
def test_version_and_kind_are_printed_as_oc_does(version: object, kind: object, printed: tuple[str, str]) -> None:
    assert regrouped({"apiVersion": version, "kind": kind}) == printed


def test_an_object_with_an_invalid_version_has_no_kind() -> None:
    assert kind_of_object({"apiVersion": "a/b/c", "kind": "ConfigMap"}) == ""


def test_every_kind_is_in_one_group() -> None:
    assert len(GROUPS) == 77
    assert all(group.endswith(".openshift.io") for group in GROUPS.values())
