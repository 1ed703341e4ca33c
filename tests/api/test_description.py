"""The running API conforms to its OpenAPI description: schemathesis sends requests and checks the answers."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as some
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from playground.api import watch_stream
from playground.api.openapi.v3 import whole_document
from playground.api.protocol.groups import GROUPS, Group
from playground.engine import object_text
from playground.storage.shares.contents import Contents
from playground.storage.shares.saving import create_object
from tests.api.calls import Api, template
from tests.api.conftest import RANDOM

TEXT = object_text(template(parameters=[{"name": "A"}], labels={"a": "b"}))
REQUESTS = int(os.environ.get("DESCRIBED", "1"))  # of each operation and in each mode
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance]
METHODS = ("get", "post", "put", "patch", "delete")
DESCRIPTION = schemathesis.openapi.from_dict(whole_document())
DESCRIPTION.app = get_wsgi_application()


def takes_something(item: Any, method: str) -> bool:
    """Whether there is anything that can be wrong in a request."""
    return bool(item.get("parameters") or item[method]["parameters"] or "requestBody" in item[method])


PATHS = whole_document()["paths"]
EVENT = set(whole_document()["components"]["schemas"]["WatchEvent"]["properties"])
CASES = [
    (path, method, mode)
    for path, item in PATHS.items()
    for method in METHODS
    for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    if method in item and (mode is GenerationMode.POSITIVE or takes_something(item, method))
]


@pytest.fixture(autouse=True)
def short_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch_stream, "LONGEST_WATCH", 0)


@pytest.fixture(autouse=True)
def one_connection() -> Iterator[None]:
    """The requests are part of the test's transaction, so its connection stays open, as with Django's client."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.mark.parametrize(("path", "method", "mode"), CASES)
def test_every_answer_conforms_to_the_openapi_description(
    path: str, method: str, mode: GenerationMode, api: Api
) -> None:
    operation = DESCRIPTION[path][method]
    authorized = {"Authorization": f"Bearer {api.token}"}

    @settings(
        max_examples=REQUESTS,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(mode), own=some.integers(0, 9), existing=some.booleans())
    def ask(case: Case[Any], own: int, existing: bool) -> None:
        """Mostly of its own namespace: what is refused to strangers is refused before anything else is read."""
        if own and "namespace" in case.path_parameters:
            case.path_parameters["namespace"] = api.workspace.name
        if existing and "name" in case.path_parameters:
            case.path_parameters["name"] = "web"
        create_object(api.workspace, Contents(TEXT), "web", datetime.now(UTC), RANDOM, expires=None)
        answer = case.call(headers=authorized)
        is_watch = answer.headers["content-type"] == [watch_stream.WATCHED]
        # The only error of the server's that a request can ask for, as it can from Kubernetes.
        is_future = answer.status_code == 504 and b"ResourceVersionTooLarge" in answer.content
        checks = CHECKS[1:] if is_future else CHECKS
        case.validate_response(answer, checks=checks if is_watch else [*checks, response_schema_conformance])
        for line in answer.content.splitlines() if is_watch else ():
            assert set(json.loads(line)) == EVENT

    ask()


def operation_of(identity: str) -> APIOperation[Any, Any, Any, Any]:
    places = {
        item[method]["operationId"]: (path, method)
        for path, item in PATHS.items()
        for method in METHODS
        if method in item
    }
    path, method = places[identity]
    return DESCRIPTION[path][method]


def value_of(expression: Any, case: Case[Any], answer: Any) -> Any:
    """What an expression of a link stands for: OpenAPI 3.0.3, runtime expressions."""
    if expression == "$response.body":
        return answer
    if expression.startswith("$request.path."):
        return case.path_parameters[expression.removeprefix("$request.path.")]
    value = answer
    for key in expression.removeprefix("$response.body#/").split("/"):
        value = value[key]
    return value


def follow(api: Api, case: Case[Any], walk: tuple[str, ...], operations: list[str]) -> None:
    """Send ``case``, and go on by the links that its answer has, in the order of ``walk``; each is as described."""
    response = case.call(headers={"Authorization": f"Bearer {api.token}"})
    case.validate_response(response, checks=[*CHECKS, response_schema_conformance])
    assert response.status_code in (200, 201), response.content
    operations.append(case.operation.definition.raw["operationId"])
    if not walk:
        return
    answer = json.loads(response.content)
    link = case.operation.definition.raw["responses"][str(response.status_code)]["links"][walk[0]]
    parameters = {name: value_of(expression, case, answer) for name, expression in link["parameters"].items()}
    next_case = operation_of(link["operationId"]).Case(path_parameters=parameters)
    if "requestBody" in link:
        next_case.body, next_case.media_type = value_of(link["requestBody"], case, answer), "application/json"
    follow(api, next_case, walk[1:], operations)


WALKS = [
    (*("update",) * updates, *rest) for updates in range(4) for rest in ((), ("get",), ("delete",), ("update", "get"))
]


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.name or "core")
def test_stored_objects_are_read_changed_and_deleted_along_the_links(group: Group, api: Api) -> None:
    name, operations = group.name or "core", list[str]()
    for number, walk in enumerate(WALKS):
        body = template(f"made-{number}", apiVersion=group.api_version)
        first = operation_of(f"create-{name}").Case(
            path_parameters={"namespace": api.workspace.name}, body=body, media_type="application/json"
        )
        follow(api, first, walk, operations)
    assert {f"{verb}-{name}" for verb in ("create", "get", "update", "delete")} == set(operations)


def test_a_wrong_link_would_be_noticed(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    create = operation_of("create-core")
    links = create.definition.raw["responses"]["201"]["links"]
    monkeypatch.setitem(links["get"]["parameters"], "name", "$response.body#/metadata/uid")
    body = template("web", apiVersion="v1")
    case = create.Case(path_parameters={"namespace": api.workspace.name}, body=body, media_type="application/json")
    with pytest.raises(AssertionError):
        follow(api, case, ("get",), [])
