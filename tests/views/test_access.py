"""Who may see and change a Share is decided in one place, by a cookie whose digest is stored."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.http import HttpResponse
from django.test import Client
from django.test.utils import override_settings

from playground.storage.models import Share
from playground.views.access import day, keep_token, share_named, why_gone
from tests.views.test_shares import POD, share

NOW = datetime(2026, 11, 2, 12, 0, tzinfo=UTC)


def test_over_https_the_cookie_is_for_this_host_alone() -> None:
    response = HttpResponse()
    with override_settings(CSRF_COOKIE_SECURE=True, WORKSPACE_COOKIE_NAME="__Host-workspace"):
        keep_token(response, "token")
    cookie = response.cookies["__Host-workspace"]
    assert (cookie["secure"], cookie["httponly"], cookie["samesite"], cookie["path"], cookie["domain"]) == (
        True,
        True,
        "Lax",
        "/",
        "",
    )


def test_why_something_is_gone_is_said_with_the_day() -> None:
    assert day(NOW) == "2 November 2026"
    assert (
        why_gone(Share(deleted=NOW, expires=NOW))
        == "What was shared here was deleted by its author on 2 November 2026."
    )
    assert why_gone(Share(expires=NOW)) == "What was shared here has expired on 2 November 2026."


@pytest.mark.django_db
@pytest.mark.parametrize("text", ["", "x", "\0" * 22, "A" * 22, "A" * 23, "ä" * 22, "A" * 22 + "\n"])
def test_what_is_no_slug_names_no_share(text: str) -> None:
    assert share_named(text) is None


@pytest.mark.django_db
def test_a_slug_names_its_share(client: Client) -> None:
    slug = share(client, source=POD).removeprefix("/s/")
    assert share_named(slug) == Share.objects.get()
