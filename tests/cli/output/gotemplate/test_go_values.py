"""The values of Go templates, and their literals."""

from __future__ import annotations

from typing import Any

import pytest

from playground.cli.output.gotemplate import GoTemplateError
from playground.cli.output.gotemplate.go_values import Int, character, decoded, number, type_name, unquoted


def test_numbers_are_what_json_decoding_gives() -> None:
    value = decoded({"a": [1.0, -0.0, 1e18, 1e19, 1.5, True, None], "b\udc80": "x\udc80é"})
    assert repr(value) == repr({"a": [1, 0, 10**18, 1e19, 1.5, True, None], "b\ufffd": "x\ufffdé"})


def test_a_double_beyond_53_bits_is_read_from_its_shortest_digits() -> None:
    values = decoded([7208682094025397248.0, -9223372036854775809.0, -(2.0**62), 9223372036854776000])
    assert repr(values) == repr(
        [7208682094025397000, -9.223372036854776e18, -4611686018427388000, 9.223372036854776e18]
    )


def test_types_have_the_names_of_go() -> None:
    values: tuple[Any, ...] = ({}, [], "", True, 1, Int(1), 1.5)
    names = [type_name(value) for value in values]
    assert names == ["map[string]interface {}", "[]interface {}", "string", "bool", "int64", "int", "float64"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("-0", 0), ("+5", 5), ("017", 15), ("0o17", 15), ("0b11", 3), ("0x1e", 30), ("0_7", 7), ("1_000", 1000),
        ("1e3", 1000.0), (".5", 0.5), ("5.", 5.0), ("0x1p4", 16.0), ("0x.8p1", 1.0), ("1e-400", 0.0),
        ("1_000.5", 1000.5), ("9223372036854775807", 2**63 - 1), ("-9223372036854775808", -(2**63)),
        ("9223372036854775808", None),
    ],
)  # fmt: skip
def test_a_number_is_an_int_or_a_double(text: str, value: float | None) -> None:
    assert number(text) == value
    assert type(number(text)) is (Int if isinstance(value, int) else type(value))


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("08", 'integer overflow: "08"'),
        ("99999999999999999999", 'integer overflow: "99999999999999999999"'),
        ("1" * 5000, f'illegal number syntax: "{"1" * 5000}"'),
        ("0xfffffffffffffffff", 'illegal number syntax: "0xfffffffffffffffff"'),
        *(
            (text, f'illegal number syntax: "{text}"')
            for text in ("1_", "1__0", "0x", "1e", "1e400", "0x1p9999", "1i", "+", ".")
        ),
    ],
)
def test_invalid_numbers_are_refused(written: str, message: str) -> None:
    with pytest.raises(GoTemplateError) as refused:
        number(written)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("text", "code"),
    [("'a'", 97), (r"'\n'", 10), (r"'\''", 39), (r"'\xff'", 255), (r"'\u00e9'", 233), (r"'\377'", 255)],
)
def test_a_character_constant_is_a_number(text: str, code: int) -> None:
    assert character(text) == code


@pytest.mark.parametrize("text", ["''", r"'\"'", r"'\400'", r"'\ud800'", r"'\q'", r"'\x4'", "'ab'"])
def test_invalid_character_constants_are_refused(text: str) -> None:
    with pytest.raises(GoTemplateError, match=r"invalid syntax|malformed character constant: 'ab'"):
        character(text)


def test_escapes_of_text_may_be_bytes_of_one_character() -> None:
    assert unquoted(r'"a\tb\"\x41\u00e9\U0001F600\101"') == 'a\tb"Aé😀A'
    assert unquoted(r'"\xc3\xa9\xff"') == "é\udcff"
    assert unquoted("`a\\n\r\n`") == "a\\n\n"
    with pytest.raises(GoTemplateError, match="invalid syntax"):
        unquoted(r'"\'"')
