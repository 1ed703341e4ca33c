"""The OpenAPI 2 description, in protobuf, defines no kinds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client

from playground.api.openapi.v2 import PROTOBUF, document

KUBECTL = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf"


def fields(message: bytes) -> Iterator[tuple[int, bytes]]:
    """The fields of a protobuf message in which every value is short and begins with its length."""
    while message:
        tag, length = message[0], message[1]
        assert (tag & 7, length < 128) == (2, True)
        yield tag >> 3, message[2 : 2 + length]
        message = message[2 + length :]


def test_the_document_is_protobuf_of_version_2_without_definitions() -> None:
    document_fields = dict(fields(document()))
    assert set(document_fields) == {1, 2, 8}
    assert document_fields[1] == b"2.0"
    assert dict(fields(document_fields[2])) == {1: b"Template Playground", 2: b"v1"}


@pytest.mark.parametrize("accepted", [KUBECTL, PROTOBUF, f"application/json, {KUBECTL}"])
def test_a_client_that_accepts_protobuf_gets_it(accepted: str) -> None:
    answer = Client().get("/openapi/v2", headers={"Accept": accepted})
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, PROTOBUF)
    assert answer.content == document()


@pytest.mark.parametrize("accepted", ["application/json", "*/*", ""])
def test_a_client_that_does_not_accept_protobuf_gets_406(accepted: str) -> None:
    answer = Client().get("/openapi/v2", headers={"Accept": accepted})
    assert (answer.status_code, answer.json()["reason"]) == (406, "NotAcceptable")
