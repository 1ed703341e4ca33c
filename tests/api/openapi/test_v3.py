"""The OpenAPI 3 description matches the API."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import resolve

from playground.api.openapi.schemas import Schema, schema_name
from playground.api.openapi.v3 import group_document, whole_document
from playground.api.protocol.groups import GROUPS, OPENSHIFT, Group
from playground.engine import evaluate
from tests.api.calls import Api, template


def get(address: str) -> Any:
    answer = Client().get(address)
    assert answer.status_code == 200
    return json.loads(answer.content)


def operations() -> list[tuple[str, str, Any]]:
    return [
        (path, method, operation)
        for path, item in whole_document()["paths"].items()
        for method, operation in item.items()
        if method != "parameters"
    ]


def references(value: Any) -> set[str]:
    if isinstance(value, dict):
        own = {value["$ref"]} if "$ref" in value else set()
        return own.union(*(references(item) for item in value.values()))
    return set().union(*(references(item) for item in value)) if isinstance(value, list) else set()


@pytest.mark.parametrize("document", [whole_document(), *map(group_document, GROUPS)], ids=["all", "core", "openshift"])
def test_every_reference_has_its_schema(document: Schema) -> None:
    names = {f"#/components/schemas/{name}" for name in document["components"]["schemas"]}
    assert references(document) <= names


def test_the_index_lists_every_document() -> None:
    paths = get("/openapi/v3")["paths"]
    assert set(paths) == {"api/v1", "apis/template.openshift.io/v1"}
    for group in GROUPS:
        part = get(paths[group.path]["serverRelativeURL"])
        assert part["openapi"] == "3.0.3"
        assert schema_name(group, "Template") in part["components"]["schemas"]


@pytest.mark.parametrize("group", GROUPS)
def test_kubectl_finds_that_fields_are_validated_here(group: Group) -> None:
    kind = {"group": group.name, "version": group.version, "kind": "Template"}
    patches = [item["patch"] for item in group_document(group)["paths"].values() if "patch" in item]
    assert [operation["x-kubernetes-group-version-kind"] for operation in patches] == [kind]
    assert "fieldValidation" in {operation["name"] for operation in patches[0]["parameters"]}


def test_only_the_proposal_has_types() -> None:
    types = {
        group.name: "type"
        in group_document(group)["components"]["schemas"][schema_name(group, "Parameter")]["properties"]
        for group in GROUPS
    }
    assert types == {"": True, "template.openshift.io": False}


def test_every_described_address_is_answered_by_the_api() -> None:
    for path, method, _ in operations():
        view = resolve(path.replace("{namespace}", "ws-1").replace("{name}", "web")).func
        assert view.__module__ == "playground.api.protocol.endpoints" or "processed" in path, (path, method)


def test_operation_ids_are_unique() -> None:
    names = [operation["operationId"] for _, _, operation in operations()]
    assert len(names) == len(set(names))


def test_exactly_the_described_methods_are_answered(api: Api) -> None:
    described = {(path, method.upper()) for path, method, _ in operations()}
    for path in {path for path, _ in described}:
        address = path.replace("{namespace}", api.workspace.name).replace("{name}", "web")
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
            answer = api.client.generic(method, address, headers={"Authorization": f"Bearer {api.token}"})
            assert (answer.status_code != 405) is ((path, method) in described), (method, path)


def test_answers_have_the_described_fields(api: Api) -> None:
    schemas = whole_document()["components"]["schemas"]
    created = api.create(template(labels={}, message="", parameters=[{"name": "A"}]))
    assert set(created) <= set(schemas[schema_name(OPENSHIFT, "Template")]["properties"])
    assert set(created["metadata"]) <= set(schemas["Metadata"]["properties"])
    answer = api.call("POST", "/api/evaluate", {"text": "a: &b [*b]\nc: $(X)"})
    assert set(answer) == set(schemas["Evaluation"]["properties"])
    assert set(schemas["Evaluation"]["required"]) <= set(answer)
    (diagnostic, *_) = answer["diagnostics"]
    assert set(diagnostic) == set(schemas["Diagnostic"]["properties"])
    assert len(answer["diagnostics"]) == len(evaluate("a: &b [*b]\nc: $(X)").diagnostics)
