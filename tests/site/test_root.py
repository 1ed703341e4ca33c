"""The root answers browsers with the page, and clients of the API with its paths."""

from __future__ import annotations

import json

import pytest
from django.test import Client

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("accept", ["application/json", "application/json, */*", "application/*"])
def test_a_client_that_prefers_json_gets_the_paths(accept: str) -> None:
    answer = Client().get("/", headers={"Accept": accept})
    paths = json.loads(answer.content)["paths"]
    assert {"/api/v1", "/apis/template.openshift.io/v1", "/healthz", "/openapi/v3", "/version"} <= set(paths)
    assert paths == sorted(paths)
    for path in paths:
        accept = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf" if path == "/openapi/v2" else "*/*"
        assert Client().get(path, headers={"Accept": accept}).status_code == 200


@pytest.mark.parametrize("accept", [BROWSER, "*/*", "text/html", "image/png"])
def test_all_others_get_the_page(accept: str) -> None:
    answer = Client().get("/", headers={"Accept": accept})
    assert answer["Content-Type"].startswith("text/html")
    assert "Accept" in answer["Vary"]


def test_oc_login_is_not_told_that_this_is_a_page() -> None:
    assert Client().head("/")["Content-Type"] == "application/json"
    assert Client().get("/")["Content-Type"].startswith("text/html")
    assert Client().head("/", headers={"Accept": BROWSER})["Content-Type"].startswith("text/html")
    assert (
        Client()
        .post("/", {"source": ""}, headers={"Accept": "application/json"})["Content-Type"]
        .startswith("text/html")
    )
