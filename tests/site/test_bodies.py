"""The bodies of requests: size, encoding, fields of forms."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.core.exceptions import TooManyFieldsSent
from django.http import HttpRequest, QueryDict
from django.test import Client, RequestFactory, override_settings
from hypothesis import given
from hypothesis import strategies as st

from playground.site.bodies import body_limit, form_fields, only_utf8
from playground.storage.models import Share

SMALL = override_settings(REQUEST_BYTES=1000)


@SMALL
def test_a_body_at_the_limit_is_read_and_one_past_it_is_not(client: Client) -> None:
    at_limit = client.post("/evaluate", b"x" * 1000, content_type="text/plain")
    past = client.post("/evaluate", b"x" * 1001, content_type="text/plain")
    assert (at_limit.status_code, past.status_code) == (200, 413)


@SMALL
def test_a_body_that_is_too_large_is_refused_with_the_limit_and_advice(client: Client) -> None:
    response = client.post("/", {"source": "x" * 200_000})
    page = response.content.decode()
    assert response.status_code == 413
    assert "the limit is 0.0 MB" in page
    assert "template-playground" in page
    assert "<h1>" in page


@SMALL
def test_htmx_gets_the_refusal_as_a_banner(client: Client) -> None:
    response = client.post("/evaluate", {"source": "x" * 2000}, headers={"HX-Request": "true"})
    assert response.status_code == 413
    assert response.content.decode().startswith('<hx-partial hx-target="#banner"')


@SMALL
@pytest.mark.parametrize(("size", "remaining"), [(5_000, 0), (100_000, 84_000)])
def test_the_rest_of_a_refused_body_is_read_up_to_a_bound(size: int, remaining: int) -> None:
    body = BytesIO(b"x" * size)
    assert body_limit(never)(sending(body, size)).status_code == 413
    assert len(body.read()) == remaining


def test_a_client_that_stops_sending_is_answered() -> None:
    assert body_limit(never)(sending(BytesIO(b"x"), 99_999_999)).status_code == 413


@pytest.mark.parametrize("size", ["1" + "0" * 400, "9" * 5000, "1" * 18, "0" * 19])
def test_an_invalid_length_is_refused_as_too_large(size: str) -> None:
    environment: dict[str, Any] = {"wsgi.input": BytesIO(), "CONTENT_LENGTH": size}
    response = body_limit(never)(RequestFactory().post("/", **environment))
    assert response.status_code == 413
    assert b"the limit is 2.0 MB" in response.content  # type: ignore[attr-defined]


SURROGATE = b"kind: Pod # \xed\xa0\x80"


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/evaluate", "/share"])
def test_a_form_that_is_not_utf8_is_refused_not_repaired(client: Client, address: str) -> None:
    part = b'--x\r\nContent-Disposition: form-data; name="source"\r\n\r\n' + SURROGATE + b"\r\n--x--\r\n"
    for response in (
        client.post(address, part, content_type="multipart/form-data; boundary=x"),
        client.post(address, b"source=kind:+Pod+%ED%A0%80", content_type="application/x-www-form-urlencoded"),
    ):
        assert response.status_code == 400
        assert "bytes that are not UTF-8" in response.content.decode()
        assert "kind: Pod" in response.content.decode()


def test_a_client_that_disconnected_is_not_logged_as_an_error() -> None:
    class Closed(BytesIO):
        def read(self, *_: object) -> bytes:
            raise OSError("connection reset")

    environment: dict[str, Any] = {"wsgi.input": Closed(), "CONTENT_LENGTH": "10"}
    assert only_utf8(never)(RequestFactory().post("/", **environment)).status_code == 400


def test_a_body_of_unknown_length_is_refused(client: Client) -> None:
    response = client.post("/evaluate", {"source": "x"}, headers={"Transfer-Encoding": "chunked"})
    assert response.status_code == 411
    assert "Content-Length" in response.content.decode()


def sending(body: BytesIO, size: int) -> HttpRequest:
    """A request that says it is ``size`` bytes long and sends ``body``."""
    environment: dict[str, Any] = {"wsgi.input": body, "CONTENT_LENGTH": str(size)}
    return RequestFactory().post("/", **environment)


def never(_request: HttpRequest) -> Any:
    """The view that is not reached."""
    raise AssertionError


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/evaluate", "/share", "/api/evaluate", "/api/v1/namespaces/x/templates"])
@pytest.mark.parametrize("encoding", ["gzip", "BR", "deflate, gzip", "x"])
def test_a_compressed_body_is_refused_unread(client: Client, address: str, encoding: str) -> None:
    response = client.post(address, {"source": "kind: Pod"}, headers={"Content-Encoding": encoding})
    assert response.status_code == 415
    assert "without a Content-Encoding" in response.content.decode()
    assert not Share.objects.exists()


def test_a_body_with_identity_encoding_is_read(client: Client) -> None:
    answer = client.post("/evaluate", {"source": "kind: Pod"}, headers={"Content-Encoding": "Identity"})
    assert answer.status_code == 200


@SMALL
@pytest.mark.parametrize("address", ["/api/evaluate", "/api/v1/namespaces/x/processedtemplates"])
def test_clients_of_the_api_get_a_status_for_every_refused_body(client: Client, address: str) -> None:
    refusals = {
        411: client.post(address, "{}", "application/json", headers={"Transfer-Encoding": "chunked"}),
        413: client.post(address, "x" * 1001, "application/json"),
        415: client.post(address, "{}", "application/json", headers={"Content-Encoding": "gzip"}),
    }
    for code, response in refusals.items():
        status = response.json()
        assert (response.status_code, status["kind"], status["code"]) == (code, "Status", code)


SIZE = 40_000  # bytes
HOSTILE = (b"%", b"%4", b"%41", b"a%41", b"%%41", b"%c3%a4", b"+", b"=", b"abc%0A", b"%00")


@given(st.lists(st.sampled_from([*(bytes([code]) for code in range(128)), *HOSTILE, b"&", b"%0D%0A", b"%3D"])))
def test_a_form_is_read_as_django_would_read_it(parts: list[bytes]) -> None:
    body = b"".join(parts)
    try:
        fields = form_fields(body)
    except UnicodeDecodeError:
        fields = form_fields(body, "replace")
    assert fields == QueryDict(body)


def test_what_is_not_escaped_is_utf_8() -> None:
    assert form_fields("ä=ö%C3%BC".encode()) == QueryDict("ä=öü")
    assert form_fields(b"a=%c3\xa4&a=")["a"] == ""
    assert form_fields(b"a=%c3\xa4").getlist("a") == ["ä"]
    for wrong in (b"a=\xff", b"a=%ff", b"a=%c3", b"%ed%a0%80=a"):
        with pytest.raises(UnicodeDecodeError):
            form_fields(wrong)


def test_it_cannot_be_changed() -> None:
    with pytest.raises(AttributeError, match="immutable"):
        form_fields(b"a=b")["a"] = "c"


@override_settings(DATA_UPLOAD_MAX_NUMBER_FIELDS=3)
def test_as_many_fields_are_read_as_the_setting_says() -> None:
    assert len(form_fields(b"a=1&b=2&c=3")) == 3
    with pytest.raises(TooManyFieldsSent):
        form_fields(b"a=1&b=2&c=3&d=4")


def memory(parse: Callable[[bytes], object], body: bytes) -> float:
    """The most bytes that are held at a time, for each byte of ``body``."""
    tracemalloc.start()
    parse(body)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most / len(body)


@pytest.mark.parametrize("unit", HOSTILE)
def test_no_form_takes_much_memory(unit: bytes) -> None:
    assert memory(form_fields, b"source=" + unit * (SIZE // len(unit))) < 15


def test_djangos_own_would_take_much() -> None:
    assert memory(QueryDict, b"source=" + b"%" * SIZE) > 100
