"""The site's addresses are those under which others reach it."""

from __future__ import annotations

import pytest
from django.test import RequestFactory
from pytest_django.fixtures import Settings

from playground.public_url import public_url


@pytest.mark.parametrize(
    ("setting", "site"), [("", "http://testserver"), ("https://try.example", "https://try.example")]
)
def test_an_address_begins_as_it_is_set_or_as_the_client_wrote_it(settings: Settings, setting: str, site: str) -> None:
    settings.PUBLIC_URL = setting
    request = RequestFactory().get("/s/a?b=c")
    assert (public_url(request), public_url(request, "/s/d")) == (site, f"{site}/s/d")
