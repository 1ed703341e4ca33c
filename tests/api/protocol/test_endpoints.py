"""Refusals have one form, and any client can read the warnings."""

from __future__ import annotations

import json

import pytest
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from playground.api.protocol import endpoints
from playground.api.protocol.endpoints import endpoint, warning_headers
from playground.api.protocol.status_errors import bad_request
from playground.web.status import answer


def refused(request: HttpRequest) -> HttpResponse:
    raise bad_request("because")


def not_storable(request: HttpRequest) -> HttpResponse:
    raise ValidationError("The text holds a NUL character, which cannot be stored.")


def fine(request: HttpRequest) -> HttpResponse:
    return answer({"a": "<é>"})


@pytest.mark.parametrize(
    ("method", "code", "message"),
    [
        ("GET", 400, "because"),
        ("POST", 400, "The text holds a NUL"),
        ("PUT", 405, "the server does not allow this method on the requested resource"),
    ],
)
def test_refusals_become_a_status(method: str, code: int, message: str) -> None:
    response = endpoint(GET=refused, POST=not_storable)(RequestFactory().generic(method, "/api"))
    assert isinstance(response, HttpResponse)
    assert response.status_code == code
    body = json.loads(response.content)
    assert (body["kind"], body["code"]) == ("Status", code)
    assert body["message"].startswith(message)


def test_an_error_of_ours_is_not_hidden() -> None:
    def broken(request: HttpRequest) -> HttpResponse:
        raise KeyError

    with pytest.raises(KeyError):
        endpoint(GET=broken)(RequestFactory().get("/api"))


def test_a_client_over_its_limit_gets_retry_after(monkeypatch: pytest.MonkeyPatch) -> None:
    def counted(request: HttpRequest) -> HttpResponse:
        endpoints.count_save(request)
        return fine(request)

    for seconds, code, wait in ((0.0, 200, None), (0.2, 429, "1"), (7.0, 429, "7")):
        monkeypatch.setattr(endpoints, "wait_for_save", lambda _, seconds=seconds: seconds)
        response = endpoint(GET=counted)(RequestFactory().get("/api"))
        assert (response.status_code, response.get("Retry-After")) == (code, wait)
        assert isinstance(response, HttpResponse)
        message = "the server has received too many requests and has asked us to try again later"
        assert code == 200 or json.loads(response.content)["message"] == message


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("plain", '299 - "plain"'),
        ('say "no"', r'299 - "say \"no\""'),
        ("back\\slash", r'299 - "back\\slash"'),
        ("a\r\nSet-Cookie: x\0\x1b[1m", '299 - "a  Set-Cookie: x  [1m"'),
        ("\u202e", '299 - " "'),
        ("é", '299 - "Ã©"'),
        ("\ud800", '299 - " "'),
    ],
)
def test_warnings_are_escaped(text: str, escaped: str) -> None:
    assert warning_headers((text,)) == {"Warning": escaped}


def test_warnings_that_do_not_fit_are_counted() -> None:
    assert warning_headers(()) == {}
    assert warning_headers(("a", "b")) == {"Warning": '299 - "a", 299 - "b"'}
    for most, count in ((9_998, 99), (9_997, 98)):  # each takes 98 characters and two between them; 100 are kept free
        header = warning_headers(tuple("x" * 90 for _ in range(200)), most)["Warning"]
        assert header == ", ".join([*([f'299 - "{"x" * 90}"'] * count), f'299 - "and {200 - count} more"'])
