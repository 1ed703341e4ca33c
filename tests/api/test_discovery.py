"""Discovery lists everything in the format a client asks for, and each kind leads to the right resource."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from tests.api.calls import Api

AGGREGATED = "application/json;g=apidiscovery.k8s.io;v={};as=APIGroupDiscoveryList"
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
    (item,) = body["items"]
    assert item["metadata"].get("name", "") == group
    (found,) = item["versions"]
    assert (found["version"], found["freshness"]) == ("v1", "Current")
    assert {one["responseKind"]["group"] for one in found["resources"]} == {group}


def test_the_last_resource_of_kind_template_is_templates() -> None:
    for address in ("/api/v1", "/apis/template.openshift.io/v1"):
        kinds = {one["kind"]: one["name"] for one in get(address)["resources"]}
        assert (kinds["Template"], kinds["ProcessedTemplate"]) == ("templates", "processedtemplates")
        assert get(address)["resources"][-1]["name"] == "templates"


def test_the_plain_lists_name_every_group_version() -> None:
    assert get("/api")["versions"] == ["v1"]
    (group,) = get("/apis")["groups"]
    assert group["preferredVersion"] == {"groupVersion": "template.openshift.io/v1", "version": "v1"}
    assert get("/apis/template.openshift.io")["name"] == "template.openshift.io"
    assert get("/apis/template.openshift.io/v1")["groupVersion"] == "template.openshift.io/v1"


def test_clients_can_compare_the_version() -> None:
    found = get("/version")
    assert found["gitVersion"] == f"v{found['major']}.{found['minor']}.0"
    assert int(found["minor"]) >= 30


def test_a_namespace_is_visible_to_its_owner_only(api: Api, stranger: Api) -> None:
    address = f"/api/v1/namespaces/{api.workspace.name}"
    assert api.call("GET", address)["metadata"]["name"] == api.workspace.name
    assert [item["metadata"]["name"] for item in api.call("GET", "/api/v1/namespaces")["items"]] == [api.workspace.name]
    there, nowhere = (
        stranger.call("GET", f"/api/v1/namespaces/{name}", status=403) for name in (api.workspace.name, "ws-nowhere")
    )
    assert json.dumps(there).replace(api.workspace.name, "") == json.dumps(nowhere).replace("ws-nowhere", "")


def test_an_unknown_group_is_a_status() -> None:
    for address in ("/apis/nope", "/api/v1/pods", "/openapi/v1", "/apis/authentication.k8s.io/v1/selfsubjectreviews"):
        answer = Client().get(address)
        assert answer.status_code == 404
        assert json.loads(answer.content)["kind"] == "Status"
