"""Only the badge may be shown by other sites."""

from __future__ import annotations

from contextlib import closing

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db  # closing an answer looks at the connection


def test_the_badge_may_be_shown_by_other_sites(client: Client) -> None:
    with closing(client.get("/static/badge.svg")) as response:
        assert response.status_code == 200
        assert response["Content-Type"] == "image/svg+xml"
        assert response["Cross-Origin-Resource-Policy"] == "cross-origin"


def test_other_files_may_not_be_shown_by_other_sites(client: Client) -> None:
    for name in ("app.js", "app.css", "favicon.svg"):
        with closing(client.get(f"/static/{name}")) as response:
            assert response["Cross-Origin-Resource-Policy"] == "same-origin"


def test_a_file_that_is_opened_by_itself_runs_nothing(client: Client) -> None:
    for name in ("app.js", "app.css", "icons.svg", "badge.svg"):
        with closing(client.get(f"/static/{name}")) as response:
            policy = response["Content-Security-Policy"].split("; ")
            assert sorted(policy) == ["default-src 'none'", "frame-ancestors 'none'", "sandbox"], name
            assert (
                len(response["Content-Security-Policy"]) < 60
            )  # a first visit fetches six files, each with its headers
