"""Values and texts as Go prints them."""

from __future__ import annotations

import pytest

from playground.engine.text.go import kind_of, quote, to_json
from tests.cost import steps


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1.0, "1"),
        (-0.0, "-0"),
        (0.000001, "0.000001"),
        (1e-7, "1e-7"),
        (1.5e-10, "1.5e-10"),
        (1e20, "100000000000000000000"),
        (1e21, "1e+21"),
        (1234567.5, "1234567.5"),
        (9007199254740993, "9007199254740993"),
        (True, "true"),
        ("a\u2028<é\n", '"a\\u2028\\u003cé\\n"'),
        ("\ud7ff\ud800\udfff\ue000", '"\ud7ff\\ufffd\\ufffd\ue000"'),
    ],
)
def test_json_is_that_of_go(value: object, text: str) -> None:
    assert to_json(value) == text


def test_keys_are_sorted_unless_they_come_from_a_struct() -> None:
    assert to_json({"b": 1, "a": 2}) == '{"a":2,"b":1}'
    assert to_json({"b": 1, "a": [{"d": {"f": 1, "e": 2}}]}, sort_keys=False) == '{"b":1,"a":[{"d":{"f":1,"e":2}}]}'


def test_unprintable_characters_are_escaped_in_quotes() -> None:
    assert quote("a\tb\x00\u200b\U000e0001é") == '"a\\tb\\x00\\u200b\\U000e0001é"'


def test_plain_characters_are_quoted_in_few_steps() -> None:
    assert steps(lambda: quote("a/" * 10_000)) < 100


def test_every_kind_of_value_has_its_word() -> None:
    values: tuple[object, ...] = (None, True, 1, 1.5, "", [], {})
    kinds = [kind_of(value) for value in values]
    assert kinds == ["null", "bool", "number", "number", "string", "array", "object"]
