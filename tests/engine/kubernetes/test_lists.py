"""The items of a `List`."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from playground.engine.kubernetes.lists import items_of


def holding(*items: Any) -> dict[str, Any]:
    return {"apiVersion": "v1", "kind": "List", "items": list(items)}


def test_nested_lists_are_flattened_in_order() -> None:
    value = holding("a", holding(holding("b"), "c"), holding(), "d")
    assert [(str(path), item) for path, item in items_of(value)] == [
        ("items[0]", "a"),
        ("items[1].items[0].items[0]", "b"),
        ("items[1].items[1]", "c"),
        ("items[3]", "d"),
    ]


@pytest.mark.parametrize("value", [None, 1, "List", [], {}, {"kind": "Pod", "items": [1]}, {"kind": ["List"]}])
def test_an_object_that_is_no_list_is_its_only_item(value: Any) -> None:
    assert list(items_of(value)) == [((), value)]


@pytest.mark.parametrize("items", [None, "x", {}, 3])
def test_a_list_without_items_is_an_ordinary_object(items: Any) -> None:
    value = {"kind": "List", "items": items}
    assert list(items_of(value)) == [((), value)]


def test_lists_may_be_nested_to_any_depth() -> None:
    value: Any = "x"
    for _ in range(3_000):
        value = holding(value)
    ((path, item),) = items_of(value)
    assert (len(path), item) == (6_000, "x")


def test_items_are_flattened_lazily() -> None:
    assert list(islice(items_of(holding(*range(10))), 1)) == [(("items", 0), 0)]
