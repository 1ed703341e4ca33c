"""security.txt says where to report a vulnerability."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.test import Client
from pytest_django.fixtures import Settings

ADDRESS = "/.well-known/security.txt"


def test_the_contact_is_where_the_standard_says(client: Client, settings: Settings) -> None:
    settings.SECURITY_CONTACT = "mailto:security@example.org"
    settings.PUBLIC_URL = "https://playground.example.org"
    answer = client.get(ADDRESS)
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    fields = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    assert fields["Contact"] == "mailto:security@example.org"
    assert fields["Canonical"] == f"https://playground.example.org{ADDRESS}"
    expires = datetime.fromisoformat(fields["Expires"].replace("Z", "+00:00"))
    assert timedelta(days=1) < expires - datetime.now(UTC) < timedelta(days=365)


def test_a_site_that_has_none_says_so(client: Client, settings: Settings) -> None:
    settings.SECURITY_CONTACT = ""
    assert client.get(ADDRESS).status_code == 404
