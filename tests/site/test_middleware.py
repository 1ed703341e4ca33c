"""Every answer has its headers, and no body exceeds its limit."""

from __future__ import annotations

import gc
import re
import sqlite3
import weakref
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.core.handlers.base import BaseHandler
from django.db import InternalError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from playground.site.middleware import Refusals, page_policy, security_headers, without_leftovers
from playground.storage.models import Share
from playground.storage.shares import saving
from playground.storage.transactions import StaleError


def answered(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """``response`` with the headers of every answer."""
    result = security_headers(lambda _: response)(request)
    assert isinstance(result, HttpResponse)
    return result


@pytest.mark.parametrize(
    ("address", "status"),
    [("/", 200), ("/nothing-here", 404), ("/livez", 200), ("/evaluate", 405)],
)
def test_every_answer_has_a_policy_for_scripts_and_frames(client: Client, address: str, status: int) -> None:
    response = client.head(address, headers={"Accept": "text/html"})
    assert response.status_code == status
    policy = response["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "require-trusted-types-for 'script'; trusted-types htmx" in policy
    assert "unsafe" not in policy
    assert response["Cross-Origin-Resource-Policy"] == "same-origin"
    assert response["Cross-Origin-Embedder-Policy"] == "require-corp"
    assert response["Permissions-Policy"].startswith("camera=()")


@pytest.mark.parametrize("address", ["/", "/nothing-here", "/static/app.css"])
def test_every_answer_but_those_of_the_probes_has_the_security_headers(client: Client, address: str) -> None:
    response = client.head(address)
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"


@pytest.mark.parametrize("address", ["/", "/new", "/api", "/livez", "/nothing-here"])
def test_the_answer_to_head_has_the_length_of_a_body_and_none(address: str) -> None:
    handler = BaseHandler()  # the test client drops the body itself
    handler.load_middleware()
    response = handler.get_response(RequestFactory().head(address))
    assert isinstance(response, HttpResponse)
    assert response.content == b""
    assert int(response["Content-Length"]) > 1


@pytest.mark.parametrize("host", ["testserver:0", "testserver:65536", "testserver:99999999999", "[::1]:70000"])
@pytest.mark.parametrize("address", ["/", "/api/evaluate", "/shares"])
def test_a_port_that_cannot_exist_is_refused_and_not_repeated(client: Client, host: str, address: str) -> None:
    answer = client.get(address, HTTP_HOST=host)
    assert answer.status_code == 400
    port = host.rpartition(":")[2]
    assert f":{port}" not in answer.content.decode() + str(answer.headers)


@pytest.mark.parametrize("host", ["testserver", "testserver:1", "testserver:65535"])
def test_a_port_that_can_exist_is_accepted(client: Client, host: str) -> None:
    assert client.get("/limits", HTTP_HOST=host).status_code == 200


def test_answers_with_text_are_not_cached(client: Client) -> None:
    assert client.get("/")["Cache-Control"] == "no-store"
    assert client.post("/evaluate", {"source": "kind: Pod"})["Cache-Control"] == "no-store"
    assert client.get("/nothing-here")["Cache-Control"] == "no-store"


def test_errors_and_private_pages_are_kept_out_of_search_engines(client: Client) -> None:
    assert "X-Robots-Tag" not in client.get("/")
    for address in ("/nothing-here", "/shares", "/terminal"):
        assert client.get(address)["X-Robots-Tag"] == "noindex, nofollow, noarchive"


def test_a_view_keeps_the_headers_it_sets() -> None:
    own = HttpResponse(headers={"Content-Security-Policy": "sandbox", "Cache-Control": "max-age=60"})
    headers = answered(RequestFactory().get("/"), own)
    assert (headers["Content-Security-Policy"], headers["Cache-Control"]) == ("sandbox", "max-age=60")


def test_the_nonce_allows_style_sheets_only_and_changes_with_every_answer(client: Client) -> None:
    nonces = set()
    for _ in range(2):
        response = client.get("/")
        (nonce,) = re.findall(r"style-src 'self' 'nonce-([^']+)'", response["Content-Security-Policy"])
        assert f'nonce="{nonce}"' in response.content.decode()
        assert "script-src 'self';" in response["Content-Security-Policy"]
        nonces.add(nonce)
    assert len(nonces) == 2


def test_a_page_without_the_editor_has_no_nonce() -> None:
    assert "style-src 'self';" in answered(RequestFactory().get("/"), HttpResponse())["Content-Security-Policy"]
    assert "'nonce-abc'" in page_policy("abc")


def never(_request: HttpRequest) -> Any:
    """The view that is not reached."""
    raise AssertionError


class PostgreSQLError(Exception):
    """What the driver raises, with the code of the server."""

    def __init__(self, sqlstate: str) -> None:
        super().__init__()
        self.sqlstate = sqlstate


def status_after(cause: Exception, error: Exception | None = None) -> int:
    """The status of the answer when the database fails because of ``cause``, which Django makes ``error`` of."""
    error = error or OperationalError()
    error.__cause__ = cause
    answer = Refusals(never).process_exception(RequestFactory().post("/share"), error)
    assert answer is not None
    assert int(answer["Retry-After"]) > 0
    return answer.status_code


def test_a_full_database_is_answered_with_507_and_a_failing_one_with_503(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "small")) as small:
        small.execute("CREATE TABLE texts (text)")
        small.execute("PRAGMA max_page_count=3")
        with pytest.raises(sqlite3.OperationalError) as full:
            small.execute("INSERT INTO texts VALUES (?)", ["x" * 50_000])
        with pytest.raises(sqlite3.OperationalError) as unrelated:
            small.execute("SELECT * FROM nothing")
    assert (status_after(full.value), status_after(unrelated.value)) == (507, 503)
    assert (status_after(PostgreSQLError("53100")), status_after(PostgreSQLError("57P01"))) == (507, 503)


def test_saving_on_a_read_only_replica_is_answered_with_503() -> None:
    assert status_after(PostgreSQLError("25006"), InternalError()) == 503
    assert Refusals(never).process_exception(RequestFactory().get("/"), InternalError()) is None


@pytest.mark.django_db
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_a_change_that_others_always_overtake_is_answered_with_503_and_keeps_the_text(
    client: Client, headers: dict[str, str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tries: list[int] = []

    def overtaken(*_: object, **_named: object) -> None:
        tries.append(1)
        raise StaleError

    monkeypatch.setattr(saving, "_new_workspace_share", overtaken)
    answer = client.post("/share", {"source": "kind: Pod # typed"}, headers=headers)
    assert (answer.status_code, answer["Retry-After"], len(tries)) == (503, "1", 5)
    page = answer.content.decode()
    assert "Somebody else is changing the same thing. Nothing was saved or changed; try again in a moment." in page
    assert ("kind: Pod # typed" in page) is (not headers)
    ours = [record.message for record in caplog.records if record.name == "playground.site.middleware"]
    assert ours == ["all attempts to make a change were overtaken"]
    assert not Share.objects.exists()


def test_other_errors_are_not_blamed_on_the_database() -> None:
    assert Refusals(never).process_exception(RequestFactory().get("/"), ValueError()) is None


class Leftover:
    """An object that refers to itself, as Django's template context does."""

    def __init__(self) -> None:
        self.cycle = self


@pytest.mark.parametrize(("received", "answered"), [(0, 300_000), (300_000, 0), (200_000, 100_000)])
def test_what_a_large_request_leaves_is_freed_with_its_answer(received: int, answered: int) -> None:
    leftovers = []

    def view(_: HttpRequest) -> HttpResponse:
        leftovers.append(weakref.ref(Leftover()))
        return HttpResponse(b"x" * answered)

    gc.disable()  # so that the collector does not run by chance
    try:
        without_leftovers(view)(RequestFactory().post("/", b"x" * received, "text/plain"))
    finally:
        gc.enable()
    assert [leftover() for leftover in leftovers] == [None]
