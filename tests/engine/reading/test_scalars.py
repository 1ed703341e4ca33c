"""Every row of how goyaml.v2 and sigs.k8s.io/yaml read scalars and keys."""

from __future__ import annotations

import math
from typing import Any

import pytest

from playground.engine.reading import read
from playground.engine.reading.scalars import (
    TYPED_STARTS,
    WORDS,
    TagMismatchError,
    float32_text,
    key_name,
    resolve,
    tagged_value,
)

TAG = "tag:yaml.org,2002:"


def is_same(value: object, expected: object) -> bool:
    return type(value) is type(expected) and repr(value) == repr(expected)


def test_words_of_yaml_1_1_that_mean_true() -> None:
    words = "y Y yes Yes YES on On ON true True TRUE".split()
    assert [word for word in words if resolve(word) is not True] == []


def test_words_of_yaml_1_1_that_mean_false() -> None:
    words = "n N no No NO off Off OFF false False FALSE".split()
    assert [word for word in words if resolve(word) is not False] == []


def test_words_that_mean_null() -> None:
    assert [word for word in ("", "~", "null", "Null", "NULL") if resolve(word) is not None] == []


@pytest.mark.parametrize(
    "text",
    [
        "yEs", "nULL", "oN", "tRUE", "1:30", "22:22", "190:20:30.15", "2001-01-01", "2001-12-14T21:59:43.10-05:00",
        "2001-99-99", "1e400", "-1e400", "0x10000000000000000", "0xG", "0b2", "0o8", "_1", "1_a", ".", "..", "._1",
        ".1__0", ".e3", "+", "-", "--1", "1e", "e3", "0x", "<<", "=", "1.2.3", "+.", "- 1", "1 2", "Infinity",
        "nan", "inf", "$(A)", "٣", "0b-", "0b+", "1,000", "1_0e400", ".1_0e400", "..5", "10b+1", "0b+" + "1" * 64,
    ],
)  # fmt: skip
def test_text_that_only_resembles_a_typed_scalar_stays_a_string(text: str) -> None:
    assert resolve(text) == text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0), ("-0", 0), ("+1", 1), ("42", 42), ("0777", 511), ("-0777", -511), ("+0777", 511), ("0_7", 7),
        ("0o14", 12), ("0O14", 12), ("0x1F", 31), ("0X1f", 31), ("-0x1F", -31), ("0b101", 5), ("0B101", 5),
        ("-0b1", -1), ("0b+101", 5), ("0b-101", -5), ("1_000", 1000), ("1__0", 10), ("00", 0), ("1_", 1),
        ("9223372036854775807", 2**63 - 1), ("-9223372036854775808", -(2**63)), ("0x7fffffffffffffff", 2**63 - 1),
    ],
)  # fmt: skip
def test_whole_numbers_in_gos_notations(text: str, value: int) -> None:
    assert is_same(resolve(text), value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("08", 8.0), ("09", 9.0), ("-08", -8.0), ("1e3", 1000.0), ("1E3", 1000.0), ("12e3", 12000.0),
        ("1.5e3", 1500.0), ("1.e3", 1000.0), (".5e3", 500.0), ("0e0", 0.0), ("1e-400", 0.0), ("-.5", -0.5),
        ("+.5", 0.5), (".5", 0.5), (".1_0", 0.1), ("1.", 1.0), ("1.0", 1.0), ("-0.0", 0.0), ("1_0.5", 10.5),
        ("-1e-400", 0.0), ("-.0", 0.0), ("-0e3", 0.0),
        ("18446744073709551615", 18446744073709551615.0), ("18446744073709551616", 18446744073709551616.0),
        ("9223372036854775808", 9223372036854775808.0), ("-9223372036854775809", -9223372036854775809.0),
        ("+9223372036854775808", 9223372036854775808.0), ("01777777777777777777777777", 1.7777777777777777e24),
        ("0xffffffffffffffff", 18446744073709551615.0),
    ],
)  # fmt: skip
def test_numbers_that_become_floats(text: str, value: float) -> None:
    assert is_same(resolve(text), value)


def test_a_number_of_five_thousand_digits_is_a_string_as_in_go() -> None:
    assert resolve("9" * 5000) == "9" * 5000
    assert is_same(resolve("9" * 300), float("9" * 300))


