"""The cookie that opens a browser's Workspace."""

from __future__ import annotations

from django.http import HttpResponse
from django.test.utils import override_settings

from playground.pages.sharing.workspace_cookie import keep_token


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
