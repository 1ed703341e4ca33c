"""A form is read as Django would read it, in a fraction of the memory."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable

import pytest
from django.core.exceptions import TooManyFieldsSent
from django.http import QueryDict
from django.test import override_settings
from hypothesis import given
from hypothesis import strategies as st

from playground.form_body import form_fields

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