@pytest.mark.parametrize("text", [".inf", ".Inf", ".INF", "+.inf", "-.inf", ".nan", ".NaN", ".NAN"])
def test_infinities_and_nan_are_floats_that_are_refused_as_values_but_not_as_keys(text: str) -> None:
    assert not math.isfinite(float(resolve(text) or 0))
    [problem] = read(f"a: {text}").problems
    assert (problem.pattern, problem.refused, str(problem.span)) == ("unsupported-value", True, "1:4")
    source = read(f"{text}: 1")
    expected = ".nan" if "n" in text.lower()[-3:] and "a" in text.lower() else text.lower().replace("+", "")
    assert source.documents[0].value == {expected: 1}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("y", "true"), ("N", "false"), ("on", "true"), ("0x1F", "31"), ("0777", "511"), ("1_000", "1000"),
        ("3.14159265358979", "3.1415927"), ("1e20", "1e+20"), ("1e3", "1000"), ("1e6", "1e+06"), ("1e39", ".inf"),
        ("-1e39", "-.inf"), ("0.00001", "1e-05"), ("0.0001", "0.0001"), ("-0.0", "-0"), ("-0", "0"), ("1.50", "1.5"),
        ("16777217.0", "1.6777216e+07"), ("123456.5", "123456.5"), ("18446744073709551616", "1.8446744e+19"),
        ("'y'", "y"), ("a b", "a b"), ("=", "="), ("2001-01-01", "2001-01-01"), ("1:30", "1:30"),
    ],
)  # fmt: skip
def test_keys_become_the_names_that_json_gets(text: str, name: str) -> None:
    assert read(f"{text}: v").documents[0].value == {name: "v"}


@pytest.mark.parametrize("key", ["~", "null", "", "18446744073709551615", "9223372036854775808", "[a]", "{a: b}"])
def test_keys_that_kubernetes_refuses(key: str) -> None:
    source = read(f"ok: 1\n? {key}\n: v\n")
    assert [(p.pattern, p.refused) for p in source.problems] == [("unsupported-key", True)]
    assert source.documents == ()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("! 12", "12"), ("!foo 12", "12"), ("!!python/name:os 1", "1"), ("!!str 12", "12"), ("!!str", ""),
        ("!!str ~", "~"), ("!!int '12'", 12), ("!!int 0x1F", 31), ("!!float 12", 12.0), ("!!float 1e3", 1000.0),
        ("!!bool yes", True), ("!!bool 'no'", False), ("!!null ''", None), ("!!null ~", None),
        ("!!binary aGVsbG8=", "hello"), ("!!binary /w==", "\ufffd"), ("!!binary 4oI=", "\ufffd\ufffd"),
        ("!!timestamp 2001-01-01", "2001-01-01"), ("!!timestamp 2001-12-14 21:59:43.10", "2001-12-14 21:59:43.10"),
        ("!!set {a: b}", {"a": "b"}), ("!foo [1]", [1]), ("!!map x", "x"), ("!!int 18446744073709551615", 2.0**64),
        ("!<tag:yaml.org,2002:str> 7", "7"), ("!!binary |\n  aGVs\n  bG8=\n", "hello"),
    ],
)  # fmt: skip
def test_tags_convert_and_unknown_tags_are_dropped(text: str, value: Any) -> None:
    source = read(f"a: {text}")
    assert source.problems == ()
    assert is_same(source.documents[0].value["a"], value)


@pytest.mark.parametrize(
    "text",
    ["!!int x", "!!int _1", "!!int 1.5", "!!float x", "!!bool 1", "!!null x", "!!binary a b", "!!binary a",
     "!!binary é", "!!timestamp x", "!!timestamp 2001-99-99", "!!timestamp 2001-01-01T25:00:00Z"],
)  # fmt: skip
def test_tags_that_do_not_fit_are_refused(text: str) -> None:
    [problem] = read(f"a: {text}").problems
    assert (problem.pattern, problem.refused, str(problem.field)) == ("tag-mismatch", True, "a")


def test_a_tag_mismatch_says_what_kubernetes_says() -> None:
    with pytest.raises(TagMismatchError, match="cannot decode !!str `x` as a !!int"):
        tagged_value(TAG + "int", "x")


@pytest.mark.parametrize("text", ['"y"', "'1'", "|-\n  12", ">-\n  null", '""'])
def test_quoted_and_block_scalars_are_always_strings(text: str) -> None:
    assert isinstance(read(f"a: {text}").documents[0].value["a"], str)


def test_merge_marks_and_equals_signs_as_values_are_strings() -> None:
    assert read("a: <<\nb: =").documents[0].value == {"a": "<<", "b": "="}


def test_null_has_no_key_name() -> None:
    assert key_name(None, "~") is None


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.1, "0.1"), (1e-45, "1e-45"), (16777216.0, "1.6777216e+07"), (100.0, "100"), (-2.5, "-2.5"), (3e38, "3e+38")],
)
def test_floats_print_with_the_fewest_digits_of_32_bits(value: float, text: str) -> None:
    assert float32_text(value) == text


def test_the_first_character_of_a_typed_scalar_is_in_the_table() -> None:
    endings = {"", "1", ".5", "1e3", "x1", *(word[1:] for word in WORDS)}
    for first in map(chr, range(0x3000)):
        may_be_typed = any(not isinstance(resolve(first + ending), str) for ending in endings)
        assert may_be_typed is (first in TYPED_STARTS), first
