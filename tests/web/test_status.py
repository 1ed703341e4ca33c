"""Clients of the API get a Status even if no view was reached; browsers get a page."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.conf import settings
from django.test import Client, RequestFactory

from playground.web.status import answer, field_causes, is_for_the_api, status_body


@pytest.mark.parametrize("path", ["/api", "/api/x", "/apis/", "/openapi/v2", "/version", "/version/"])
def test_the_paths_of_the_api_are_recognised(path: str) -> None:
    assert is_for_the_api(RequestFactory().get(path))


@pytest.mark.parametrize("path", ["/", "/apiary", "/s/api", "/versions", "/examples"])
def test_other_paths_belong_to_the_page(path: str) -> None:
    assert not is_for_the_api(RequestFactory().get(path))


def test_a_status_has_the_fields_that_clients_read() -> None:
    assert status_body(404, "not there", details={"name": "x"}) == {
        "kind": "Status",
        "apiVersion": "v1",
        "metadata": {},
        "status": "Failure",
        "message": "not there",
        "reason": "NotFound",
        "details": {"name": "x"},
        "code": 404,
    }
    assert field_causes([("R", "m", "f")]) == [{"reason": "R", "message": "m", "field": "f"}]


def answered(method: str, path: str, body: str = "", **headers: Any) -> Any:
    answer = Client(raise_request_exception=False).generic(method, path, body, **headers)
    status = json.loads(answer.content)
    assert (status["kind"], status["code"]) == ("Status", answer.status_code)
    return status


def test_an_unknown_path_is_404() -> None:
    for path in ("/api/v2", "/apis/x/y/z", "/openapi/v1", "/api/v1/namespaces/UPPER/templates", "/version/x"):
        assert answered("GET", path)["reason"] == "NotFound"


def test_a_body_that_is_too_large_or_endless_is_refused_before_it_is_read() -> None:
    large = " " * (settings.REQUEST_BYTES + 1)
    assert answered("POST", "/api/evaluate", large)["reason"] == "RequestEntityTooLarge"
    assert answered("POST", "/api/evaluate", HTTP_TRANSFER_ENCODING="chunked")["reason"] == "LengthRequired"


def test_an_error_of_ours_is_a_status_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("playground.api.evaluations.evaluate", broken)
    status = answered("POST", "/api/evaluate", '{"text": ""}', content_type="application/json")
    assert status["reason"] == "InternalError"
    assert "ZeroDivision" not in json.dumps(status)


def test_no_browser_interprets_an_answer_as_a_page() -> None:
    response = answer({"a": "<script>"}, 201, {"X": "y"})
    assert (response.status_code, response["X"], response["Content-Type"]) == (201, "y", "application/json")
    assert "sandbox" in response["Content-Security-Policy"]
