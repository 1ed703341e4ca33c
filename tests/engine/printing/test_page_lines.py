"""The page's printers, and that Kubernetes' rules read their output back unchanged."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from playground.engine.model.location import FieldPath
from playground.engine.printing.page_lines import Lines, count_json_lines, count_yaml_lines, json_lines, yaml_lines
from tests.cost import growth, relative_cost
from tests.engine.emitted import (
    HOSTILE_NUMBERS,
    HOSTILE_TEXTS,
    TREES,
    hostile_tree,
    read_back,
    to_json,
    to_yaml,
    trees_of,
)


def exact(value: Any) -> Any:
    """A form of ``value`` whose equality distinguishes 1, 1.0 and True, 0.0 and -0.0, and orders of keys."""
    if isinstance(value, dict):
        return ["mapping", *((key, exact(child)) for key, child in value.items())]
    if isinstance(value, list):
        return ["list", *map(exact, value)]
    return type(value).__name__, repr(value)


def test_hostile_trees_read_back_unchanged_from_yaml() -> None:
    random = Random(20)
    for _ in range(TREES):
        tree = {"tree": hostile_tree(random, 4)}
        assert exact(read_back(to_yaml(tree))) == exact(tree)


def test_hostile_trees_read_back_unchanged_from_json() -> None:
    random = Random(21)
    for _ in range(TREES):
        tree = {"tree": hostile_tree(random, 4)}
        assert exact(read_back(to_json(tree))) == exact(tree)


def test_hostile_text_reads_back_unchanged_everywhere() -> None:
    texts = [text for text in HOSTILE_TEXTS if text]  # an empty text alone is an empty document
    trees = [*texts, *(tree for text in HOSTILE_TEXTS for tree in trees_of(text))]
    assert [tree for tree in trees if exact(read_back(to_yaml(tree))) != exact(tree)] == []


LONG = [1000, 999, 998, 140, 125, 124]  # characters of keys, some of which have a line of their own
KEYS: list[Any] = [{"a": {character * size: [1]}} for size in LONG for character in ("k", "\x7f", "\U0010ffff", '"')]


@pytest.mark.parametrize(
    "tree", ["a\nb", 1, None, {}, [], [[[]], [{"a": [{}]}]], {"a": "x\n\n", "b": ["\n", " \n"]}, *KEYS]
)
def test_lines_are_counted_as_they_are_printed(tree: Any) -> None:
    assert count_yaml_lines(tree) == len(yaml_lines(tree).texts)
    assert count_json_lines(tree) == len(json_lines(tree).texts)


def test_the_lines_of_hostile_trees_are_counted_as_they_are_printed() -> None:
    random = Random(22)
    for _ in range(TREES):
        test_lines_are_counted_as_they_are_printed(hostile_tree(random, 4))


@pytest.mark.parametrize("number", HOSTILE_NUMBERS)
def test_numbers_read_back_as_the_same_number_of_the_same_type(number: float) -> None:
    assert exact(read_back(to_yaml([number]))) == exact([number])
    assert exact(read_back(to_json({"a": number}))) == exact({"a": number})


def test_minus_zero_keeps_its_sign_in_json_and_loses_it_in_yaml_as_in_kubernetes() -> None:
    assert exact(read_back(to_json({"a": -0.0}))) == exact({"a": -0.0})
    assert exact(read_back(to_yaml({"a": -0.0}))) == exact({"a": 0.0})


def test_an_integer_beyond_64_bits_is_printed_as_the_double_that_kubernetes_would_read() -> None:
    assert to_yaml({"a": 2**64, "b": -(2**63) - 1}) == "a: 1.8446744073709552e+19\nb: -9.223372036854776e+18\n"


@pytest.mark.parametrize("number", [math.inf, -math.inf, math.nan])
def test_a_number_that_json_cannot_hold_is_refused(number: float) -> None:
    with pytest.raises(ValueError, match="no place in an Object"):
        to_yaml({"a": number})
    with pytest.raises(ValueError, match="no place in an Object"):
        to_json({"a": number})


def test_half_a_surrogate_pair_becomes_the_replacement_character_as_in_go() -> None:
    assert read_back(to_yaml({"a\ud800": "\udfffb\nc"})) == {"a\ufffd": "\ufffdb\nc"}
    assert json.loads(to_json({"a\ud800": "\udfffb"})) == {"a\ufffd": "\ufffdb"}


def test_yaml_is_block_style_in_the_order_of_the_keys() -> None:
    value = {
        "kind": "Pod",
        "apiVersion": "v1",
        "spec": {"args": ["-c", "--port=$(PORT)", "8080"], "env": [{"name": "A", "value": "y"}, {"name": "B"}]},
        "status": {},
        "matrix": [[1, 2], [], [{"a": None}]],
    }
    assert to_yaml(value) == (
        "kind: Pod\n"
        "apiVersion: v1\n"
        "spec:\n"
        "  args:\n"
        "  - -c\n"
        "  - --port=$(PORT)\n"
        '  - "8080"\n'
        "  env:\n"
        "  - name: A\n"
        '    value: "y"\n'
        "  - name: B\n"
        "status: {}\n"
        "matrix:\n"
        "- - 1\n"
        "  - 2\n"
        "- []\n"
        "- - a: null\n"
    )


def test_text_of_several_lines_is_a_literal_block_that_keeps_its_end() -> None:
    value = {"a": "x\ny", "b": "x\ny\n", "c": "x\n\n\n", "d": ["  x\ny\n"], "e": "\nx"}
    assert to_yaml(value) == "a: |-\n  x\n  y\nb: |\n  x\n  y\nc: |+\n  x\n\n\nd:\n- |2\n    x\n  y\ne: |2-\n\n  x\n"


def test_characters_that_are_invisible_or_break_lines_are_escaped() -> None:
    assert to_yaml({"a": "x\r\ny\x85\u2028\u202e\ufeff"}) == 'a: "x\\r\\ny\\u0085\\u2028\\u202e\\ufeff"\n'
    assert to_json({"a": "\x85\u2028"}) == '{\n  "a": "\\u0085\\u2028"\n}\n'


def test_a_key_beyond_the_reach_of_a_simple_key_is_written_with_a_question_mark() -> None:
    key = "k" * 1100
    for value in ("v", "a\nb\n", {"a": {"b": 1}}, [1, [2]], [], {}):
        tree = {"x": {key: value, "after": 1}, "y": [{key: value, "after": 1}]}
        printed = to_yaml(tree)
        assert f"  ? {key}\n" in printed
        assert exact(read_back(printed)) == exact(tree)


def test_every_yaml_line_knows_its_field() -> None:
    value = {"a": {"b": ["x", {"c": "1\n2\n", "d": []}]}, "e": [[0]]}
    assert list(zip(*yaml_lines(value)[:2], strict=True)) == [
        ("a:", FieldPath(("a",))),
        ("  b:", FieldPath(("a", "b"))),
        ("  - x", FieldPath(("a", "b", 0))),
        ("  - c: |", FieldPath(("a", "b", 1, "c"))),
        ("      1", FieldPath(("a", "b", 1, "c"))),
        ("      2", FieldPath(("a", "b", 1, "c"))),
        ("    d: []", FieldPath(("a", "b", 1, "d"))),
        ("e:", FieldPath(("e",))),
        ("- - 0", FieldPath(("e", 0, 0))),
    ]


def test_every_json_line_knows_its_field() -> None:
    value = {"a": [1, {"b": "x"}], "c": {}}
    assert [(text, str(FieldPath(path))) for text, path in zip(*json_lines(value)[:2], strict=True)] == [
        ("{", ""),
        ('  "a": [', "a"),
        ("    1,", "a[0]"),
        ("    {", "a[1]"),
        ('      "b": "x"', "a[1].b"),
        ("    }", "a[1]"),
        ("  ],", "a"),
        ('  "c": {}', "c"),
        ("}", ""),
    ]


def test_json_equals_what_the_standard_library_prints() -> None:
    value = {"a": [1, 2.5, None, True, 'é"\\\n'], "b": {"c": [[], {}], "d": [[1]]}, "e": "😀"}
    assert to_json(value) == json.dumps(value, indent=2, ensure_ascii=False) + "\n"


@pytest.mark.parametrize("leaf", ["x", 7, None, True, {}, []])
def test_a_value_without_fields_is_one_line(leaf: Any) -> None:
    assert read_back(to_yaml(leaf)) == leaf
    assert json.loads(to_json(leaf)) == leaf
    assert [*yaml_lines(leaf).paths, *json_lines(leaf).paths] == [(), ()]


def test_deep_values_are_printed_without_recursion() -> None:
    deep: Any = "bottom"
    for level in range(3_000):
        deep = [deep] if level % 2 else {"a": deep}
    assert len(yaml_lines(deep).texts) == len(yaml_lines(deep).paths) == 1_500
    assert len(json_lines(deep).texts) == len(json_lines(deep).paths) == 6_001


def pods(count: int) -> Any:
    container = {"name": "web", "image": "nginx:1.27", "env": [{"name": f"N{n}", "value": f"v-{n}"} for n in range(10)]}
    return {"items": [{"spec": {"containers": [dict(container, name=f"web-{n}")]}} for n in range(count)]}


@pytest.mark.parametrize("lines", [yaml_lines, json_lines])
def test_printing_takes_linear_time(lines: Callable[[Any], Lines]) -> None:
    assert growth(pods, lines, 400) < 8


@pytest.mark.parametrize("lines", [yaml_lines, json_lines])
def test_printing_is_about_as_fast_as_the_standard_library(
    lines: Callable[[Any], Lines],
) -> None:
    value = pods(44)
    assert 18_000 < len(to_yaml(value)) < 22_000
    assert relative_cost(lambda: lines(value), lambda: json.dumps(value, indent=2), most=4) < 8
