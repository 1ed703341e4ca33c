"""JSON as programs print it is read as by the scanner; unusual text is left to the scanner."""

from __future__ import annotations

import json as stdlib_json
from typing import Any
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.engine.location import FieldPath
from playground.engine.source import json, json_plain
from playground.engine.source.json import JsonReading
from playground.engine.source.json_plain import read_plain
from playground.engine.source.limits import Guards, Limits
from playground.engine.source.problem import RefusalError
from playground.engine.source.tape import Taped

TEXTS = st.sampled_from(["", "a", "b", "{[", "]},:", '"', "\\", "\n", "é", "😀", "\\ud83d", "https://a/b"])
NUMBERS = st.sampled_from([0, -1, 1.5, 1e300, 2**63 - 1, 2**63, 10**18, -(10**16), 10**20])
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=20,
)
LAYOUTS = st.sampled_from(
    [{"indent": 2}, {"indent": "\t"}, {"separators": (",", ":")}, {}, {"separators": (" ,\r\n", " :\n")}]
)
TYPED = '{}[],:"\\ \n0-.e1atn'


def plain(text: str, begin: int = 0, limits: Limits | None = None) -> tuple[Taped, int] | None:
    return read_plain(text, begin, Guards(limits or Limits()))


def scanned(text: str, begin: int = 0) -> tuple[Taped, int]:
    """What the scanner alone reads; RefusalError if it finds anything wrong or odd."""
    reading = JsonReading(text, Guards(Limits()), begin)
    with mock.patch.object(json, "read_plain", return_value=None):
        taped = reading.run()
    if reading.raw_problems:
        raise RefusalError(reading.raw_problems[0])
    return taped, reading.end


def same(found: tuple[Taped, int] | None, text: str, begin: int = 0) -> bool:
    """Whether ``found`` is what the scanner reads, the order of the keys and the types of numbers included."""
    expected = scanned(text, begin)
    return found == expected and repr(found[0].value) == repr(expected[0].value)


@given(st.lists(VALUES, max_size=4) | st.dictionaries(TEXTS, VALUES, max_size=4), LAYOUTS, st.booleans())
def test_values_and_places_equal_those_of_the_scanner(value: Any, layout: dict[str, Any], ascii_only: bool) -> None:
    text = stdlib_json.dumps(value, ensure_ascii=ascii_only, **layout)
    found = plain(text)
    assert found is None or same(found, text)
    with mock.patch.object(json_plain, "_SMALL", 0):
        assert plain(text) == found  # as of a large text, whose entries are found one by one
    if not any(odd in text for odd in ("ud83d", "000000000000000000", "922337203685477580", "e+")):
        assert found is not None


@settings(max_examples=300)
@given(
    VALUES, LAYOUTS, st.lists(st.tuples(st.integers(0, 60), st.integers(0, 2), st.text(TYPED, max_size=2)), max_size=3)
)
def test_edited_text_is_read_as_by_the_scanner_or_not_at_all(
    value: Any, layout: dict[str, Any], typed: list[tuple[int, int, str]]
) -> None:
    text = stdlib_json.dumps([value], **layout)
    for at, removed, added in typed:
        text = text[:at] + added + text[at + removed :]
    found = plain(text)
    assert found is None or same(found, text)


def test_a_value_is_read_from_where_it_begins_to_the_next_one() -> None:
    text = '{"a": 1}\n {"b": [2, {}]} \n{"c": 3'
    assert plain(text, 10) == scanned(text, 10)
    assert plain(text, 10) is not None
    assert plain(text, text.index('{"c"')) is None


@pytest.mark.parametrize(
    "text",
    [
        "1", '"a"', "null", "", " {}", "{", "[1,]", "{'a': 1}", "[1] x"[4:], "[NaN]", "[-Infinity]", "[1e400]",
        '{"a": 1, "a": 2}', '[{"b": {"a": 1, "\\u0061": 2}}]', '["\\ud800"]', '{"\\uDFFF": 1}', "[1234567890123456789]",
        "[123456789012345678901234567890]", "[" * 201 + "]" * 201, "[" * 5000,
    ],
)  # fmt: skip
def test_unusual_and_invalid_text_is_left_to_the_scanner(text: str) -> None:
    assert plain(text) is None


@pytest.mark.parametrize(
    "text",
    ["{}", "[]", '[{"a": 1}, {"a": 2}]', '["ud800"]', "[123456789012345678]", "[1e300, -0.0]", "[" * 200 + "]" * 200],
)
def test_text_that_is_almost_unusual_is_not(text: str) -> None:
    assert same(plain(text), text)


@pytest.mark.parametrize(
    ("text", "enough", "less"),
    [
        ('{"a": [1, 2, 3]}', Limits(nodes=6), Limits(nodes=5)),
        ('{"a": ["1,2,3"]}', Limits(nodes=6), Limits(nodes=5)),  # so many that there could be
        ('{"a": [1, {"b": 3}]}', Limits(depth=3), Limits(depth=2)),
        ('["abcdef", 1]', Limits(scalar_characters=8), Limits(scalar_characters=7)),  # the quotes are counted, too
        ('{"abcdef": [[], [], [], []]}', Limits(scalar_characters=8), Limits(scalar_characters=7)),
    ],
)
def test_text_that_may_exceed_a_limit_is_left_to_the_scanner(text: str, enough: Limits, less: Limits) -> None:
    assert same(plain(text, limits=enough), text)
    assert plain(text, limits=less) is None


def test_the_values_of_documents_before_are_counted() -> None:
    guards = Guards(Limits(nodes=20))
    assert read_plain("[1, 2, 3, 4]", 0, guards) is not None
    assert guards.nodes == 5
    guards.nodes = 18
    assert read_plain("[1, 2, 3, 4]", 0, guards) is None
    assert guards.nodes == 18


def test_too_many_values_are_reported_where_the_scanner_counts_them() -> None:
    with pytest.raises(RefusalError) as caught:
        JsonReading("[1, 2, 3, 4, 5]", Guards(Limits(nodes=4)), 0).run()
    assert (caught.value.raw_problem.pattern, caught.value.raw_problem.start) == ("too-many-values", 10)
    assert caught.value.raw_problem.field == FieldPath([3])
