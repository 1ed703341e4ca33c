"""A request has one identifier, in its answer and in the log."""

from __future__ import annotations

import re

from django.test import Client, RequestFactory

from playground.request_id import HEADER, request_id


def test_a_request_keeps_its_unique_identifier() -> None:
    one, other = RequestFactory().get("/"), RequestFactory().get("/")
    assert re.fullmatch("[0-9a-f]{16}", request_id(one))
    assert request_id(one) == request_id(one) != request_id(other)


def test_an_identifier_sent_by_a_visitor_is_ignored(client: Client) -> None:
    answer = client.get("/limits", headers={HEADER: "0123456789abcdef"})
    assert re.fullmatch("[0-9a-f]{16}", answer[HEADER])
    assert answer[HEADER] != "0123456789abcdef"
