"""No charset that a request names reaches Django, unless it is UTF-8."""

from __future__ import annotations

import io
from typing import Any

import pytest

from playground.wsgi import application, is_utf8

pytestmark = pytest.mark.django_db  # a request looks after the connections

CODECS = ["rot13", "hex", "zlib", "base64", "punycode", "idna", "undefined", "utf-16", "latin-1", "no-such-thing"]


def answered(method: str, content_type: str, body: bytes = b"") -> tuple[int, dict[str, str]]:
    """The status and the headers of the answer that a server gets for ``/?param.A=1``."""
    responses: list[Any] = []
    environ = {
        "REQUEST_METHOD": method,
        "PATH_INFO": "/",
        "QUERY_STRING": "param.A=1",
        "SERVER_NAME": "testserver",
        "SERVER_PORT": "80",
        "CONTENT_TYPE": content_type,
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": io.BytesIO(body),
        "wsgi.url_scheme": "http",
    }
    response = application(environ, lambda status, headers, _=None: responses.extend((status, dict(headers))))  # type: ignore[arg-type]
    b"".join(response)
    getattr(response, "close", lambda: None)()
    return int(responses[0][:3]), responses[1]


@pytest.mark.parametrize("charset", CODECS)
def test_the_charset_of_a_request_without_a_body_is_ignored(charset: str) -> None:
    assert answered("GET", f"text/plain; charset={charset}")[0] == 200


@pytest.mark.parametrize("charset", CODECS)
@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=x", "application/x-www-form-urlencoded"])
def test_a_form_in_another_charset_is_refused_with_a_message(kind: str, charset: str) -> None:
    status, headers = answered("POST", f"{kind}; charset={charset}", b"source=a")
    assert status == 415
    assert "default-src 'none'" in headers["Content-Security-Policy"]


@pytest.mark.parametrize("parameter", ["charset*=foo'en'rot13", "charset*=undefined'en'a", "x*=idna'en'%ff"])
def test_a_parameter_that_does_not_decode_breaks_nothing(parameter: str) -> None:
    assert answered("GET", f"text/plain; {parameter}")[0] == 200
    assert answered("POST", f"text/plain; {parameter}")[0] in (403, 415)


@pytest.mark.parametrize("charset", ["utf-8", "UTF8", '"utf-8"', "US-ASCII"])
def test_utf8_is_accepted_under_each_of_its_names(charset: str) -> None:
    assert is_utf8(f"text/plain; charset={charset}")
    assert answered("POST", f"text/plain; charset={charset}")[0] == 403  # it has no token


def test_an_encoding_named_by_another_parameter_is_no_charset() -> None:
    assert is_utf8("multipart/form-data; boundary=rot13")
