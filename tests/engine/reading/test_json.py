"""JSON becomes the same plain values, with places; its errors are explained."""

from __future__ import annotations

import json as stdlib_json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.engine.reading import read

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner),
    max_leaves=20,
)  # fmt: skip


def walk(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[tuple[str | int, ...], Any]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [(path, value), *(entry for key, item in inner for entry in walk(item, (*path, key)))]


@given(st.lists(PLAIN, max_size=4), st.sampled_from([None, 2]), st.booleans())
def test_every_value_is_read_and_found(value: list[Any], indent: int | None, ascii_only: bool) -> None:
    text = stdlib_json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    source = read(text)
    [document] = source.documents
    assert document.syntax == "json"
    assert repr(document.value) == repr(value)
    for path, part in walk(value):
        assert repr(stdlib_json.loads(source.text.slice(document.span(path)))) == repr(part)
        if path and isinstance(path[-1], str):
            assert stdlib_json.loads(source.text.slice(document.key_span(path))) == path[-1]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("9223372036854775807", 2**63 - 1), ("9223372036854775808", 2.0**63), ("-9223372036854775808", -(2**63)),
        ("-9223372036854775809", -(2.0**63)), ("-0", 0), ("1.0", 1.0), ("1e3", 1000.0),
        ('"\\ud800"', "\ufffd"), ('"\\ud83d\\ude00"', "😀"), ('"\\/"', "/"), ("null", None),
        ("123456789012345678901", 1.2345678901234568e20),
    ],
)  # fmt: skip
def test_scalars_are_read_as_kubernetes_reads_json(text: str, value: object) -> None:
    result = read(f"[{text}]").documents[0].value[0]
    assert (type(result), result) == (type(value), value)


def test_values_one_after_another_are_documents_of_their_own() -> None:
    source = read('{"a": 1}\n{"b": 2} [3]\n# bye\n')
    assert [(d.index, d.value) for d in source.documents] == [(0, {"a": 1}), (1, {"b": 2}), (2, [3])]
    assert str(source.documents[1].span(("b",))) == "2:7"


def test_values_before_a_syntax_error_are_read() -> None:
    source = read('{"a": 1}\n{"b": }\n')
    assert [d.value for d in source.documents] == [{"a": 1}]
    assert [(p.pattern, str(p.span), p.document) for p in source.problems] == [("invalid-json", "2:7", 1)]


@pytest.mark.parametrize("text", ['{"a": 1,}', "{a: 1}", "[a, 'b']", '{"a": yes}', '{"a": 1} # comment', "{a: b}\n"])
def test_text_that_is_almost_json_is_read_as_yaml(text: str) -> None:
    source = read(text)
    assert [p for p in source.problems if p.refused] == []
    assert len(source.documents) == 1


def test_a_trailing_comma_is_tolerated() -> None:
    assert read('{"a": [1, 2,], "b": {"c": 3,},}').documents[0].value == {"a": [1, 2], "b": {"c": 3}}


def test_repeated_keys_are_reported_with_both_places() -> None:
    source = read('{"a": 1, "b": 2, "a": 3}')
    assert source.documents[0].value == {"a": 3, "b": 2}
    [problem] = source.problems
    assert (problem.pattern, str(problem.span), str(problem.related[0].span)) == ("duplicate-key", "1:18", "1:2")


def test_a_number_too_large_for_a_float_is_refused() -> None:
    assert [(p.pattern, p.refused) for p in read('{"a": 1e400}').problems] == [("unsupported-value", True)]
