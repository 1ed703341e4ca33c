"""Discovery lists everything in the format a client asks for, and each kind leads to the right resource."""

from __future__ import annotations

import json
from datetime import UTC
from typing import Any

import pytest
from django.test import Client

from playground.engine import KUBERNETES_VERSIONS
from tests.api.calls import Api

AGGREGATED = "application/json;g=apidiscovery.k8s.io;v={};as=APIGroupDiscoveryList"
NAMESPACES: dict[str, Any] = {
    "name": "namespaces",
    "singularName": "namespace",
    "namespaced": False,
    "kind": "Namespace",
}
NAMESPACES |= {"verbs": ["get", "list"], "shortNames": ["ns"]}
OPENSHIFT_RESOURCES: list[dict[str, Any]] = [
    {
        "name": "processedtemplates",
        "singularName": "processedtemplate",
        "namespaced": True,
        "kind": "ProcessedTemplate",
        "verbs": ["create"],
    },
    {
        "name": "templates",
        "singularName": "template",
        "namespaced": True,
        "kind": "Template",
        "verbs": ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"],
    },
]
OTHER_GROUPS = ("project.openshift.io", "user.openshift.io", "authentication.k8s.io", "authorization.k8s.io")
CORE_RESOURCES = [
    NAMESPACES,
    OPENSHIFT_RESOURCES[0],
    OPENSHIFT_RESOURCES[1] | {"name": "coretemplates", "singularName": "coretemplate"},
]
KUBECTL = f"{AGGREGATED.format('v2')},{AGGREGATED.format('v2beta1')},application/json"


def get(address: str, accept: str = "application/json") -> Any:
    answer = Client().get(address, headers={"Accept": accept})
    assert answer.status_code == 200
    return json.loads(answer.content)


@pytest.mark.parametrize(("address", "group"), [("/api", ""), ("/apis", "template.openshift.io")])
@pytest.mark.parametrize("version", ["v2", "v2beta1"])
def test_discovery_is_aggregated_on_request(address: str, group: str, version: str) -> None:
    accept = KUBECTL if version == "v2" else f"{AGGREGATED.format(version)},application/json"
    answer = Client().get(address, headers={"Accept": accept})
    assert answer["Content-Type"] == AGGREGATED.format(version)
    body = json.loads(answer.content)
    assert body["apiVersion"] == f"apidiscovery.k8s.io/{version}"
    item = body["items"][0]
    assert item["metadata"].get("name", "") == group
    assert [item["metadata"]["name"] for item in body["items"][1:]] == (list(OTHER_GROUPS) if group else [])
    assert (body["kind"], body["metadata"], answer["Vary"]) == ("APIGroupDiscoveryList", {}, "Accept")
    resources = [
        {
            "resource": resource["name"],
            "responseKind": {"group": group, "version": "v1", "kind": resource["kind"]},
            "scope": "Namespaced" if resource["namespaced"] else "Cluster",
            "singularResource": resource["singularName"],
            "verbs": resource["verbs"],
            **({"shortNames": resource["shortNames"]} if "shortNames" in resource else {}),
        }
        for resource in (OPENSHIFT_RESOURCES if group else CORE_RESOURCES)
    ]
    assert item["versions"] == [{"version": "v1", "resources": resources, "freshness": "Current"}]


def test_the_last_resource_of_kind_template_is_that_of_templates() -> None:
    for address, name in (("/api/v1", "coretemplates"), ("/apis/template.openshift.io/v1", "templates")):
        kinds = {resource["kind"]: resource["name"] for resource in get(address)["resources"]}
        assert (kinds["Template"], kinds["ProcessedTemplate"]) == (name, "processedtemplates")
        assert get(address)["resources"][-1]["name"] == name


def test_the_plain_lists_name_every_group_version_and_resource() -> None:
    assert get("/api") == {"kind": "APIVersions", "versions": ["v1"], "serverAddressByClientCIDRs": []}
    versions = [{"groupVersion": f"{name}/v1", "version": "v1"} for name in ("template.openshift.io", *OTHER_GROUPS)]
    groups = [
        {"name": version["groupVersion"].removesuffix("/v1"), "versions": [version], "preferredVersion": version}
        for version in versions
    ]
    version, group = versions[0], groups[0]
    assert get("/apis") == {"kind": "APIGroupList", "apiVersion": "v1", "groups": groups}
    assert get("/apis/template.openshift.io") == {"kind": "APIGroup", "apiVersion": "v1", **group}
    kind = {"kind": "APIResourceList", "apiVersion": "v1"}
    assert get("/api/v1") == {**kind, "groupVersion": "v1", "resources": CORE_RESOURCES}
    assert get("/apis/template.openshift.io/v1") == {
        **kind,
        "groupVersion": version["groupVersion"],
        "resources": OPENSHIFT_RESOURCES,
    }


def test_clients_can_compare_the_version() -> None:
    version = get("/version")
    assert version["gitVersion"] == f"v{version['major']}.{version['minor']}.0"
    assert version["minor"] == str(KUBERNETES_VERSIONS[0]).partition(".")[2]
    assert version["platform"] == "playground"
    for field in ("gitCommit", "gitTreeState", "buildDate", "goVersion", "compiler"):
        assert version[field] == ""


def test_a_namespace_is_visible_to_its_owner_only(api: Api, stranger: Api) -> None:
    address = f"/api/v1/namespaces/{api.workspace.name}"
    created = api.workspace.created.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    metadata = {"name": api.workspace.name, "resourceVersion": "1", "creationTimestamp": created}
    namespace = {"kind": "Namespace", "apiVersion": "v1", "metadata": metadata, "status": {"phase": "Active"}}
    assert api.call("GET", address) == namespace
    kind = {"kind": "NamespaceList", "apiVersion": "v1", "metadata": {"resourceVersion": "1"}}
    assert api.call("GET", "/api/v1/namespaces") == {**kind, "items": [namespace]}
    existing, nowhere = (
        stranger.call("GET", f"/api/v1/namespaces/{name}", status=403) for name in (api.workspace.name, "ws-nowhere")
    )
    assert 'cannot get resource "namespaces"' in existing["message"]
    assert json.dumps(existing).replace(api.workspace.name, "") == json.dumps(nowhere).replace("ws-nowhere", "")


def test_an_unknown_group_is_a_status() -> None:
    for address in ("/apis/nope", "/api/v1/pods", "/openapi/v1", "/apis/authentication.k8s.io/v1/tokenreviews"):
        answer = Client().get(address)
        assert answer.status_code == 404
        assert json.loads(answer.content)["kind"] == "Status"
