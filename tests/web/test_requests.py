"""A request has one identifier, in its answer and in the log."""

from __future__ import annotations

import re

import pytest
from django.test import Client, RequestFactory
from pytest_django.fixtures import Settings

from playground.web.requests import HEADER, public_url, request_id


def test_a_request_keeps_its_unique_identifier() -> None:
    first, second = RequestFactory().get("/"), RequestFactory().get("/")
    assert re.fullmatch("[0-9a-f]{16}", request_id(first))
    assert request_id(first) == request_id(first) != request_id(second)


def test_an_identifier_sent_by_a_visitor_is_ignored(client: Client) -> None:
    answer = client.get("/limits", headers={HEADER: "0123456789abcdef"})
    assert re.fullmatch("[0-9a-f]{16}", answer[HEADER])
    assert answer[HEADER] != "0123456789abcdef"


@pytest.mark.parametrize(
    ("setting", "site"), [("", "http://testserver"), ("https://try.example", "https://try.example")]
)
def test_an_address_begins_as_it_is_set_or_as_the_client_wrote_it(settings: Settings, setting: str, site: str) -> None:
    settings.PUBLIC_URL = setting
    request = RequestFactory().get("/s/a?b=c")
    assert (public_url(request), public_url(request, "/s/d")) == (site, f"{site}/s/d")
