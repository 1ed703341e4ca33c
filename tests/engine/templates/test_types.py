"""Conversion: JSON values as Go decodes them, typed values of the proposal."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.engine.templates.types import DROP, TYPES, ConversionError, SubstitutionLimitError, convert, decode
from tests.cost import growth

NOT_JSON = [
    "yes",
    "True",
    "010",
    "0x10",
    "1_000",
    "+5",
    ".5",
    "5.",
    "NaN",
    "Infinity",
    "-Infinity",
    "1 2",
    "{a: b}",
    "[1,2,]",
    "'a'",
    "",
    "1e309",
    "[1e400]",
    "9" * 5000,
    '"a\nb"',
    "\u00a05",
    "\ufeff1",
    "# c",
    '{"k":',
]


@pytest.mark.parametrize("value", NOT_JSON)
def test_text_that_is_not_json_stays_text(value: str) -> None:
    assert decode(value) == value


@pytest.mark.parametrize(
    ("value", "decoded"),
    [
        (" 7 ", 7),
        ("\t\r\n7\n", 7),
        ("9007199254740993", 9007199254740992),
        ("1.50", 1.5),
        ("1.0", 1),
        ("1e3", 1000),
        ("9223372036854775807", 9223372036854776000),
        ("12345678901234567890", 12345678901234567000),
        ("18446744073709551615", 18446744073709551616.0),
        ("-9223372036854775808", -9223372036854775808.0),
        ("1e20", 1e20),
        ("123456789012345678901234567890", 1.2345678901234568e29),
        ("0.00000001", 1e-8),
        ("5e-324", 5e-324),
        ("true", True),
        ('"quoted"', "quoted"),
        ('"\\u00e9"', "é"),
        ('"\\ud83d\\ude00"', "\U0001f600"),
        ('"\\ud83dx"', "\ufffdx"),
        ('{"\\udc00": ["\\ud800"]}', {"\ufffd": ["\ufffd"]}),
        ('{"a":1,"a":2}', {"a": 2}),
        ('{"k":"${B}","n":12, "z": null}', {"k": "${B}", "n": 12, "z": None}),
    ],
)
def test_json_is_decoded_with_doubles_as_go_does(value: str, decoded: Any) -> None:
    assert decode(value) == decoded
    assert type(decode(value)) is type(decoded)


def test_minus_zero_keeps_its_sign() -> None:
    assert [str(decode(text)) for text in ("-0", "-0.0", "-0e5", "0")] == ["-0.0", "-0.0", "-0.0", "0"]


def test_null_means_that_the_field_disappears() -> None:
    assert decode(" null ") is DROP


def test_nesting_is_bounded_before_anything_is_built() -> None:
    assert decode("[" * 200 + "]" * 200) != ""
    with pytest.raises(SubstitutionLimitError, match="200"):
        decode("[" * 201 + "]" * 201)
    with pytest.raises(SubstitutionLimitError):
        decode('{"a":' * 100_000)


def test_brackets_inside_strings_are_not_nesting() -> None:
    text = "[{" * 300 + '\\"]'
    assert decode(json.dumps(text)) == text


def test_unclosed_strings_take_linear_time() -> None:
    def hostile(size: int) -> str:
        return "[" * 150 + '"' + '\\"[' * size

    assert decode(hostile(100)) == hostile(100)
    assert growth(hostile, decode, 10_000) < 8


@given(st.integers(-(1 << 63), (1 << 63) - 1))
def test_every_64_bit_integer_converts(number: int) -> None:
    assert convert(str(number), "int") == number


@pytest.mark.parametrize(("text", "number"), [("007", 7), ("+5", 5), ("-0", 0), ("-" + "0" * 5000 + "1", -1)])
def test_integers_are_decimal_whatever_their_zeros(text: str, number: int) -> None:
    assert convert(text, "int") == number


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        (" 5", 0, 1),
        ("5 ", 1, 2),
        ("1_000", 1, 2),
        ("0x10", 1, 2),
        ("1.0", 1, 2),
        ("--5", 1, 2),
        ("٣", 0, 1),
        ("5\n", 1, 2),
        ("", 0, 0),
        ("-", 0, 1),
        ("9223372036854775808", 0, 19),
        ("-9223372036854775809", 0, 20),
        ("9" * 5000, 0, 5000),
    ],
)
def test_an_invalid_int_is_refused_at_its_place(text: str, start: int, end: int) -> None:
    with pytest.raises(ConversionError) as caught:
        convert(text, "int")
    assert (caught.value.start, caught.value.end) == (start, end)


def test_a_bool_is_exactly_true_or_false() -> None:
    assert [convert("true", "bool"), convert("false", "bool")] == [True, False]
    for text in ("yes", "True", "1", "", "true "):
        with pytest.raises(ConversionError, match="must be `true` or `false`"):
            convert(text, "bool")


@given(st.binary())
def test_base64_of_any_bytes_stays_unchanged(data: bytes) -> None:
    text = base64.b64encode(data).decode()
    assert convert(text, "base64") == text


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("YWJ_", 3, 4),
        ("YW J", 2, 3),
        ("YWJj\n", 4, 5),
        ("YQ=a", 2, 3),
        ("Y===", 1, 2),
        ("YQ", 2, 2),
        ("YQ=", 2, 3),
        ("YWJj==", 4, 6),
        ("é", 0, 1),
    ],
)
def test_bad_base64_is_refused_at_the_bad_character(text: str, start: int, end: int) -> None:
    with pytest.raises(ConversionError) as caught:
        convert(text, "base64")
    assert (caught.value.start, caught.value.end) == (start, end)


@given(st.text(alphabet="YWJj=+/_", max_size=9))
def test_base64_is_refused_exactly_when_the_standard_library_refuses_it(text: str) -> None:
    try:
        expected = base64.b64encode(base64.b64decode(text, validate=True)).decode()[:-4] == text[:-4]
    except ValueError:
        expected = False
    try:
        convert(text, "base64")
    except ConversionError:
        assert not expected
    else:
        assert expected


def test_messages_do_not_repeat_the_value_which_may_be_a_secret() -> None:
    for type_ in ("int", "bool", "base64"):
        with pytest.raises(ConversionError) as caught:
            convert("s3cr3t!", type_)
        assert "s3cr3t" not in caught.value.message


def test_the_types_are_those_of_the_proposal_and_none() -> None:
    assert set(TYPES) == {"", "string", "int", "bool", "base64"}
    assert convert("any", "string") == convert("any", "") == "any"
