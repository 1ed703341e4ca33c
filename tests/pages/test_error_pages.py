"""Every error has a message, and what was typed is kept."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.test import Client, RequestFactory
from django.test.utils import override_settings
from django.urls import path

from playground import urls
from playground.pages.error_pages import server_error
from playground.site.logs import LineFormatter
from playground.urls import handler400, handler403, handler404, handler500

CANARY = "c4n4ry-pa55word"
POD = f"kind: Pod\nmetadata:\n  name: {CANARY}\n"


def broken(request: HttpRequest) -> HttpResponse:
    """A view of ours with a mistake."""
    raise ValueError(request.POST.get("source"), request.get_full_path())


def closed(request: HttpRequest) -> HttpResponse:
    raise PermissionDenied


def unrendered(request: HttpRequest) -> TemplateResponse:
    """A view whose template has a mistake."""
    return TemplateResponse(request, "no-such-template.html")


urlpatterns = [*urls.urlpatterns, path("broken", broken), path("closed", closed), path("unrendered", unrendered)]
__all__ = ["handler400", "handler403", "handler404", "handler500"]

with_broken_views = pytest.mark.urls(__name__)


@pytest.fixture
def visitor() -> Client:
    """A browser: our mistakes come as pages, and forms are checked."""
    return Client(raise_request_exception=False, enforce_csrf_checks=True)


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """What is written to the log, which is standard error in real life."""
    handlers = [
        logging_handler
        for logging_handler in logging.getLogger("django").handlers
        if isinstance(logging_handler.formatter, LineFormatter)
    ]
    (handler,) = handlers
    assert isinstance(handler, logging.StreamHandler)
    log_text = io.StringIO()
    before = handler.setStream(log_text)
    yield log_text
    handler.setStream(before)


def with_token(visitor: Client, **fields: str) -> dict[str, str]:
    """A form as the page would send it."""
    visitor.get("/")
    return {"csrfmiddlewaretoken": visitor.cookies["csrftoken"].value, **fields}


def test_what_is_not_there_is_said_in_words(visitor: Client) -> None:
    response = visitor.get("/s/nothing")
    assert response.status_code == 404
    assert "<h1>Nothing here</h1>" in response.content.decode()


def test_clients_of_the_api_are_told_in_upstream_s_words_what_is_not_there(visitor: Client) -> None:
    response = visitor.post("/apis/rbac.authorization.k8s.io/v1/roles")
    assert response.status_code == 404
    assert (response.json()["reason"], response.json()["message"]) == (
        "NotFound",
        "the server could not find the requested resource",
    )


@with_broken_views
def test_what_is_not_open_is_said_in_words(visitor: Client) -> None:
    response = visitor.get("/closed")
    assert (response.status_code, b"Not allowed" in response.content) == (403, True)


def test_a_request_that_cannot_be_read_is_said_in_words(visitor: Client) -> None:
    response = visitor.post("/", b"x", content_type="multipart/form-data; boundary=")
    assert (response.status_code, b"<h1>Unreadable request</h1>" in response.content) == (400, True)


@override_settings(DATA_UPLOAD_MAX_NUMBER_FIELDS=3)
def test_a_form_with_too_many_fields_is_told_the_limit(visitor: Client) -> None:
    response = visitor.post("/", {f"value.{number}": "x" for number in range(4)})
    assert (response.status_code, b"more than 3 fields" in response.content) == (400, True)


@override_settings(DATA_UPLOAD_MAX_MEMORY_SIZE=10)
def test_fields_that_are_too_large_in_sum_are_too_large(visitor: Client) -> None:
    response = visitor.post("/", {"source": "x" * 50})
    assert response.status_code == 413
    assert b"<code>template-playground process -f FILE</code>." in response.content


@with_broken_views
def test_our_mistake_loses_no_text_and_asks_no_database(visitor: Client) -> None:
    response = visitor.post("/broken", with_token(visitor, source="\nkind: <Pod>\n"))
    page = response.content.decode()
    assert response.status_code == 500
    assert "This is our mistake, not yours." in page
    assert "\n\nkind: &lt;Pod&gt;\n</textarea>" in page
    assert "ValueError" not in page


@with_broken_views
@pytest.mark.parametrize("address", ["/broken", "/unrendered"])
def test_our_mistake_is_said_where_nothing_was_typed(visitor: Client, address: str) -> None:
    page = visitor.get(address).content.decode()
    assert "<h1>Something broke here</h1>" in page
    assert "<textarea" not in page


@with_broken_views
def test_what_went_wrong_is_logged_without_a_word_of_the_user(visitor: Client, log: io.StringIO) -> None:
    form = with_token(visitor, source=POD)
    form[f"value.{CANARY}"] = CANARY
    visitor.post(f"/broken?param.A={CANARY}", form)
    visitor.post(f"/s/{CANARY}{CANARY}", form)
    visitor.get("/", headers={"Host": f"{CANARY}.example.org"})
    visitor.post("/share", {"source": POD})  # without its token
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    assert CANARY not in log.getvalue()
    assert [line.get("status_code") for line in lines] == [500, 404, 400, 403]
    assert lines[0]["exception"] == "ValueError"
    assert lines[0]["route"] == "broken"


@pytest.mark.parametrize("address", ["/", "/share"])
def test_a_form_without_its_token_comes_back_filled_in(visitor: Client, address: str) -> None:
    response = visitor.post(address, {"source": POD, "title": "Mine"})
    page = response.content.decode()
    assert response.status_code == 403
    assert "Your text is kept; send it again." in page
    assert CANARY in page
    assert 'value="Mine"' in page


def test_a_form_without_its_token_is_not_evaluated_and_keeps_its_values(visitor: Client) -> None:
    source = "kind: Template\nparameters: [{name: A}]\nobjects: [{kind: ConfigMap, data: {a: 'made-${A}-here'}}]\n"
    form = {"source": source, "value.A": CANARY, "assumed.B": "assumed", "expression.C": "[a-z]"}
    page = visitor.post("/", form).content.decode()
    assert f"made-{CANARY}-here" not in page
    assert f'<input type="hidden" name="value.A" value="{CANARY}">' in page
    assert 'name="assumed.B" value="assumed"' in page
    assert '<input type="hidden" name="expression.C" value="[a-z]">' in page


@pytest.mark.django_db
def test_a_form_that_came_back_can_be_sent_again(visitor: Client) -> None:
    visitor.post("/share", {"source": POD})
    token = visitor.cookies["csrftoken"].value
    assert visitor.post("/share", {"source": POD, "csrfmiddlewaretoken": token}).status_code == 303


def test_other_requests_without_a_token_are_refused_in_words(visitor: Client) -> None:
    assert b"<h1>Not accepted</h1>" in visitor.post("/share").content
    response = visitor.post("/evaluate", {"source": POD}, headers={"HX-Request": "true"})
    assert response.status_code == 403
    assert response.content.decode().startswith('<hx-partial hx-target="#banner"')


def test_a_sender_who_left_in_the_middle_breaks_nothing_more(rf: RequestFactory) -> None:
    class Closed(io.BytesIO):
        def read(self, *_: object) -> bytes:
            raise OSError("connection reset")

    environment: dict[str, Any] = {"wsgi.input": Closed(), "CONTENT_LENGTH": "10"}
    assert server_error(rf.post("/", **environment)).status_code == 500
