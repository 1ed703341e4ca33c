"""A form is read as Django would read it, in a fraction of the memory."""

from __future__ import annotations

import io
import tracemalloc
from collections.abc import Callable

import pytest
from django.core.exceptions import TooManyFieldsSent
from django.core.files.uploadhandler import MemoryFileUploadHandler
from django.http import QueryDict
from django.http.multipartparser import MultiPartParser, MultiPartParserError
from django.test import override_settings
from hypothesis import given
from hypothesis import strategies as st

from playground.form_body import form_fields, form_parts

SIZE = 300_000  # bytes
HOSTILE = (b"%", b"%4", b"%41", b"a%41", b"%%41", b"%c3%a4", b"+", b"=", b"abc%0A", b"%00")


@given(st.lists(st.sampled_from([*(bytes([code]) for code in range(128)), *HOSTILE, b"&", b"%0D%0A", b"%3D"])))
def test_a_form_is_read_as_django_would_read_it(parts: list[bytes]) -> None:
    body = b"".join(parts)
    try:
        found = form_fields(body)
    except UnicodeDecodeError:
        found = form_fields(body, "replace")
    assert found == QueryDict(body)


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


def memory(read: Callable[[bytes], object], body: bytes) -> float:
    """The most bytes that are held at a time, for each byte of ``body``."""
    tracemalloc.start()
    read(body)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most / len(body)


@pytest.mark.parametrize("unit", HOSTILE)
def test_no_form_takes_much_memory(unit: bytes) -> None:
    assert memory(form_fields, b"source=" + unit * (SIZE // len(unit))) < 15


def test_djangos_own_would_take_much() -> None:
    assert memory(QueryDict, b"source=" + b"%" * SIZE) > 100


HEAD = b'Content-Disposition: form-data; name="'
PARTS = (
    b"--B",
    b"--B\r\n",
    b"\r\n--B\r\n",
    b"\r\n--B--\r\n",
    HEAD,
    HEAD + b'a"\r\n\r\n',
    b'"',
    b"\r\n\r\n",
    b"\r\n",
    b"\n",
)
ODD = (
    b"\r",
    b"-",
    b"a",
    b"b.c",
    b" ",
    b"%22",
    b"\\",
    b";",
    b'; filename="x"',
    b"Content-Type: text/plain",
    b"\xc3\xa4",
    b"\0",
)


def by_django(body: bytes) -> QueryDict:
    """The fields as Django reads them; none where it refuses the form."""
    meta = {"CONTENT_TYPE": "multipart/form-data; boundary=B", "CONTENT_LENGTH": str(len(body))}
    return MultiPartParser(meta, io.BytesIO(body), [MemoryFileUploadHandler()], "utf-8").parse()[0]


def in_parts(*fields: tuple[bytes, bytes]) -> bytes:
    """``fields`` as browsers send them."""
    return b"".join(b'--B\r\n%s%s"\r\n\r\n%s\r\n' % (HEAD, *field) for field in fields) + b"--B--\r\n"


@given(
    st.lists(
        st.tuples(st.sampled_from([b"a", b"b.c", b"\xc3\xa4", b"a b"]), st.lists(st.sampled_from([*PARTS, *ODD])))
    ),
    st.integers(0),
    st.sampled_from([b"", *PARTS, *ODD]),
)
def test_parts_are_read_as_django_would_read_them(
    fields: list[tuple[bytes, list[bytes]]], place: int, odd: bytes
) -> None:
    whole = in_parts(*((name, b"".join(value)) for name, value in fields))
    place %= len(whole)
    body = whole[:place] + odd + whole[place:]
    found = form_parts(body, "B")
    try:
        assert found is None or found == by_django(body)
    except MultiPartParserError:
        pytest.fail(f"Django refuses {body!r}")


def test_parts_as_browsers_send_them_are_read() -> None:
    fields = (b"a", b""), (b"value.B-1", b"x\r\n\r\n--\r\n"), (b"a", b"\xc3\xa4\r"), (b"source", b"y" * 200_000)
    found = form_parts(in_parts(*fields), "B")
    assert found == by_django(in_parts(*fields))
    assert found is not None
    assert found.getlist("a") == ["", "ä\r"]
    with pytest.raises(AttributeError, match="immutable"):
        found["a"] = "c"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"--B--\r\n",
        b"--B\r\n--B--\r\n",
        in_parts((b"a", b"1"))[:-2],
        in_parts((b"a", b"--B")),
        in_parts((b'a"; filename="x', b"1")),
        in_parts((b"a\xc3\xa4", b"1")),
        in_parts((b"a%22", b"1")),
        in_parts((b"a", b"1")).replace(b"\r\n\r\n", b"\r\nContent-Transfer-Encoding: base64\r\n\r\n"),
        b" " + in_parts((b"a", b"1")),
    ],
)
def test_other_parts_are_left_to_django(body: bytes) -> None:
    assert form_parts(body, "B") is None


@override_settings(DATA_UPLOAD_MAX_NUMBER_FIELDS=3)
def test_too_many_parts_are_left_to_django() -> None:
    assert form_parts(in_parts(*[(b"a", b"1")] * 3), "B") == by_django(in_parts(*[(b"a", b"1")] * 3))
    many = in_parts(*[(b"a", b"1")] * 4)
    assert form_parts(many, "B") is None
    with pytest.raises(TooManyFieldsSent):
        by_django(many)


@pytest.mark.parametrize("boundary", ["", "B;", "é", "B" * 71])
def test_unusual_boundaries_are_left_to_django(boundary: str) -> None:
    assert form_parts(in_parts((b"a", b"1")).replace(b"B", boundary.encode()), boundary) is None
