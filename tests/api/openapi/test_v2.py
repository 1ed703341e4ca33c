"""The OpenAPI 2 description, in protobuf, has the kinds of version 3."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from playground.api.openapi.schemas import kinds
from playground.api.openapi.v2 import PROTOBUF, document
from playground.api.protocol.protobuf import field, message

KUBECTL = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf"


def test_the_document_is_protobuf_of_version_2() -> None:
    fields = message(document())
    assert set(fields) == {1, 2, 8, 9}
    assert fields[1] == b"2.0"
    assert message(fields[2]) == {1: b"Template Playground", 2: b"v1"}


def test_every_kind_and_every_reference_has_its_definition() -> None:
    definitions = document().partition(field(1, "2.0"))[2]
    for name in kinds():
        assert field(1, name) in definitions
    for name in re.findall(rb"#/definitions/([\w.]+)", definitions):
        assert name.decode() in kinds()


@pytest.mark.parametrize("accepted", [KUBECTL, PROTOBUF, f"application/json, {KUBECTL}"])
def test_a_client_that_accepts_protobuf_gets_it(accepted: str) -> None:
    answer = Client().get("/openapi/v2", headers={"Accept": accepted})
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, PROTOBUF)
    assert answer.content == document()


@pytest.mark.parametrize("accepted", ["application/json", "*/*", ""])
def test_a_client_that_does_not_accept_protobuf_gets_406(accepted: str) -> None:
    answer = Client().get("/openapi/v2", headers={"Accept": accepted})
    assert (answer.status_code, answer.json()["reason"]) == (406, "NotAcceptable")
