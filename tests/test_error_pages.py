"""Every error, forced: an error page, a banner or a Status that reveals nothing of the site's internals."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import re_path
from django.utils import timezone
from pytest_django.fixtures import Settings

from playground import urls
from playground.storage.counter import QuotaExceededError
from playground.storage.models import Share
from playground.storage.transactions import StaleError
from playground.urls import handler400, handler403, handler404, handler500
from playground.web import client_rates
from playground.web.requests import OTHER_CHARSET

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]

QUERY = "SELECT token FROM playground_workspace"


def broken(_request: HttpRequest) -> HttpResponse:
    """A view of ours with a mistake, which knows more than it should tell."""
    raise ValueError(QUERY, __file__, "SECRET_KEY")


def closed(_request: HttpRequest) -> HttpResponse:
    raise PermissionDenied(QUERY)


def locked(_request: HttpRequest) -> HttpResponse:
    raise OperationalError(f"database is locked: {QUERY}")


def contended(_request: HttpRequest) -> HttpResponse:
    raise StaleError(QUERY)


def full(_request: HttpRequest) -> HttpResponse:
    raise QuotaExceededError(QUERY)


_PLANTED = {"broken": broken, "closed": closed, "locked": locked, "contended": contended, "full": full}
urlpatterns = [
    *(re_path(rf"^{prefix}{name}\Z", view) for prefix in ("", "api/") for name, view in _PLANTED.items()),
    *urls.urlpatterns,
]
__all__ = ["handler400", "handler403", "handler404", "handler500"]

# What tells how the site is made: its files, its queries, versions, its settings, the words of an exception.
TELLTALES = {
    "a path": r"/(?:usr|home|tmp|srv|work|root|var|site-packages|playground)/|\.py\b",
    "a query": r"\b(?:SELECT|INSERT|UPDATE|DELETE FROM|WHERE)\b|sqlite|psycopg|postgres|database is locked",
    "a version": r"(?i:django|python|gunicorn|whitenoise|nginx|htmx)[/ ]v?\d|\b\d+\.\d+\.\d+\b",
    "a setting": r"\b(?:SECRET_KEY|DATABASES?|ALLOWED_HOSTS|DEBUG|INSTALLED_APPS|MIDDLEWARE|REQUEST_BYTES|DATA_DIR)\b",
    "an exception": r"Traceback|Exception|\b(?!InternalError\b)\w+Error\b",
}


@dataclass(frozen=True, slots=True)
class Wrong:
    """What is asked, and how, to be refused with ``status``."""

    status: int
    path: str
    method: str = "GET"
    body: bytes = b""
    media: str = "application/x-www-form-urlencoded"
    headers: Mapping[str, str] = field(default_factory=dict)


TYPED = b"source=kind%3A+Pod"
CASES = (
    Wrong(400, "/", headers={"Host": "elsewhere.example"}),
    Wrong(400, "/", "POST", b"x", "multipart/form-data; boundary="),
    Wrong(400, "/evaluate", "POST", b"source=%ED%A0%80"),
    Wrong(403, "/closed"),
    Wrong(403, "/share", "POST", TYPED),
    Wrong(404, "/nothing-here"),
    Wrong(404, f"/s/{'x' * 22}"),
    Wrong(405, "/evaluate"),
    Wrong(405, "/limits", "DELETE"),
    Wrong(410, "/s/GONE"),
    Wrong(411, "/evaluate", "POST", b"x", headers={"Transfer-Encoding": "chunked"}),
    Wrong(413, "/evaluate", "POST", b"x" * 2001),
    Wrong(415, "/", "POST", TYPED, "application/x-www-form-urlencoded; charset=utf-16"),
    Wrong(429, "/evaluate", "POST", TYPED),
    Wrong(500, "/broken"),
    Wrong(500, "/broken", "POST", TYPED),
    Wrong(503, "/locked"),
    Wrong(503, "/locked", "POST", TYPED),
    Wrong(507, "/full"),
    Wrong(503, "/contended", "POST", TYPED),
    Wrong(507, "/full", "POST", TYPED),
)
API_CASES = (
    Wrong(400, "/api/evaluate", "POST", b"{", "application/json"),
    Wrong(400, "/api/v1", headers={"Host": "elsewhere.example"}),
    Wrong(401, "/api/v1/namespaces/x/templates"),
    Wrong(403, "/api/closed"),
    Wrong(404, "/apis/nothing"),
    Wrong(405, "/api/evaluate"),
    Wrong(411, "/api/evaluate", "POST", b"x", headers={"Transfer-Encoding": "chunked"}),
    Wrong(413, "/api/evaluate", "POST", b"x" * 2001, "application/json"),
    Wrong(415, "/api/v1/namespaces/x/processedtemplates", "POST", b"x", "text/csv"),
    Wrong(429, "/api/evaluate", "POST", b'{"text": ""}', "application/json"),
    Wrong(500, "/api/broken"),
    Wrong(503, "/api/locked"),
    Wrong(503, "/api/contended"),
    Wrong(507, "/api/full"),
)


def named(case: Wrong) -> str:
    return f"{case.status} {case.method} {case.path}"


def telltales(text: str) -> list[str]:
    """What ``text`` tells of how the site is made."""
    return [name for name, pattern in TELLTALES.items() if re.search(pattern, text)]


@pytest.fixture
def ask(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Callable[..., HttpResponse]:
    """Asks as a case says, with the guards on and small limits."""
    settings.REQUEST_BYTES = 2000

    def ask(case: Wrong, **headers: str) -> HttpResponse:
        visitor = Client(raise_request_exception=False, enforce_csrf_checks=case.status == 403)
        path, media = case.path, case.media
        if case.status == 410:
            shared = Client().post("/share", {"source": "kind: Pod"})["Location"]
            Share.objects.update(expires=timezone.now() - timedelta(days=1))
            path = shared
        if case.status == 429:
            settings.PREVIEWS_PER_MINUTE = 1
            monkeypatch.setattr(client_rates, "take", lambda *_, **__: 6.0)
        more: Any = {OTHER_CHARSET: "utf-16"} if "charset" in media else {}  # as the server says it to Django
        response: Any = visitor.generic(
            case.method, path, case.body, content_type=media, headers={**case.headers, **headers}, **more
        )
        assert response.status_code == case.status, response.content
        return response  # type: ignore[no-any-return]

    return ask


@pytest.mark.parametrize("case", CASES, ids=named)
def test_an_error_page_reveals_nothing_of_the_site(case: Wrong, ask: Callable[..., HttpResponse]) -> None:
    response = ask(case)
    page = response.content.decode()
    assert telltales(page) == []
    assert "<h1" in page
    assert response["Content-Type"] == "text/html; charset=utf-8"
    assert (f"calls this request {response['X-Request-Id']}" in page) is (case.status == 500)
    assert ("Retry-After" in response) is (case.status in (429, 503, 507))


@pytest.mark.parametrize("case", [case for case in CASES if "Host" not in case.headers], ids=named)
def test_an_error_banner_reveals_nothing_of_the_site(case: Wrong, ask: Callable[..., HttpResponse]) -> None:
    text = ask(case, **{"HX-Request": "true"}).content.decode()
    assert telltales(text) == []
    assert text.startswith('<hx-partial hx-target="#banner"')


@pytest.mark.parametrize("case", API_CASES, ids=named)
def test_a_status_of_the_api_reveals_nothing_of_the_site(case: Wrong, ask: Callable[..., HttpResponse]) -> None:
    response = ask(case)
    text = response.content.decode()
    body = json.loads(text)
    assert telltales(text) == []
    assert (body["kind"], body["status"], body["code"]) == ("Status", "Failure", case.status)
    assert (f"calls this request {response['X-Request-Id']}" in body["message"]) is (case.status == 500)
    assert ("Retry-After" in response) is (case.status in (429, 503, 507))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a path", "/srv/venv/lib/python3.11/site-packages/yaml/__init__.py"),
        ("a query", "no such table in SELECT 1"),
        ("a version", "Django 5.2.19"),
        ("a setting", "DATABASES is wrong"),
        ("an exception", "ValueError at /"),
    ],
)
def test_details_of_the_site_would_be_noticed(name: str, text: str) -> None:
    assert name in telltales(text)


def test_with_debug_on_the_details_are_shown(settings: Settings) -> None:
    settings.DEBUG = True
    page = Client(raise_request_exception=False).get("/broken").content.decode()
    assert set(telltales(page)) == set(TELLTALES)
